package parts

import "gwscope/meshio/shapenetpart"

// Category is one of the sixteen kinds of objects, with its published parts.
type Category struct {
	shapenetpart.Category

	build func(d dice) []solid
}

var builders = map[string]func(d dice) []solid{
	"airplane": airplane, "bag": bag, "cap": hat, "car": car, "chair": chair, "earphone": earphone,
	"guitar": guitar, "knife": knife, "lamp": lamp, "laptop": laptop, "motorbike": motorbike, "mug": mug,
	"pistol": pistol, "rocket": rocket, "skateboard": skateboard, "table": table,
}

// Categories lists the sixteen in the published order.
func Categories() []Category {
	var out []Category
	for _, c := range shapenetpart.Categories() {
		out = append(out, Category{c, builders[c.Name]})
	}
	return out
}

// Find is the category of that name.
func Find(name string) (Category, error) {
	c, err := shapenetpart.Find(name)
	return Category{c, builders[name]}, err
}
