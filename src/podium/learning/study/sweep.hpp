#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "podium/learning/experiment/crossval.hpp"
#include "podium/learning/study/spec.hpp"

namespace podium {

/// Which of the random choices of a sweep a cell has.
struct SweepDraw {
  std::uint64_t seed = 1;
  std::size_t number = 0;  ///< from 0
};

/// A quantity that a sweep can vary, other than an option of the algorithms.
struct SweepKind {
  std::string_view name;
  /// Throws UsageError for a value that it does not take.
  void (*check)(const std::string& value) = nullptr;
  /// The data of a fold at a value of the sweep; null when the data stays as it is. Test data is
  /// never changed.
  FoldData (*apply)(const FoldData& data, const std::string& value, SweepDraw draw) = nullptr;
  bool is_logarithmic = false;  ///< its axis in figures
  /// What a learning curve counts: "training queries"; empty when the sweep makes no such curve.
  std::string_view counts;
  /// Whether validation queries are among them.
  bool counts_validation = false;
};

/// All of them.
std::span<const SweepKind> sweep_kinds();

/// The kind of a sweep; null for an option of the algorithms.
const SweepKind* kind_of(const StudySweep& sweep);

/// Whether a sweep varies the number of queries that are learned from.
bool is_learning_sweep(const StudySweep& sweep);

}  // namespace podium
