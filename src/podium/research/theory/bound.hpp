#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/research/theory/check.hpp"
#include "podium/research/theory/top_k_case.hpp"

namespace podium::research {

/// An inequality that is claimed for every query, as a table row; check_of turns it into a check.
struct Bound {
  using Of = std::function<Inequality(const TopKCase&)>;

  std::string_view name;
  std::string_view reference;
  std::string_view statement;
  ScoreKind scores = ScoreKind::distinct;
  Of printed;
  std::string_view corrected_statement = {};
  Of corrected = {};
  std::optional<TopKCase> counterexample = {};  ///< present when the statement is false as printed
  std::function<std::vector<std::pair<std::string, double>>()> numbers = {};
};

/// The check is expected to hold if and only if the row has no counterexample.
TheoryCheck check_of(const Bound& bound);

}  // namespace podium::research
