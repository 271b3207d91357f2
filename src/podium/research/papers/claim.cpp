#include "podium/research/papers/claim.hpp"

#include <algorithm>
#include <array>

#include "podium/core/base/random.hpp"
#include "podium/research/papers/decide.hpp"

namespace podium::research {

namespace {

ClaimsBlock::Claim block_claim(const CheckedClaim& checked, std::string evidence) {
  return {.claim = std::string(checked.claim->text),
          .source = std::string(checked.claim->source),
          .verdict = checked.finding.verdict,
          .rule = checked.finding.rule,
          .evidence = std::move(evidence),
          .power = checked.finding.power};
}

/// How clauses begin that are about the whole claim, so that every part of it has the same ones.
constexpr std::array<std::string_view, 3> general_clauses = {"needs ", "expected in ",
                                                             "stronger here than published"};

/// Adds the clauses of a part to those of the parts before it, general ones only once.
void add_part(std::string& text, std::string_view part) {
  const std::string before = text;
  for (std::size_t begin = 0; begin < part.size();) {
    const std::size_t end = std::min(part.find("; ", begin), part.size());
    const std::string_view clause = part.substr(begin, end - begin);
    const bool is_general = std::ranges::any_of(
        general_clauses, [&](std::string_view start) { return clause.starts_with(start); });
    if (!is_general || before.find(clause) == std::string::npos) add_clause(text, clause);
    begin = end + 2;
  }
}

void append(Table& table, Table&& more) {
  if (table.rows.empty()) {
    table = std::move(more);
  } else {
    std::ranges::move(more.rows, std::back_inserter(table.rows));
  }
}

}  // namespace

ClaimsBlock::Claim CheckedClaim::full() const {
  std::string evidence = finding.evidence;
  add_clause(evidence, finding.details);
  return block_claim(*this, std::move(evidence));
}

ClaimsBlock::Claim CheckedClaim::brief() const {
  return block_claim(*this, finding.evidence);
}

CheckedClaim checked(const PaperClaim& claim, const Findings& findings) {
  CheckedClaim result{.claim = &claim};
  std::vector<ClaimVerdict> verdicts;
  for (const ClaimRule& rule : claim.parts) {
    ClaimFinding part = decided(rule, findings, fnv1a64(claim.text, fnv1a64(claim.source)));
    verdicts.push_back(part.verdict);
    add_clause(result.finding.rule, part.rule == result.finding.rule ? "" : part.rule);
    add_part(result.finding.evidence, part.evidence);
    add_clause(result.finding.power, part.power == result.finding.power ? "" : part.power);
    add_part(result.finding.details, part.details);
    if (!part.points.rows.empty()) append(result.finding.points, std::move(part.points));
  }
  result.finding.verdict = joined_verdict(verdicts);
  return result;
}

ClaimFinding decided(const ClaimRule& rule, const Findings& findings, std::uint64_t seed) {
  return std::visit([&](const auto& one) { return decide(one, findings, seed); }, rule);
}

ClaimVerdict joined_verdict(std::span<const ClaimVerdict> parts) {
  for (const ClaimVerdict verdict :
       {ClaimVerdict::refuted, ClaimVerdict::not_shown, ClaimVerdict::needs_data}) {
    if (std::ranges::count(parts, verdict) > 0) return verdict;
  }
  return ClaimVerdict::holds;
}

ClaimVerdict verdict_with_missing(std::size_t wanted, std::size_t at_hand, std::size_t missing,
                                  const std::function<RuleOutcome(std::size_t)>& rule) {
  const RuleOutcome all = wanted <= at_hand ? rule(wanted) : RuleOutcome{};
  if (all.holds) return ClaimVerdict::holds;
  if (wanted <= missing) return ClaimVerdict::needs_data;
  const RuleOutcome rest = missing == 0 && wanted <= at_hand ? all : rule(wanted - missing);
  if (rest.is_refuted) return ClaimVerdict::refuted;
  return missing > 0 && rest.holds ? ClaimVerdict::needs_data : ClaimVerdict::not_shown;
}

void add_clause(std::string& text, std::string_view more) {
  if (!text.empty() && !more.empty()) text += "; ";
  text += more;
}

std::string listed(std::span<const std::string> items, std::string_view between) {
  std::string text;
  for (const std::string& item : items) {
    if (!text.empty()) text += between;
    text += item;
  }
  return text;
}

}  // namespace podium::research
