// Package shapenetpart reads the published ShapeNet-part set: clouds of points with
// normals and part labels in sixteen categories (Yi et al., "A scalable active
// framework for region annotation in 3D shape collections", SIGGRAPH Asia 2016), in
// the form with normals known as shapenetcore_partanno_segmentation_benchmark_v0_normal:
//
//	synsetoffset2category.txt                      lines such as "Chair 03001627"
//	train_test_split/shuffled_train_file_list.json lists such as ["shape_data/03001627/1a2b", ...]
//	train_test_split/shuffled_val_file_list.json
//	train_test_split/shuffled_test_file_list.json
//	03001627/1a2b.txt                              lines "x y z nx ny nz label"
//
// The set is not part of this program and has its own terms of use; nothing is
// downloaded. [Open] checks that all of it is there and names missing files.
package shapenetpart
