package gui

import (
	"math"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/session"
)

// optionSlide chooses a number of the options table with a slider, in hundredths. The
// number beside it asks for any other; what should be known of values below the highest
// stands under it while one is chosen.
type optionSlide struct {
	opt     *session.Option
	slide   *slider
	number  *control
	caution *paragraph
	object  *fyne.Container
}

func newOptionSlide(d *desk, opt *session.Option) *optionSlide {
	p := &optionSlide{opt: opt, caution: wrapped(opt.Caution, colorCaution)}
	p.caution.size = textSmall
	p.slide = d.kit.newSlider(func(at float64) {
		d.setOption(opt, strconv.FormatFloat(p.value(at), 'g', -1, 64))
	})
	p.slide.tip = upperFirst(opt.Help)
	p.slide.step = 0.01 / (opt.High - opt.SlideFrom)
	p.number = d.kit.newControl(&control{kind: quietControl, small: true, height: 24, tip: upperFirst(opt.Help) + ": any number from " + opt.Range(),
		onTap: func() { d.askNumber(opt) }})
	name := newLabel(opt.Label, textSmall, colorSoft)
	name.flexible = true
	p.object = container.New(column{4},
		container.New(row{gap: 8, shares: []float32{1, 2}}, name,
			container.New(row{gap: 2, shares: []float32{1}}, p.slide, container.New(fixedSize{fyne.NewSize(46, 24)}, p.number))),
		p.caution)
	return p
}

// value is the number at a place of the slider, 0 to 1.
func (p *optionSlide) value(at float64) float64 {
	return math.Round(100*(p.opt.SlideFrom+at*(p.opt.High-p.opt.SlideFrom))) / 100
}

// show brings it up to date. A number that the slider does not reach is at its end.
func (p *optionSlide) show(o session.Options) {
	text := p.opt.Get(&o)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil { // the table writes numbers
		panic("gui: the option " + p.opt.Name + " is no number: " + text)
	}
	p.slide.set(min(max((v-p.opt.SlideFrom)/(p.opt.High-p.opt.SlideFrom), 0), 1))
	if v == math.Round(100*v)/100 {
		text = fixed(v, 2)
	}
	p.number.setText(text)
	setVisible(p.caution, p.opt.Caution != "" && v < p.opt.High)
	p.object.Refresh()
}
