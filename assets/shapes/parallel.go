package shapes

import "gwscope/internal/routine"

// inParallel calls work(i) for 0 <= i < n from several goroutines. The calls must
// not depend on each other; then the result does not depend on their number.
func inParallel(n int, work func(i int)) {
	const chunk = 256
	var wg routine.Group
	next := make(chan int, n/chunk+1)
	for i := 0; i < n; i += chunk {
		next <- i
	}
	close(next)
	for range routine.Processors {
		wg.Go(func() {
			for start := range next {
				for i := start; i < min(start+chunk, n); i++ {
					work(i)
				}
			}
		})
	}
	wg.Wait()
}
