// Package meshgraph joins the points of a surface or of a cloud by weighted edges, for
// everything that keeps neighbours together: morphs and registrations.
package meshgraph
