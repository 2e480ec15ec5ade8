// Package backendtest is the suite that every nn.Backend must pass: each kernel
// against a plain double loop in double precision, on sizes that leave blocks half
// full, and a short training against the same one in double precision. Sizes stay at
// or below 200 rows and 128 bins so that software devices can bear them.
package backendtest
