# Read the landmarks of a match into R: those of A, and those that the map carried to B.
# Needs base R alone; geomorph and Morpho are used where they are installed.
#
#     gwscope match A.ply B.ply --landmarks-a a.csv --out out
#     Rscript landmarks.R out
#
# As a source file: read_landmarks(file), landmark_array(files).

# A matrix of landmarks (p x 3), named by row.
read_landmarks <- function(file) {
  table <- read.csv(file, check.names = FALSE, comment.char = "#", encoding = "UTF-8")
  if ("kind" %in% names(table)) table <- table[table$kind == "landmark", ]
  m <- as.matrix(table[, c("x", "y", "z")])
  rownames(m) <- table$name
  m
}

# An array p x 3 x n of the landmarks that all files have, as geomorph and Morpho want it.
landmark_array <- function(files) {
  sets <- lapply(files, read_landmarks)
  common <- Reduce(intersect, lapply(sets, rownames))
  array(unlist(lapply(sets, function(m) m[common, ])), c(length(common), 3, length(sets)),
        list(common, c("x", "y", "z"), basename(files)))
}

args <- commandArgs(trailingOnly = TRUE)
if (length(args) == 1) {
  files <- file.path(args[1], c("landmarks_a.csv", "landmarks_a_on_b.csv"))
  all <- landmark_array(files)
  cat(dim(all)[1], "landmarks of", dim(all)[3], "specimens\n")
  if (dim(all)[1] > 3 && requireNamespace("geomorph", quietly = TRUE)) print(geomorph::gpagen(all, print.progress = FALSE))
  if (dim(all)[1] > 3 && requireNamespace("Morpho", quietly = TRUE)) print(Morpho::procSym(all)$size)
}
