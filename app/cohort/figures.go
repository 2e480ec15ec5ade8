package cohort

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gwscope/app/diagram"
	"gwscope/internal/figures"
)

// figuresDir holds the report's figures.
const figuresDir = "figures/"

const (
	// Up to mostTagged specimens have their names beside their dots; a chart has up to mostRows
	// rows, so that they can be read.
	mostTagged, mostRows = 40, 60
)

// figure is a figure of the report.
type figure struct {
	name, caption string
	draw          func(base string) error
}

// figures are the figures that can be drawn.
func (a *Analysis) figures() []figure {
	var out []figure
	chart := func(name, caption string, c diagram.Chart) {
		out = append(out, figure{name, caption, c.Write})
	}
	if c, ok := a.trustChart(); ok {
		chart("trust", "Trust in each specimen's match, worst first; a dot for each template, flagged ones hollow.", c)
	}
	if m := a.Distances; m != nil && len(m.Map.Values) >= 2 {
		c := diagram.Chart{Title: "Map of the specimens", XLabel: axisLabel("axis 1", m.Map.Share[0]), YLabel: axisLabel("axis 2", m.Map.Share[1])}
		c.Series = a.scatter(m.Who, func(k int) (float64, float64) { return m.Map.Places[k][0], m.Map.Places[k][1] })
		chart("map", "Classical multidimensional scaling of the distances ("+m.Kind+").", c)
	}
	if m := a.Distances; m != nil && len(m.Who) <= mostRows {
		out = append(out, figure{"dendrogram", "Average linkage of the same distances.", func(base string) error {
			return drawDendrogram(base, m, a.names(m.Who))
		}})
	}
	for _, of := range []struct {
		name, title string
		s           *Statistics
	}{{"components", "meshes", a.Shapes}, {"landmark-components", "landmarks", a.Marks}} {
		if of.s == nil || len(of.s.PCA.Variance) < 2 {
			continue
		}
		p := of.s.PCA
		c := diagram.Chart{Title: "Principal components of the " + of.title, XLabel: axisLabel("PC 1", p.Share[0]), YLabel: axisLabel("PC 2", p.Share[1])}
		c.Series = a.scatter(of.s.Who, func(k int) (float64, float64) { return p.Scores[k][0], p.Scores[k][1] })
		chart(of.name, "Scores of the first two principal components of the "+of.title+".", c)
	}
	if s := a.Shapes; s != nil {
		x, y := []float64{}, []float64{}
		sum := 0.0
		for k := range min(12, len(s.PCA.Share)) {
			sum += s.PCA.Share[k]
			x, y = append(x, float64(k+1)), append(y, 100*sum)
		}
		chart("variance", "Variance that the first components of the meshes explain together.", diagram.Chart{Title: "Variance explained", XLabel: "components", YLabel: "%", Bottom: 0, Top: 100,
			Series: []diagram.Series{{Label: "together", X: x, Y: y}}})
	}
	if c, ok := a.landmarkChart(); ok {
		chart("landmarks", "Disagreement of the templates about each landmark and, where specimens have landmarks of their own, the distance of the median from these.", c)
	}
	return out
}

func axisLabel(name string, share float64) string {
	return fmt.Sprintf("%s (%.0f %%)", name, 100*share)
}

// writeFigures draws the figures, as PNG and SVG.
func (a *Analysis) writeFigures(ctx context.Context) error {
	for _, f := range a.figures() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f.draw(a.Cohort.Dir.merged(figuresDir + f.name)); err != nil {
			return fmt.Errorf("figure %s: %w", f.name, err)
		}
	}
	return nil
}

