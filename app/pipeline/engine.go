package pipeline

import (
	"fmt"
	"strings"
	"time"

	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Engine runs matches and remembers the slow stages. It is safe for use by
// several goroutines. Its zero value is not useful; call [NewEngine].
type Engine struct {
	// Main runs a function on the program's main thread and waits, for graphics cards
	// that can only be used through windows; nil in a program without windows. Set it
	// before use.
	Main func(func())
	// Meanwhile shows the amortised matcher's match while a thorough solve runs, where its verdict
	// is sure. Set it before use.
	Meanwhile bool
	// Judges says that matches will be analysed: what the analysis asks of a coupling alone is found while A's
	// mesh is laid on B, when a processor is often idle. Set it before use.
	Judges bool
	// Found, if set, is called when MatchMarked has found a plan, before maps are made of it. Set it
	// before use.
	Found func()

	spaces *cache[metric.Space]
	solves *cache[solver.Result]
	denses *cache[densePair]
	// layings are A's meshes on B's surfaces.
	layings *cache[laying]
	// memories hold the findings that solves of one pair of spaces share.
	memories *cache[pairMemory]
	// selves hold the maps of spaces to themselves.
	selves *cache[selfMemory]
}

// selfMemory belongs to one space. A later space may have the same key.
type selfMemory struct {
	space *metric.Space
	maps  lazy[solver.SelfMaps]
}

// selfOf has the maps of one of the pair's spaces to itself, which all its matches share.
func (e *Engine) selfOf(p *Pair, side int) *selfMemory {
	x := [2]*metric.Space{p.X, p.Y}[side]
	if s, ok := e.selves.get(p.keys[side]); ok && s.space == x {
		return s
	}
	s := &selfMemory{space: x}
	e.selves.put(p.keys[side], s)
	return s
}

// pairMemory belongs to two spaces. Later spaces may have the same keys.
type pairMemory struct {
	x, y   *metric.Space
	solver *solver.Memory
}

// memoryOf is the memory that solves of the pair's spaces share.
func (e *Engine) memoryOf(p *Pair) *pairMemory {
	key := p.keys[0] + p.keys[1]
	if known, ok := e.memories.get(key); ok && known.x == p.X && known.y == p.Y {
		return known
	}
	m := &pairMemory{p.X, p.Y, new(solver.Memory)}
	e.memories.put(key, m)
	return m
}

// bytes is roughly its size in the end: the spaces, and some matrices of all samples by themselves,
// which solves add.
func (p *pairMemory) bytes() int {
	return p.x.Bytes() + p.y.Bytes() + 4*8*(p.x.Len()*p.x.Len()+p.y.Len()*p.y.Len())
}

type densePair struct {
	aToB, bToA *correspond.SurfaceMap
	took       time.Duration
}

func (p *densePair) bytes() int { return p.aToB.Bytes() + p.bToA.Bytes() }

// The limits of an engine's memory, in bytes. A space of 500 samples takes 12 MB for 5,000 points and
// 220 MB for 110,000 points.
const (
	spaceBytes  = 512 << 20
	solveBytes  = 64 << 20
	denseBytes  = 128 << 20
	memoryBytes = 256 << 20
)

// NewEngine returns an engine with empty memory. It keeps the spaces of the last six shapes
// and settings, and the last eight solves with their maps, within the limits above. Values that a
// match in use holds are always found.
func NewEngine() *Engine {
	return &Engine{
		spaces:   newCache(spaceBytes, 6, (*metric.Space).Bytes),
		solves:   newCache(solveBytes, 8, (*solver.Result).Bytes),
		denses:   newCache(denseBytes, 16, (*densePair).bytes),
		layings:  newCache(denseBytes, 8, (*laying).bytes),
		memories: newCache(memoryBytes, 2, (*pairMemory).bytes),
		selves:   newCache(memoryBytes, 6, func(s *selfMemory) int { return s.space.Bytes() }),
	}
}

// Forget forgets all computed values that nothing else holds.
func (e *Engine) Forget() {
	e.spaces.forget()
	e.solves.forget()
	e.denses.forget()
	e.layings.forget()
	e.memories.forget()
	e.selves.forget()
}

// SpaceKeys are the keys of the spaces of A and B: equal keys mean equal spaces.
func SpaceKeys(a, b *Shape, o session.Options) [2]string {
	asked := measures(a, b, o)
	return [2]string{spaceKey(a, o, asked[0]), spaceKey(b, o, asked[1])}
}

// spaceKey names everything that a space depends on.
func spaceKey(s *Shape, o session.Options, asked measure) string {
	return fmt.Sprintf("%s|%d|%s|%s|%d|%t|%t|%t|%g", s.Key, asked.samples, asked.distances, o.Weights, asked.seed, o.LargestComponent, o.IncludeIsolated, o.DropOutliers, o.Weld)
}

// solveKey names everything that a solve depends on: the spaces, the marks that steer it, and the
// options of its method, without the number of threads and the options of later stages.
func solveKey(p *Pair, a *Asked) string {
	o := a.Options
	o.Threads, o.Surface = 0, ""
	key := strings.Join([]string{p.keys[0], p.keys[1], option.Key(o), ModelKey(o)}, "|") + a.Marks.SolveKey()
	if a.helped {
		key += "|helped"
	}
	return key
}
