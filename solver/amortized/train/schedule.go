package train

import "math"

// rate of a step, from 0: a linear rise, then half a cosine down to a hundredth.
func (s Settings) rate(step int) float64 {
	total := float64(s.steps())
	warm := math.Ceil(s.Warmup * total)
	at := float64(step) + 1
	if at <= warm {
		return s.Rate * at / warm
	}
	progress := (at - warm) / max(total-warm, 1)
	return s.Rate * (0.01 + 0.99*(1+math.Cos(math.Pi*progress))/2)
}

// alpha is the temperature of a step.
func (s Settings) alpha(step int) float64 {
	progress := float64(step) / float64(max(s.steps()-1, 1))
	return s.AlphaStart * math.Pow(s.AlphaEnd/s.AlphaStart, progress)
}

// guidance is the weight at which scores are drawn to ranks by height.
func (s Settings) guidance(step int) float64 {
	guided := s.Guide * float64(s.steps())
	if guided <= 0 {
		return 0
	}
	return max(0, 1-float64(step)/guided)
}
