package shapenetpart

import (
	"fmt"
	"slices"
	"strings"
)

// Category is one of the sixteen kinds of objects.
type Category struct {
	Name string // such as "chair"
	// Synset is the WordNet offset that names the category's folder.
	Synset string
	// Parts names the labels 0, 1, ... of the category in the published order.
	Parts []string
	// First is the label of the first part among the 50 of all categories.
	First int
}

// Labels is the number of parts of all categories together.
const Labels = 50

// categories are in the published order, which numbers the labels. The set names
// no parts; the names are those in common use.
var categories = numbered([]Category{
	{Name: "airplane", Synset: "02691156", Parts: []string{"body", "wing", "tail", "engine"}},
	{Name: "bag", Synset: "02773838", Parts: []string{"handle", "body"}},
	{Name: "cap", Synset: "02954340", Parts: []string{"panels", "peak"}},
	{Name: "car", Synset: "02958343", Parts: []string{"roof", "hood", "wheel", "body"}},
	{Name: "chair", Synset: "03001627", Parts: []string{"back", "seat", "leg", "arm"}},
	{Name: "earphone", Synset: "03261776", Parts: []string{"earphone", "headband", "data wire"}},
	{Name: "guitar", Synset: "03467517", Parts: []string{"head", "neck", "body"}},
	{Name: "knife", Synset: "03624134", Parts: []string{"blade", "handle"}},
	{Name: "lamp", Synset: "03636649", Parts: []string{"base", "lampshade", "canopy", "pole"}},
	{Name: "laptop", Synset: "03642806", Parts: []string{"keyboard", "screen"}},
	{Name: "motorbike", Synset: "03790512", Parts: []string{"gas tank", "seat", "wheel", "handle", "light", "frame"}},
	{Name: "mug", Synset: "03797390", Parts: []string{"handle", "cup"}},
	{Name: "pistol", Synset: "03948459", Parts: []string{"barrel", "handle", "trigger and guard"}},
	{Name: "rocket", Synset: "04099429", Parts: []string{"body", "fin", "nose"}},
	{Name: "skateboard", Synset: "04225987", Parts: []string{"wheel", "deck", "truck or foot strap"}},
	{Name: "table", Synset: "04379243", Parts: []string{"desktop", "leg", "drawer"}},
})

func numbered(all []Category) []Category {
	first := 0
	for i := range all {
		all[i].First = first
		first += len(all[i].Parts)
	}
	return all
}

// Categories lists the sixteen in the published order.
func Categories() []Category { return slices.Clone(categories) }

// Find is the category of that name.
func Find(name string) (Category, error) {
	if i := slices.IndexFunc(categories, func(c Category) bool { return c.Name == name }); i >= 0 {
		return categories[i], nil
	}
	var names []string
	for _, c := range categories {
		names = append(names, c.Name)
	}
	return Category{}, fmt.Errorf("there is no object category %q; there are %s", name, strings.Join(names, ", "))
}

func ofSynset(synset string) (Category, bool) {
	i := slices.IndexFunc(categories, func(c Category) bool { return c.Synset == synset })
	if i < 0 {
		return Category{}, false
	}
	return categories[i], true
}
