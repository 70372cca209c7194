# First figures of this bundle, with base R alone: Rscript quickstart.R
s <- read.csv(file.path("data", "session.csv"), stringsAsFactors = FALSE, encoding = "UTF-8", na.strings = "",
              colClasses = "character")
s <- s[s$exclude == "false", ]
for (name in c("payoff_human", "payoff_partner", "payoff_joint")) s[[name]] <- as.numeric(s[[name]])
s$walked <- as.numeric(s$deal == "false")
factors <- grep("^factor_", names(s), value = TRUE)
cell <- if (length(factors) > 0) interaction(s[factors], drop = TRUE, sep = ", ") else factor(rep("all", nrow(s)))
se <- function(x) if (length(x) > 1) sd(x) / sqrt(length(x)) else NA

for (name in c("payoff_human", "payoff_partner", "payoff_joint")) {
  cat("\n", name, ": n, mean and standard error by cell\n", sep = "")
  print(data.frame(n = as.vector(tapply(s[[name]], cell, length)),
                   mean = as.vector(tapply(s[[name]], cell, mean)),
                   se = as.vector(tapply(s[[name]], cell, se)),
                   row.names = levels(cell)))
}
cat("\nwithout a deal, in percent\n")
print(100 * tapply(s$walked, cell, mean))
if (length(factors) > 0) {
  for (name in factors) s[[name]] <- factor(s[[name]])
  # aov() gives sums of squares of type I: with unequal cells the order of the factors matters.
  cat("\nanalysis of variance of payoff_human\n")
  print(summary(aov(reformulate(paste(factors, collapse = " * "), "payoff_human"), data = s)))
}
