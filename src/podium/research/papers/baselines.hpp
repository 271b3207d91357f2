#pragma once

#include <span>
#include <string>
#include <string_view>

#include "podium/research/papers/claim_values.hpp"

namespace podium::research {

/// Rows of the claim's data sets at hand that are better here than published, by more than the
/// margin of equivalence: "stronger here than published: Regression (p@10 0.494, published 0.466)".
/// Each row is named with its largest excess; empty when there is none. LETOR's own tables count
/// for every paper that quotes them, but not by NDCG, whose discount differs.
std::string stronger_baselines(const Findings& findings, const ClaimScope& scope,
                               const ClaimData& data, std::span<const std::string_view> rows);

/// The rows that others are compared with: B of every pair, each once.
std::vector<std::string_view> baselines_of(std::span<const SystemPair> pairs);

}  // namespace podium::research
