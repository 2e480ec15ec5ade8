// Package gw1d compares measures on the real line by the Gromov-Wasserstein loss
// with squared distances,
//
//	L(P) = Σ ((x_i - x_k)² - (y_j - y_l)²)² P_ij P_kl ,
//
// over two couplings only: the monotone one, which sorting gives, and the
// anti-monotone one, which sorting one side backwards gives. Sliced
// Gromov-Wasserstein distances are made of it (Vayer, Flamary, Tavenard, Chapel, Courty
// 2019).
//
// # Not exact
//
// Vayer et al. take the better of the two for the optimum (their theorem 3.1). It is
// not in general: Beinert, Heiss and Steidl (2023, On assignment problems related to
// Gromov-Wasserstein distances on the real line) and Dumont, Lacombe and Vialard
// (2024) give measures for which both are beaten. [Compare] therefore gives an upper
// bound on GW² between two measures on the line.
//
// # In O(n)
//
// With both measures centred, m2x and m2y their variances, S = m2x + m2y and
// D = E[(x - y)²] over the coupling, or E[(x + y)²] if that is less,
//
//	L = 2 E[(x² - y²)²] + 4 (m2x - m2y)² + 2 D (2 S - D) ,
//
// which has no negative term: nothing cancels, and congruent measures are at zero.
package gw1d
