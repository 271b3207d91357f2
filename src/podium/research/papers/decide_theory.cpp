#include <algorithm>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "podium/research/papers/decide.hpp"
#include "podium/research/theory/check.hpp"

namespace podium::research {

namespace {

/// The outcome of `podium-papers verify theory --only NAME` with its default options. It depends on
/// nothing else, so that it is computed once, when the first claim asks for it.
const CheckResult& result_of(const TheoryCheck& check) {
  static std::mutex mutex;
  static std::map<std::string_view, CheckResult> results;
  const std::scoped_lock lock(mutex);
  auto found = results.find(check.name);
  if (found == results.end()) {
    constexpr std::uint64_t seed = 1;
    found = results.try_emplace(check.name, CheckResult{check, check.run({}, seed)}).first;
  }
  return found->second;
}

std::vector<const CheckResult*> results_of(std::span<const std::string_view> names) {
  std::vector<const CheckResult*> results;
  for (const TheoryCheck& check : chosen_checks(theory_checks(), names)) {
    results.push_back(&result_of(check));
  }
  return results;
}

bool is_false(const TheoryRule& rule, const CheckResult& result) {
  const CheckOutcome& outcome = result.outcome;
  if (rule.leaves_constants_open && !result.check.corrected.empty()) {
    return outcome.tallies.corrected.violations > 0;
  }
  return !outcome.counterexample.empty() || outcome.tallies.printed.violations > 0;
}

std::string names_text(std::span<const CheckResult* const> results) {
  std::vector<std::string> names;
  for (const CheckResult* result : results) names.emplace_back(result->check.name);
  return listed(names);
}

std::string_view proof_text(const TheoryRule& rule) {
  if (!rule.is_proved) return "which is no proof";
  return rule.leaves_constants_open ? "with the constants and the proof of docs/theory.md"
                                    : "and a proof in docs/theory.md";
}

ClaimVerdict theory_verdict(const TheoryRule& rule, std::size_t of, std::size_t refuted) {
  if (rule.claims_failure) return refuted == of ? ClaimVerdict::holds : ClaimVerdict::not_shown;
  if (refuted > 0) return ClaimVerdict::refuted;
  return rule.is_proved ? ClaimVerdict::holds : ClaimVerdict::not_shown;
}

}  // namespace

ClaimFinding decide(const TheoryRule& rule, const Findings& /*findings*/, std::uint64_t /*seed*/) {
  const std::vector<const CheckResult*> results = results_of(rule.checks);
  std::vector<const CheckResult*> refuted;
  std::ranges::copy_if(results, std::back_inserter(refuted),
                       [&](const CheckResult* result) { return is_false(rule, *result); });
  std::size_t cases = 0;
  for (const CheckResult* result : results) cases += result->outcome.tallies.printed.cases;
  ClaimFinding finding{.verdict = theory_verdict(rule, results.size(), refuted.size()),
                       .rule = "theorem, podium-papers verify theory"};
  if (!rule.part.empty()) finding.evidence = fmt::format("{}: ", rule.part);
  if (refuted.empty()) {
    finding.evidence += fmt::format("no violation in {} cases of {} statements, {}", cases,
                                    results.size(), proof_text(rule));
    return finding;
  }
  finding.evidence += fmt::format("counterexamples to {} of {} statements as printed ({})",
                                  refuted.size(), results.size(), names_text(refuted));
  std::vector<std::string> corrections;
  std::size_t violations = 0;
  for (const CheckResult* result : refuted) {
    violations += result->outcome.tallies.corrected.violations;
    if (result->check.corrected.empty()) continue;
    corrections.push_back(fmt::format("{}: {}", result->check.name, result->check.corrected));
  }
  if (!corrections.empty()) {
    finding.evidence +=
        fmt::format("; {} in the corrected forms", violations == 0 ? "no violation" : "violations");
    finding.details = fmt::format("corrected: {}", listed(corrections, "; "));
  }
  return finding;
}

ClaimFinding decide(const PeopleRule& rule, const Findings& findings, std::uint64_t /*seed*/) {
  ClaimFinding finding = rule.describe(findings);
  finding.verdict = ClaimVerdict::needs_data;
  finding.rule = "people";
  return finding;
}

}  // namespace podium::research
