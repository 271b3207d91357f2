#include "podium/learning/learn/trees/tree_sums.hpp"

#include <utility>

#include "podium/core/base/chunks.hpp"
#include "podium/core/data/query_blocks.hpp"

namespace podium {

TreeSums::TreeSums(const Dataset& data, const TreeEnsemble& model)
    : data_(data), sum_(data.row_count()) {
  if (model.start) start_ = podium::score(model.start->kind, data);
}

void TreeSums::add(const RegressionTree& tree, double weight) {
  ++count_;
  QueryBlocks(data_).for_each([&](std::size_t query, Workspace& /*workspace*/) {
    const QueryView view = data_[query];
    DenseRow<float> dense;
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      sum_[view.first_row + doc] += weight * tree.value[tree.leaf_of(dense(view.features[doc]))];
    }
  });
}

void TreeSums::add(const GrownTree& grown, double weight) {
  ++count_;
  for_each_chunk(sum_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      sum_[row] += weight * grown.tree.value[grown.leaf_of_row[row]];
    }
  });
}

void TreeSums::leave_out(std::vector<RegressionTree> trees) {
  if (trees.empty()) return;
  const bool are_all = trees.size() == count_;
  left_out_ = podium::score(
      TreeEnsemble{.features = data_.feature_count(), .trees = std::move(trees)}, data_);
  // Without any tree exactly 0: rounding must not order documents.
  for (std::size_t row = 0; row < sum_.size(); ++row) {
    sum_[row] = are_all ? 0.0 : sum_[row] - left_out_[row];
  }
}

void TreeSums::put_back(double factor) {
  for (std::size_t row = 0; row < left_out_.size(); ++row) sum_[row] += factor * left_out_[row];
  left_out_.clear();
}

std::vector<double> TreeSums::scores(const TreeEnsemble& model) const {
  std::vector<double> scores(sum_.size());
  for (std::size_t row = 0; row < scores.size(); ++row) scores[row] = score(model, row);
  return scores;
}

}  // namespace podium
