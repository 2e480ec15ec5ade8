package train

import (
	"context"

	"gwscope/assets/shapes"
	"gwscope/solver/amortized"
	"gwscope/solver/metric"
)

// foreignShapes are embedded shapes that bend at joints, which no object of the training
// does: the matcher is not meant for them. Cats are left out, for a test on a species
// that the statistics have never seen.
var foreignShapes = []string{
	"horse/1", "horse/2", "horse/3", "horse/4", "horse/5", "horse/6",
	"elephant/1", "elephant/2", "elephant/3", "elephant/4", "elephant/5", "elephant/6",
	"human/1", "human/2", "human/3", "human/4", "human/5", "human/6",
}

// addForeign adds them to a survey with n samples each, with normals and without.
func addForeign(ctx context.Context, survey *amortized.Survey, c amortized.Config, n, threads int) error {
	for _, id := range foreignShapes {
		m, err := shapes.Make(id)
		if err != nil {
			return err
		}
		d, err := metric.NewDomain(m, metric.DomainOptions{})
		if err != nil {
			return err
		}
		s, err := metric.NewSpace(ctx, d, metric.SpaceOptions{Samples: n, Threads: threads})
		if err != nil {
			return err
		}
		var cloud amortized.Cloud
		for _, p := range s.Samples {
			cloud.Points, cloud.Normals = append(cloud.Points, d.Points[p]), append(cloud.Normals, d.Normals[p])
		}
		for _, normals := range []bool{true, false} {
			if !normals {
				cloud.Normals = nil
			}
			t, err := c.Tokens(cloud, threads)
			if err != nil {
				return err
			}
			survey.Foreign(c, t)
		}
	}
	return nil
}
