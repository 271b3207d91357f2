#include "podium/learning/experiment/conclusion.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace podium {

std::string p_text(double p, bool is_bound) {
  return p < 1e-4 ? "p < 0.0001" : fmt::format("p {} {:.3g}", is_bound ? "<=" : "=", p);
}

Cell p_cell(double p, bool is_bound) {
  Cell cell(p);
  if (is_bound) {
    cell.before = "<= ";
    cell.digits = std::max(cell.digits, static_cast<int>(std::ceil(-std::log10(p))));
  }
  return cell;
}

namespace {

std::string evidence(const Comparison& comparison, const PairComparison& pair,
                     const CompareOptions& options) {
  std::string text;
  for (const PairTest& test : pair.tests) {
    if (!text.empty()) text += ", ";
    if (pair.tests.size() > 1) text += test.name + " ";
    text += p_text(test.p_corrected, test.outcome.is_at_floor());
  }
  const bool any_paired =
      std::ranges::any_of(options.tests, [](const auto& test) { return !test.is_joint(); });
  if (any_paired && options.correction != Correction::none && comparison.pairs.size() > 1) {
    text += fmt::format(" after {} over {} pairs",
                        options.correction == Correction::holm ? "Holm" : "Benjamini-Hochberg",
                        comparison.pairs.size());
  }
  return text;
}

std::string verdict(const std::string& a, const std::string& b, const PairComparison& pair,
                    const CompareOptions& options) {
  const auto says = [](bool for_a) {
    return [for_a](const PairTest& test) { return test.significant && test.favours_a == for_a; };
  };
  const auto mean_says_otherwise = [&](bool for_a) {
    const double lead = options.smaller_is_better ? -pair.difference : pair.difference;
    return for_a ? lead < 0.0 : lead > 0.0;
  };
  for (const bool for_a : {true, false}) {
    if (!std::ranges::all_of(pair.tests, says(for_a))) continue;
    return (for_a ? a : b) + " is better than " + (for_a ? b : a) +
           (mean_says_otherwise(for_a) ? ", although its mean is worse" : "");
  }
  if (std::ranges::none_of(pair.tests, &PairTest::significant)) {
    return "no difference between " + a + " and " + b + " was shown";
  }
  return "the tests do not agree on " + a + " and " + b;
}

std::string equivalence_words(const PairComparison& pair, const CompareOptions& options) {
  if (!pair.equivalence) return "";
  const PairEquivalence& found = *pair.equivalence;
  const std::string within =
      fmt::format("equivalent within {:g} ({}", *options.margin, p_text(found.p_corrected, false));
  if (found.is_shown) return "; " + within + ")";
  return fmt::format("; not shown to be {}, {:g} % interval {:.4f} to {:.4f})", within,
                     100.0 * (1.0 - 2.0 * options.test.alpha), found.test.interval.low,
                     found.test.interval.high);
}

}  // namespace

std::string conclusion(const Comparison& comparison, const PairComparison& pair,
                       const CompareOptions& options) {
  return verdict(comparison.ranker[pair.rankers.a], comparison.ranker[pair.rankers.b], pair,
                 options) +
         " (" + evidence(comparison, pair, options) + ")" + equivalence_words(pair, options);
}

std::string outlook(const PairComparison& pair) {
  return std::ranges::all_of(pair.tests, &PairTest::significant) ? "" : pair.forecast.words();
}

}  // namespace podium
