package morphometrics

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Join makes one cluster of two. Clusters 0 to n-1 are the things themselves; the k-th join
// makes cluster n+k.
type Join struct {
	A, B   int     // A < B
	Height float64 // the mean distance between the things of A and those of B
	Size   int     // things in the new cluster
}

// Dendrogram joins things by average linkage (UPGMA; Sokal and Michener 1958): always the two
// clusters whose things are nearest in the mean. The n-1 joins come in rising height, as
// those of scipy.cluster.hierarchy.linkage do. The search follows chains of nearest
// neighbours (Murtagh 1983) and takes O(n²) steps. The matrix (n x n) must be symmetric, of
// distances of 0 or more.
func Dendrogram(distances [][]float64) ([]Join, error) {
	if _, err := symmetric(distances); err != nil {
		return nil, err
	}
	n := len(distances)
	if n < 2 {
		return nil, errors.New("a dendrogram needs the distances of at least two things")
	}
	d := make([][]float64, n)
	for i := range d {
		d[i] = slices.Clone(distances[i])
	}
	size := slices.Repeat([]int{1}, n) // 0: joined into another
	type merge struct {
		a, b   int // rows that stand for clusters
		height float64
	}
	var merges []merge
	var chain []int
	for len(merges) < n-1 {
		if len(chain) == 0 {
			chain = append(chain, slices.IndexFunc(size, func(s int) bool { return s > 0 }))
		}
		top := chain[len(chain)-1]
		nearest, least := -1, math.Inf(1)
		if len(chain) > 1 { // the one before wins ties, or the chain would never end
			nearest = chain[len(chain)-2]
			least = d[top][nearest]
		}
		for j, s := range size {
			if s > 0 && j != top && (nearest < 0 || d[top][j] < least) {
				nearest, least = j, d[top][j]
			}
		}
		if len(chain) < 2 || nearest != chain[len(chain)-2] {
			chain = append(chain, nearest)
			continue
		}
		chain = chain[:len(chain)-2]
		keep, gone := min(top, nearest), max(top, nearest)
		merges = append(merges, merge{keep, gone, least})
		a, b := float64(size[keep]), float64(size[gone])
		for j, s := range size {
			if s > 0 && j != keep && j != gone {
				mean := (a*d[keep][j] + b*d[gone][j]) / (a + b)
				d[keep][j], d[j][keep] = mean, mean
			}
		}
		size[keep] += size[gone]
		size[gone] = 0
	}
	slices.SortStableFunc(merges, func(x, y merge) int { return cmp.Compare(x.height, y.height) })
	// In rising order a row stands for the cluster that was made of it last.
	label, sizes := make([]int, n), make([]int, n, 2*n)
	for i := range label {
		label[i], sizes[i] = i, 1
	}
	joins := make([]Join, 0, n-1)
	for _, m := range merges {
		a, b := label[m.a], label[m.b]
		j := Join{A: min(a, b), B: max(a, b), Height: m.height, Size: sizes[a] + sizes[b]}
		label[m.a] = n + len(joins)
		sizes = append(sizes, j.Size)
		joins = append(joins, j)
	}
	return joins, nil
}

// Leaves are the things of a dendrogram in an order in which no branches cross.
func Leaves(joins []Join) []int {
	n := len(joins) + 1
	var out []int
	var walk func(cluster int)
	walk = func(cluster int) {
		if cluster < n {
			out = append(out, cluster)
			return
		}
		walk(joins[cluster-n].A)
		walk(joins[cluster-n].B)
	}
	walk(2*n - 2)
	return out
}

// Newick writes a dendrogram as programs for trees read it, with the names of the things and
// the lengths of the branches: (a:0.1,b:0.1);
func Newick(joins []Join, names []string) string {
	n := len(joins) + 1
	height := func(cluster int) float64 {
		if cluster < n {
			return 0
		}
		return joins[cluster-n].Height
	}
	var b strings.Builder
	var walk func(cluster int)
	walk = func(cluster int) {
		if cluster < n {
			b.WriteString("'" + strings.ReplaceAll(names[cluster], "'", "''") + "'")
			return
		}
		j := joins[cluster-n]
		for k, child := range [2]int{j.A, j.B} {
			b.WriteByte("(,"[k])
			walk(child)
			fmt.Fprintf(&b, ":%g", (j.Height-height(child))/2)
		}
		b.WriteByte(')')
	}
	walk(2*n - 2)
	return b.String() + ";"
}
