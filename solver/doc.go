// Package solver is the facade over all matching methods: two metric measure
// spaces go in, a coupling comes out, with everything a person needs to judge
// it: both losses, the near-equal minima that were passed over, orientation,
// margin, and times.
//
//	mesh --metric--> Space (samples, D, weights, embedding) --slicer--> Plan --polish--> Plan --correspond--> maps, errors
//
// Solve is safe to call from several goroutines. It never prints; it reports
// through Settings.Progress and stops within 100 ms when its context ends,
// keeping the best plan so far (Status Cancelled).
package solver
