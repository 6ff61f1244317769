# Prints what R says about the sets in samples.csv, in three kinds of lines:
#   test,X,Y,exact or normal,U,p
#   shift,X,Y,exact or normal,confidence,estimate,low,high,reached,root_low,root_high
#   median,SET,confidence,low,high,reached
# test, and shift with exact: wilcox.test itself.  shift with normal: order statistics of all
# differences, worked out below from the definition; root_low and root_high are wilcox.test's own,
# which searches for the shift at which its corrected z reaches the bound.
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

ordered_interval <- function(x, y, confidence) {
    d <- sort(as.vector(outer(x, y, "-")))
    n <- length(x); m <- length(y)
    mu <- n * m / 2
    sigma <- sqrt(n * m * (n + m + 1) / 12)
    k <- floor(mu + 0.5 - qnorm(1 - (1 - confidence) / 2) * sigma)
    if (k < 1) return(c(NA, NA, 0))
    c(d[k], d[n * m + 1 - k], 1 - 2 * pnorm((k - 0.5 - mu) / sigma))
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
    for (confidence in c(0.9, 0.95, 0.99)) {
        estimate <- median(outer(x, y, "-"))
        if (free) {
            q <- qwilcox((1 - confidence) / 2, length(x), length(y))
            reached <- 1 - 2 * pwilcox(max(q, 1) - 1, length(x), length(y))
            low <- NA; high <- NA
            # wilcox.test goes on with the whole range when that does not reach the confidence.
            if (reached >= confidence - 1e-9) {
                test <- wilcox.test(x, y, exact = TRUE, conf.int = TRUE, conf.level = confidence)
                estimate <- test$estimate
                low <- test$conf.int[1]; high <- test$conf.int[2]
            } else {
                reached <- 0
            }
            say("shift", pair, "exact", number(c(confidence, estimate, low, high, reached)),
                "NA", "NA")
        } else {
            root <- quiet(wilcox.test(x, y, exact = FALSE, conf.int = TRUE,
                                      conf.level = confidence))
            say("shift", pair, "normal",
                number(c(confidence, estimate, ordered_interval(x, y, confidence))),
                number(root$conf.int[1]), number(root$conf.int[2]))
        }
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
