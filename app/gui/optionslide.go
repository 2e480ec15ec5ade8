package gui

import (
	"math"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/session"
)

// optionSlide chooses a number of the options table with a slider, in hundredths. A press on the number beside it
// asks for any other number. A warning about values below the highest stands under it while such a value is chosen.
type optionSlide struct {
	opt     *option.Option
	slide   *widget.Slider
	number  *widget.Control
	caution *widget.Paragraph
	object  *fyne.Container
}

func newOptionSlide(widgets *widget.Maker, solving *solving, opt *option.Option) *optionSlide {
	p := &optionSlide{opt: opt, caution: widget.NewNote(opt.Caution, widget.ColorCaution)}
	p.slide = widgets.NewSlider(func(at float64) {
		solving.setOption(opt, strconv.FormatFloat(p.value(at), 'g', -1, 64))
	})
	p.slide.Tip = upperFirst(opt.Help)
	p.slide.Step = 0.01 / (opt.High - opt.SlideFrom)
	p.number = widgets.NewControl(&widget.Control{Kind: widget.Quiet, Small: true, Height: 24, Tip: upperFirst(opt.Help) + ": any number from " + opt.Range(),
		OnTap: func() { solving.askNumber(opt) }})
	name := widget.NewLabel(opt.Label, widget.TextSmall, widget.ColorSoft).Flex()
	p.object = container.New(widget.Column{Gap: 4},
		container.New(widget.Row{Gap: 8, Shares: []float32{1, 2}}, name,
			container.New(widget.Row{Gap: 2, Shares: []float32{1}}, p.slide, container.NewGridWrap(fyne.NewSize(46, 24), p.number))),
		p.caution)
	return p
}

// value is the number at a place of the slider, 0 to 1.
func (p *optionSlide) value(at float64) float64 {
	return math.Round(100*(p.opt.SlideFrom+at*(p.opt.High-p.opt.SlideFrom))) / 100
}

// show brings slider and number up to date. A number beyond the slider's ends stands at the end.
func (p *optionSlide) show(o session.Options) {
	text := p.opt.Get(&o)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil { // the table writes numbers
		panic("gui: the option " + p.opt.Name + " is no number: " + text)
	}
	p.slide.Set(min(max((v-p.opt.SlideFrom)/(p.opt.High-p.opt.SlideFrom), 0), 1))
	if v == math.Round(100*v)/100 {
		text = fixed(v, 2)
	}
	p.number.SetText(text)
	widget.SetVisible(p.caution, p.opt.Caution != "" && v < p.opt.High)
	p.object.Refresh()
}
