#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "podium/core/base/block_tree.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/workspace.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/learning/model/scorer.hpp"

namespace podium {

/// A scorer forward and backward through the documents of one query. Those of a long query go by in
/// parts of fixed size, in parallel; the gradients of the parts are added by the tree of
/// core/base/block_tree.hpp, so that the number of threads does not change a bit.
template <Scorer S>
class QueryPass {
 public:
  static constexpr std::size_t long_query = 8192;  ///< more documents are scored in parts
  static constexpr std::size_t part_size = 4096;   ///< documents

  /// Borrows all of these. `workspace` is not cleared between forward() and backward().
  QueryPass(const S& scorer, const FeatureRows& rows, Workspace& workspace)
      : scorer_(scorer), rows_(rows), workspace_(workspace) {}

  void forward(std::span<const double> w, std::span<double> scores) {
    if (scores.size() <= long_query) {
      tape_.emplace(scorer_.forward(w, rows_, scores, workspace_));
      return;
    }
    parts_ = std::vector<Part>((scores.size() + part_size - 1) / part_size);
    parallel_for(parts_.size(), [&](std::size_t i) {
      const auto own = part_of(scores, i);
      parts_[i].tape.emplace(scorer_.forward(w, rows_of(i, own.size()), own, parts_[i].workspace));
    });
  }

  /// Adds the gradient of the parameters. `next` as for Scorer::backward.
  void backward(std::span<const double> w, std::span<const double> score_gradient,
                std::span<double> gradient, std::span<const float> next) {
    if (parts_.empty()) {
      scorer_.backward(w, rows_, *tape_, score_gradient, gradient, workspace_, next);
      return;
    }
    const auto add = [&](std::size_t i, ManySums<double>& sum) {
      const auto own = part_of(score_gradient, i);
      scorer_.backward(w, rows_of(i, own.size()), *parts_[i].tape, own, sum.values,
                       parts_[i].workspace);
    };
    const ManySums<double> zero{std::vector<double>(gradient.size())};
    const ManySums<double> sum = sum_over_blocks(parts_.size(), zero, add);
    for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] += sum.values[i];
  }

 private:
  using Tape = decltype(std::declval<const S&>().forward(
      std::span<const double>(), std::declval<const FeatureRows&>(), std::span<double>(),
      std::declval<Workspace&>()));

  struct Part {
    Workspace workspace;
    std::optional<Tape> tape;
  };

  template <class Value>
  static std::span<Value> part_of(std::span<Value> by_document, std::size_t part) {
    const std::size_t begin = part * part_size;
    return by_document.subspan(begin, std::min(part_size, by_document.size() - begin));
  }

  FeatureRows rows_of(std::size_t part, std::size_t count) const {
    return rows_.part(part * part_size, count);
  }

  const S& scorer_;
  const FeatureRows& rows_;
  Workspace& workspace_;
  std::optional<Tape> tape_;
  std::vector<Part> parts_;  ///< of a long query
};

}  // namespace podium
