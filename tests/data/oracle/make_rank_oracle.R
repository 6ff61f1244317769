# Prints what R says about the sets in samples.csv, in two kinds of lines:
#   test,X,Y,exact or normal,U,p               by wilcox.test
#   median,SET,confidence,low,high,reached     by qbinom and pbinom
# Usage, in this folder: Rscript make_rank_oracle.R > rank_oracle.csv
sets <- list()
for (line in readLines("samples.csv")) {
    parts <- strsplit(line, ",")[[1]]
    sets[[parts[1]]] <- as.numeric(parts[-1])
}
number <- function(v) ifelse(is.na(v), "NA", sprintf("%.17g", v))
say <- function(...) cat(paste(c(...), collapse = ","), "\n", sep = "")
quiet <- function(e) suppressWarnings(e)

pairs <- list(c("float_a", "float_b"), c("float_b", "float_a"), c("ties_a", "ties_b"),
              c("same_a", "same_b"), c("small_a", "small_b"), c("spiky", "float_a"))
for (name in grep("_x$", names(sets), value = TRUE)) {
    pairs[[length(pairs) + 1]] <- c(name, sub("_x$", "_y", name))
}

for (pair in pairs) {
    x <- sets[[pair[1]]]; y <- sets[[pair[2]]]
    free <- !anyDuplicated(c(x, y)) && length(x) < 50 && length(y) < 50
    normal <- quiet(wilcox.test(x, y, exact = FALSE, correct = TRUE))
    say("test", pair, "normal", number(normal$statistic), number(normal$p.value))
    if (free) {
        exact <- wilcox.test(x, y, exact = TRUE)
        say("test", pair, "exact", number(exact$statistic), number(exact$p.value))
    }
}

for (name in names(sets)) {
    values <- sort(sets[[name]])
    n <- length(values)
    for (confidence in c(0.9, 0.95, 0.99)) {
        k <- qbinom((1 - confidence) / 2, n, 0.5)
        if (k < 1) {
            say("median", name, number(confidence), "NA", "NA", "0")
        } else {
            say("median", name, number(c(confidence, values[k], values[n + 1 - k],
                                         1 - 2 * pbinom(k - 1, n, 0.5))))
        }
    }
}
