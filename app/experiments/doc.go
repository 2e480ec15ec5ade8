// Package experiments measures: it runs methods over many pairs with a known
// truth, judges them by the same measures, and writes tables (CSV, Markdown). No
// pair can be won by index: the target of every pair is shuffled, turned, moved
// and scaled with a seed before anything sees it.
package experiments
