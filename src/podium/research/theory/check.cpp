#include "podium/research/theory/check.hpp"

#include <algorithm>

#include "podium/core/base/error.hpp"
#include "podium/core/base/named.hpp"
#include "podium/core/base/text.hpp"

namespace podium::research {

namespace {

bool was_never_violated(const Tally& tally) {
  return tally.cases > 0 && tally.violations == 0;
}

}  // namespace

bool CheckResult::is_met() const {
  const Tallies& tallies = outcome.tallies;
  if (check.expectation == Expectation::holds) return was_never_violated(tallies.printed);
  return !outcome.counterexample.empty() &&
         (check.corrected.empty() || was_never_violated(tallies.corrected));
}

std::vector<TheoryCheck> chosen_checks(std::vector<TheoryCheck> checks,
                                       std::span<const std::string_view> names) {
  for (const std::string_view name : names) (void)find_named(checks, name, "check");
  if (names.empty()) return checks;
  std::erase_if(checks, [&](const TheoryCheck& check) {
    return std::ranges::find(names, check.name) == names.end();
  });
  return checks;
}

std::vector<CheckResult> run_checks(std::span<const TheoryCheck> checks,
                                    const CheckOptions& options, std::uint64_t seed) {
  std::vector<CheckResult> results;
  for (const TheoryCheck& check : checks) results.push_back({check, check.run(options, seed)});
  return results;
}

void require_met(std::span<const CheckResult> results) {
  std::vector<std::string_view> failed;
  for (const CheckResult& result : results) {
    if (!result.is_met()) failed.push_back(result.check.name);
  }
  if (!failed.empty()) {
    throw NumericError("theory: unexpected outcome of " + joined(failed));
  }
}

}  // namespace podium::research
