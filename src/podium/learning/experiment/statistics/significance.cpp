#include "podium/learning/experiment/statistics/significance.hpp"

#include <algorithm>
#include <array>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/experiment/statistics/bootstrap.hpp"
#include "podium/learning/experiment/statistics/paired_t.hpp"
#include "podium/learning/experiment/statistics/randomisation.hpp"
#include "podium/learning/experiment/statistics/wilcoxon.hpp"

namespace podium {

namespace {

constexpr std::array table = {
    SignificanceTest{
        .name = "t",
        .summary = "paired t test of the mean difference",
        .reference = "Student08",
        .of_pair = [](std::span<const double> difference, const TestOptions& options,
                      std::uint64_t) { return paired_t_test(difference, options.alpha); }},
    SignificanceTest{.name = "randomisation",
                     .summary = "Fisher's randomisation test of the mean difference",
                     .reference = "Fisher35, Smucker07",
                     .of_pair = randomisation_test},
    SignificanceTest{.name = "bootstrap",
                     .summary = "bootstrap test of the mean difference, shift method",
                     .reference = "Noreen89, Smucker07",
                     .of_pair = bootstrap_test},
    SignificanceTest{.name = "wilcoxon",
                     .summary = "Wilcoxon's signed rank test",
                     .reference = "Wilcoxon45",
                     .of_pair = [](std::span<const double> difference, const TestOptions& options,
                                   std::uint64_t) { return wilcoxon_test(difference, options); }},
    SignificanceTest{
        .name = "tukey",
        .summary = "Tukey's HSD test of all rankers, with queries as blocks",
        .reference = "Tukey53, Carterette12",
        .of_all = [](std::span<const std::vector<double>> value, std::span<const RankerPair> pairs,
                     const TestOptions&, std::uint64_t) { return tukey_hsd(value, pairs); }},
    SignificanceTest{.name = "tukey-randomised",
                     .summary = "Tukey's HSD test of all rankers by randomisation",
                     .reference = "Carterette12",
                     .of_all = randomised_tukey_hsd},
};

}  // namespace

std::span<const SignificanceTest> significance_tests() {
  return table;
}

std::vector<SignificanceTest> parse_significance_tests(std::string_view text) {
  if (text == "all") return {table.begin(), table.end()};
  std::vector<SignificanceTest> chosen;
  for (const std::string_view name : split_outside_brackets(text, ',')) {
    const auto* const found = std::ranges::find(table, name, &SignificanceTest::name);
    if (found == table.end()) {
      std::vector<std::string_view> known;
      for (const SignificanceTest& test : table) known.push_back(test.name);
      known.emplace_back("all");
      throw UsageError("test: found " + in_quotes(name) + ", expected one of: " + joined(known));
    }
    chosen.push_back(*found);
  }
  if (chosen.empty()) throw UsageError("test: found an empty list, expected at least one test");
  return chosen;
}

}  // namespace podium
