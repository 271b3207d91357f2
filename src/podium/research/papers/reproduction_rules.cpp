#include "podium/research/papers/reproduction.hpp"

namespace podium::research {

std::vector<std::string> rules_of_verdicts() {
  return {
      "A point is a pair of systems A and B, a measure and a data set; its difference is A - B, "
      "the "
      "mean over the queries of all test folds and over seeds. Every claim has a rule that was "
      "written down before the results were looked at. Only the data sets that the paper used "
      "decide; results on other data are shown beside the verdict. \"Not significant\" is never "
      "\"refuted\", and an exact tie counts for neither side.",

      "Tests are one-sided, at level .025 for \"holds\" and .025 for \"refuted\", so that both "
      "together come out in at most 5 % of studies in which nothing differs. t is the mean "
      "difference divided by its standard error; where learners or truths are random, the variance "
      "over seeds is part of it. The distribution of t without a difference comes from random sign "
      "changes (19,999, or all of them when there are fewer): one sign for each query, which "
      "changes the differences of all pairs and measures of that query together. So the "
      "correlation of points is kept.",

      "Folds: the paper's own decide. With --partitions the same test is made on other partitions "
      "of the queries into five folds, and the largest of the p values decides. Generated "
      "stand-ins "
      "of data sets that are not public are reported apart and never change a verdict.",

      "Missing data sets count against every verdict: \"holds\" needs all the wanted points among "
      "those at hand, and \"refuted\" must be certain whatever the missing points are. If neither "
      "comes out, the verdict is \"needs data\" when the missing points could still make the claim "
      "true, else \"not shown either way\".",

      "\"c of P points together\": the claim counts points without saying \"significantly\". The "
      "count alone decides nothing, because correlated points are often ahead together by chance; "
      "its probability is printed. The c-th largest t decides: it must be above 0 (below 0: "
      "refuted), and so large (small) by chance in at most 2.5 % of sign changes. This shows that "
      "the systems differ at the points taken together; the p value of c single points, a "
      "stronger statement, is printed beside it and decides nothing.",

      "\"Each of P points\": the claim says \"significantly\". At least c single points must "
      "differ, "
      "tested by the partial conjunction: for c = P the p value of the worst point decides, and a "
      "refutation is corrected over all points by the smallest t of each sign change.",

      "\"Equivalent\", \"not worse\": the claim says comparable, similar or sufficient. Two "
      "one-sided t tests (TOST) must show at every point that the difference lies within a margin, "
      "p <= .05. Refuted: a simultaneous 95 % interval lies outside of the margin. The margin is "
      "the larger of the standard deviation of the published means of the paper's systems and half "
      "the standard error over queries of ListNet (or of the second system, where a study has no "
      "ListNet). Each data set is a part of the claim. The margin that could have been shown is "
      "2.93 "
      "standard errors.",

      "\"Best of k at c of P points\": the mean of the system less the best mean of the others, in "
      "standard errors of the two-way layout; the c-th largest decides. Its distribution without "
      "a difference comes from dealing the values of each query to the systems at random, 1,999 "
      "times, so that the choice of the best is part of it. \"Winning numbers\": the same deals; "
      "the counts of Tables 5 to 18 are printed, and the expected number of wins with new queries "
      "decides. This rule needs all data sets.",

      "\"Rise and fall\": an inner place of the curve must be shown above both ends; refuted when "
      "an end is shown above all inner places. The place of the largest value decides nothing: on "
      "a "
      "flat curve it is usually inside. \"Equivalent places\": TOST over all pairs of places; the "
      "margin is the published range, a share of the mean, or half the standard error over queries "
      "of the last place.",

      "\"Gains\": A must be above B at all points together, and each published gain must lie in "
      "the "
      "interval of ours (queries resampled 9,999 times, 95 % over all gains); outside on the "
      "paper's own data: refuted. \"Theorem\": refuted by a counterexample of podium-papers verify "
      "theory "
      "to the statement as printed. It holds if docs/theory.md proves it and no case violates it; "
      "cases alone are no proof: \"not shown either way\". A claim that leaves constants open is "
      "judged with those of docs/theory.md. \"People\": claims about assessors need "
      "people.",

      "Published values on the same data: a value agrees with ours when the difference, and its "
      "error over seeds, is within the margin and half a unit of the last printed digit. It "
      "differs when the difference less 1.96 errors exceeds the margin; the error is that of "
      "training the learner once more, whose values have a correlation of .93 over queries.",

      "Power: the detectable difference of a point is the smallest true difference that its own "
      "test would show in 80 % of studies with as many queries, by resampling the queries; then "
      "the "
      "same for the rule of the claim, if all points differ together. Where a claim is not shown "
      "either way, smaller differences may exist: more than 20 % of such studies would miss them."};
}

}  // namespace podium::research
