package cohort

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ParseShard reads "3/12", which counts from 1.
func ParseShard(text string) (Shard, error) {
	index, of, ok := strings.Cut(text, "/")
	i, errI := strconv.Atoi(strings.TrimSpace(index))
	n, errN := strconv.Atoi(strings.TrimSpace(of))
	if !ok || errI != nil || errN != nil {
		return Shard{}, fmt.Errorf("a shard is INDEX/NUMBER, such as 3/12, not %q", text)
	}
	s := Shard{i, n}
	return s, s.Check()
}

// ShardOf is the shard of a process in an array: of a Slurm array, whose first and last index
// may be any, or of a Kubernetes job in Indexed mode, which counts from 0. shards is the number
// of shards, 0 where the scheduler tells it. getenv is os.Getenv.
func ShardOf(getenv func(string) string, shards int) (Shard, error) {
	number := func(name string, otherwise int) (int, error) {
		text := getenv(name)
		if text == "" {
			return otherwise, nil
		}
		v, err := strconv.Atoi(text)
		if err != nil {
			return 0, fmt.Errorf("%s is %q, which is no number", name, text)
		}
		return v, nil
	}
	switch {
	case getenv("SLURM_ARRAY_TASK_ID") != "":
		id, err := number("SLURM_ARRAY_TASK_ID", 0)
		if err != nil {
			return Shard{}, err
		}
		first, err := number("SLURM_ARRAY_TASK_MIN", 1)
		if err != nil {
			return Shard{}, err
		}
		if shards == 0 {
			last, err := number("SLURM_ARRAY_TASK_MAX", 0)
			if err != nil {
				return Shard{}, err
			}
			if shards = last - first + 1; shards < 1 {
				return Shard{}, errors.New("SLURM_ARRAY_TASK_MAX does not say how many shards there are: pass --shards N")
			}
		}
		s := Shard{id - first + 1, shards}
		return s, s.Check()
	case getenv("JOB_COMPLETION_INDEX") != "":
		index, err := number("JOB_COMPLETION_INDEX", 0)
		if err != nil {
			return Shard{}, err
		}
		if shards == 0 {
			return Shard{}, errors.New("a Kubernetes job does not say how many shards there are: pass --shards N, as many as its completions")
		}
		s := Shard{index + 1, shards}
		return s, s.Check()
	}
	return Shard{}, errors.New("nothing says which shard this is: pass --shard INDEX/NUMBER, or run it in a Slurm array or a Kubernetes indexed job")
}
