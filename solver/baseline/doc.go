// Package baseline has the methods that min-GSGW is compared with, one file each,
// each with the parameter names of its paper.
//
//	Problem (two spaces, feature cost, α) --Run--> Result (plan, GW², own value, bound)
//
// [All] lists the methods with their abilities. [Method.Run] checks that a
// problem is one that the method takes, and runs it. Three kinds exist: solvers,
// which lower the GW loss of a plan; a relaxation, which also proves a lower bound;
// and sliced distances, which are no matching methods: their plan is the one that
// their best direction sorts out, and is labelled so.
//
// All methods are deterministic for a seed whatever the number of threads, stop
// within 100 ms of the end of their context with the best plan so far, and report
// GW² by the same function of package gw.
package baseline
