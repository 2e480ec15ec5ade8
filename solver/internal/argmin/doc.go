// Package argmin finds nearest neighbours in tables of costs, both ways in one pass: of
// every row the column of least cost and of every column the row. The tables are sums of
// a few others, which are never written down. It also finds the few least entries
// of a row (smallest.c), and all rows of a table near a given one.
//
// On Linux and Windows the passes are written in C with vectors of eight numbers (argmin.c), for the
// widest instructions that the processor has; everywhere else they are plain loops. Both
// add in the same order and give the same bits.
package argmin
