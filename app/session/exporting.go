package session

// Export is a person's last choice of files to write for a match. An empty field stands for the
// state of the window, or for the program's default.
type Export struct {
	Kinds         []string `json:"kinds"` // names of package export
	Width         int      `json:"width,omitempty"`
	Height        int      `json:"height,omitempty"` // of pictures, in pixels; 0: those of the views
	Panes         string   `json:"panes,omitempty"`
	Background    string   `json:"background,omitempty"`
	Bare          bool     `json:"bare,omitempty"`
	FigureWidth   float64  `json:"figure_width,omitempty"` // of the figure for print, in mm
	FigureHeight  float64  `json:"figure_height,omitempty"`
	FigureDPI     float64  `json:"figure_dpi,omitempty"`
	FigureFormat  string   `json:"figure_format,omitempty"`
	FigureWhole   bool     `json:"figure_whole,omitempty"` // whole shapes, not the detail in the window
	MovieWidth    int      `json:"animation_width,omitempty"`
	MovieHeight   int      `json:"animation_height,omitempty"`
	Frames        int      `json:"frames,omitempty"`
	PerSecond     float64  `json:"per_second,omitempty"`
	Spin          float64  `json:"spin,omitempty"` // degrees
	MeshFormat    string   `json:"mesh_format,omitempty"`
	CoordinatesOf string   `json:"coordinates_of,omitempty"` // "b"; else A's
}

// Play has the settings of playing a morph.
type Play struct {
	Repeat string  `json:"repeat,omitempty"` // there-and-back (default) | again | once
	Speed  float64 `json:"speed,omitempty"`  // 0 stands for 1
}
