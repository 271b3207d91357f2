#include "podium/research/papers/trials/partitions.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"

namespace podium::research {

namespace {

/// Theorems and statements about people have no folds.
bool has_folds(const PaperClaim& claim) {
  return std::ranges::none_of(claim.parts, [](const ClaimRule& rule) {
    return std::holds_alternative<TheoryRule>(rule) || std::holds_alternative<PeopleRule>(rule);
  });
}

void decide_by_all(ClaimFinding& finding, std::span<const ClaimVerdict> others) {
  std::vector<std::string> words;
  for (const ClaimVerdict verdict : others) words.emplace_back(words_of(verdict));
  const bool all_agree = std::ranges::count(others, finding.verdict) == std::ssize(others);
  if (!all_agree) finding.verdict = ClaimVerdict::not_shown;
  add_clause(
      finding.evidence,
      fmt::format("on {} of the queries into folds: {}",
                  counted(others.size(), "other partition", "other partitions"), listed(words)));
}

}  // namespace

void decide_by_all_partitions(std::span<CheckedPaper> papers,
                              std::span<const std::vector<CheckedPaper>> others) {
  if (others.empty()) return;
  for (std::size_t p = 0; p < papers.size(); ++p) {
    for (std::size_t c = 0; c < papers[p].claims.size(); ++c) {
      CheckedClaim& claim = papers[p].claims[c];
      if (claim.finding.verdict == ClaimVerdict::needs_data || !has_folds(*claim.claim)) continue;
      std::vector<ClaimVerdict> verdicts;
      for (const std::vector<CheckedPaper>& other : others) {
        verdicts.push_back(other[p].claims[c].finding.verdict);
      }
      decide_by_all(claim.finding, verdicts);
    }
  }
}

}  // namespace podium::research
