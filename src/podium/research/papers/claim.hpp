#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/table.hpp"
#include "podium/core/report/document.hpp"
#include "podium/research/papers/claim_rules.hpp"
#include "podium/research/papers/findings.hpp"

namespace podium::research {

/// The result of checking a claim, or a part of one.
struct ClaimFinding {
  ClaimVerdict verdict = ClaimVerdict::needs_data;
  std::string rule;      ///< that decided, in a few words
  std::string evidence;  ///< as short as it can be: a summary shows nothing else
  std::string power;     ///< what the data could have shown; empty: does not apply
  std::string details;   ///< what a full report adds to the evidence; may be empty
  Table points = {};     ///< every point of the claim; without rows: none
};

/// A statement of a paper, and the rules that decide it.
struct PaperClaim {
  std::string_view source;  ///< key of docs/references.bib and the place
  std::string_view text;
  std::span<const ClaimRule> parts;  ///< the claim holds when all parts do
};

/// A claim with its finding.
struct CheckedClaim {
  const PaperClaim* claim = nullptr;
  ClaimFinding finding;
  std::string stand_ins = {};  ///< what came out on generated data, a sentence; may be empty

  ClaimsBlock::Claim full() const;   ///< for reports: with all evidence
  ClaimsBlock::Claim brief() const;  ///< for summaries: without details
};

/// Applies the rules of the claim. The same findings give the same bits for any number of threads.
CheckedClaim checked(const PaperClaim& claim, const Findings& findings);

/// Applies one rule. Random draws are keyed by `seed`.
ClaimFinding decided(const ClaimRule& rule, const Findings& findings, std::uint64_t seed);

/// The verdict on a claim of several parts: refuted when any part is, else not shown when any is
/// not, else needs data when any does, else holds.
ClaimVerdict joined_verdict(std::span<const ClaimVerdict> parts);

/// What a rule says about the points at hand.
struct RuleOutcome {
  bool holds = false;
  bool is_refuted = false;
};

/// The verdict on "at `wanted` points", some of which are of data sets that are not at hand; these
/// count against any verdict. `rule` is called with the number wanted of the points at hand.
///
///   holds     the rule holds with `wanted` of those at hand
///   refuted   the rule refutes wanted - missing of those at hand
///   else needs data, when the missing points could still make the claim true: wanted <= missing,
///   or the rule holds with wanted - missing of those at hand; else not shown
ClaimVerdict verdict_with_missing(std::size_t wanted, std::size_t at_hand, std::size_t missing,
                                  const std::function<RuleOutcome(std::size_t)>& rule);

/// Appends a clause, after a semicolon where there is text before it.
void add_clause(std::string& text, std::string_view more);

/// The items, separated by `between`.
std::string listed(std::span<const std::string> items, std::string_view between = ", ");

}  // namespace podium::research
