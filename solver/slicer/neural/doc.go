// Package neural is the paper's min-GSGW for one pair of shapes: a slicer f and a
// lifting h, both networks, learned through LapSum soft sorting against the GW loss
// (Shahbazi, Liu, He and Kolouri, arXiv 2605.13753).
//
//	s_i = f(h(x_i)), t_j = f(y_j) --LapSum(τ)--> soft plan --GW--> loss --gradient--> f, h
//
// While it learns, the scores are also sorted outright, and the best hard plan seen
// is the result, whatever the soft one did afterwards. Plans stay within the
// class of sorted couplings; nothing here polishes.
//
// [Train] runs a training, with the [Settings] of one of the presets. [Refine]
// improves the scores themselves, and [Represent] finds the network that has them.
package neural
