#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/theory/check.hpp"
#include "podium/theory/top_k_case.hpp"

namespace podium {

/// An inequality about every query, as a table row: check_of makes a check of it.
struct Bound {
  using Of = std::function<Inequality(const TopKCase&)>;

  std::string_view name;
  std::string_view reference;
  std::string_view statement;
  ScoreKind scores = ScoreKind::distinct;
  Of printed;
  std::string_view corrected_statement = {};
  Of corrected = {};
  std::optional<TopKCase> counterexample = {};  ///< there when the statement is false as printed
  std::function<std::vector<std::pair<std::string, double>>()> numbers = {};
};

/// Expected to hold exactly when the row has no counterexample.
TheoryCheck check_of(const Bound& bound);

}  // namespace podium
