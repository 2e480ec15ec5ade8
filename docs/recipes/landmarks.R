# Read landmarks into R: of a match, those of A and those that the map carried to B; of a cohort,
# those of all specimens, or the shapes after Procrustes analysis.
# Needs base R alone; geomorph and Morpho are used where they are installed.
#
#     gwscope match A.ply B.ply --landmarks-a a.csv --out out
#     Rscript landmarks.R out
#     gwscope cohort run skulls
#     Rscript landmarks.R skulls/results
#
# As a source file: read_landmarks(file), landmark_array(files), cohort_array(file), read_gpa(folder).

# A matrix of landmarks (p x 3), named by row.
read_landmarks <- function(file) {
  table <- read.csv(file, check.names = FALSE, comment.char = "#", encoding = "UTF-8")
  if ("kind" %in% names(table)) table <- table[table$kind == "landmark", ]
  m <- as.matrix(table[, c("x", "y", "z")])
  rownames(m) <- table$name
  m
}

# An array p x 3 x n of the landmarks that all sets have, as geomorph and Morpho want it.
as_array <- function(sets, names) {
  common <- Reduce(intersect, lapply(sets, rownames))
  array(unlist(lapply(sets, function(m) m[common, ])), c(length(common), 3, length(sets)),
        list(common, c("x", "y", "z"), names))
}

landmark_array <- function(files) as_array(lapply(files, read_landmarks), sub("[.]csv$", "", basename(files)))

# The same of all specimens of a cohort, from its file results/landmarks.csv.
cohort_array <- function(file) {
  table <- read.csv(file, check.names = FALSE, encoding = "UTF-8")
  sets <- lapply(split(table, factor(table$specimen, unique(table$specimen))), function(rows) {
    m <- as.matrix(rows[, c("x", "y", "z")])
    rownames(m) <- rows$landmark
    m
  })
  as_array(sets, names(sets))
}

# The landmarks of a cohort after Procrustes analysis, from its folder results/slicermorph:
# coords is an array p x 3 x n, Csize the centroid sizes, scores the principal components.
# geomorph takes geomorph.data.frame(coords = gpa$coords, Csize = gpa$Csize).
read_gpa <- function(folder) {
  data <- read.csv(file.path(folder, "OutputData.csv"), check.names = FALSE, encoding = "UTF-8")
  scores <- read.csv(file.path(folder, "pcScores.csv"), check.names = FALSE, encoding = "UTF-8", row.names = 1)
  numbers <- t(as.matrix(data[, -(1:3)])) # each column is x, y, z of one landmark after another
  p <- nrow(numbers) / 3
  coords <- aperm(array(numbers, c(3, p, ncol(numbers))), c(2, 1, 3))
  dimnames(coords) <- list(paste("LM", seq_len(p)), c("x", "y", "z"), data$Sample_name)
  list(coords = coords, Csize = setNames(data$centroid, data$Sample_name), scores = as.matrix(scores))
}

args <- commandArgs(trailingOnly = TRUE)
if (length(args) == 1 && file.exists(file.path(args[1], "landmarks.csv"))) {
  all <- cohort_array(file.path(args[1], "landmarks.csv"))
  cat(dim(all)[1], "landmarks of", dim(all)[3], "specimens\n")
  if (dir.exists(file.path(args[1], "slicermorph"))) {
    gpa <- read_gpa(file.path(args[1], "slicermorph"))
    # After Procrustes analysis every shape has its centre at 0 and the size 1.
    size <- apply(gpa$coords, 3, function(m) sqrt(sum(m^2)))
    cat(dim(gpa$coords)[3], "aligned shapes of size", format(range(size), digits = 6), "\n")
  }
} else if (length(args) == 1) {
  files <- file.path(args[1], c("landmarks_a.csv", "landmarks_a_on_b.csv"))
  all <- landmark_array(files)
  cat(dim(all)[1], "landmarks of", dim(all)[3], "specimens\n")
}
if (length(args) == 1 && dim(all)[1] > 3) {
  if (requireNamespace("geomorph", quietly = TRUE)) print(geomorph::gpagen(all, print.progress = FALSE))
  if (requireNamespace("Morpho", quietly = TRUE)) print(Morpho::procSym(all)$size)
}