// scatter are specimens as dots, a colour for each group.
func (a *Analysis) scatter(who []int, at func(k int) (x, y float64)) []diagram.Series {
	groups := a.groups(who)
	var out []diagram.Series
	for g, group := range groups {
		s := diagram.Series{Label: group, Ink: g % diagram.Grey, Dots: true}
		for k, specimen := range who {
			if a.groupOf(specimen) == group {
				x, y := at(k)
				s.X, s.Y = append(s.X, x), append(s.Y, y)
			}
		}
		out = append(out, s)
	}
	if len(who) > mostTagged {
		return out
	}
	for k, specimen := range who {
		x, y := at(k)
		out = append(out, diagram.Series{Label: a.Cohort.Specimens[specimen].Name, Ink: slices.Index(groups, a.groupOf(specimen)) % diagram.Grey, Dots: true, Tagged: true,
			X: []float64{x}, Y: []float64{y}})
	}
	return out
}

func (a *Analysis) groupOf(specimen int) string {
	return cmp.Or(a.Cohort.Specimens[specimen].Group, "specimens")
}

func (a *Analysis) groups(who []int) []string {
	var out []string
	for _, k := range who {
		if g := a.groupOf(k); !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	slices.Sort(out)
	return out
}

// worstFirst are the specimens by the least trust of their matches.
func (a *Analysis) worstFirst() (order []int) {
	least := slices.Repeat([]float64{math.Inf(1)}, len(a.Cohort.Specimens))
	for _, row := range a.Rows {
		if row.Pair.Among {
			continue
		}
		trust := -1.0
		if r := row.Result; r != nil && r.Error == "" {
			trust = float64(r.Trust.Trust)
			if r.Flagged { // before all that are not flagged
				trust -= 1
			}
			if math.IsNaN(trust) {
				trust = -1
			}
		} else if r != nil {
			trust = -2
		}
		least[row.Pair.Specimen] = min(least[row.Pair.Specimen], trust)
	}
	for k := range least {
		order = append(order, k)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(least[i], least[j]) })
	return order
}

// trustChart has a row for each of the worst specimens.
func (a *Analysis) trustChart() (diagram.Chart, bool) {
	if len(a.Cohort.Templates) == 0 {
		return diagram.Chart{}, false
	}
	order := a.worstFirst()
	order = order[:min(len(order), mostRows)]
	c := diagram.Chart{Title: "Trust, worst first", XLabel: "trust", Left: 0, Right: 1, Rows: a.names(order)}
	for _, flagged := range []bool{false, true} {
		for t, template := range a.Cohort.Templates {
			s := diagram.Series{Label: template.Name, Ink: t % diagram.Grey, Hollow: flagged}
			if flagged {
				s.Label += ", flagged"
			}
			for _, k := range order {
				x := nan
				for _, row := range a.Rows {
					if r := row.Result; !row.Pair.Among && row.Pair.Template == t && row.Pair.Specimen == k && r != nil && r.Error == "" && r.Flagged == flagged {
						x = float64(r.Trust.Trust)
					}
				}
				s.X = append(s.X, x)
			}
			if slices.ContainsFunc(s.X, func(x float64) bool { return !math.IsNaN(x) }) {
				c.Series = append(c.Series, s)
			}
		}
	}
	return c, len(c.Series) > 0
}

// landmarkChart has a row for each landmark.
func (a *Analysis) landmarkChart() (diagram.Chart, bool) {
	names := a.landmarkNames()
	if len(names) == 0 || len(names) > mostRows {
		return diagram.Chart{}, false
	}
	spread := diagram.Series{Label: "spread of the templates", Ink: 0}
	off := diagram.Series{Label: "distance from the given one", Ink: 1}
	for _, name := range names {
		var spreads, offs []float64
		for _, list := range a.Landmarks {
			for _, e := range list {
				if e.Name == name {
					spreads, offs = append(spreads, e.Spread), append(offs, e.Off)
				}
			}
		}
		spread.X, off.X = append(spread.X, figures.Mean(spreads)), append(off.X, figures.Mean(offs))
	}
	c := diagram.Chart{Title: "Landmarks", XLabel: "mean / √area", FromZero: true, Rows: names}
	for _, s := range []diagram.Series{spread, off} {
		if slices.ContainsFunc(s.X, func(x float64) bool { return !math.IsNaN(x) }) {
			c.Series = append(c.Series, s)
		}
	}
	return c, len(c.Series) > 0
}
