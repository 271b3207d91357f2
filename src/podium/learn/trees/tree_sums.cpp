#include "podium/learn/trees/tree_sums.hpp"

#include "podium/base/chunks.hpp"
#include "podium/data/query_blocks.hpp"

namespace podium {

TreeSums::TreeSums(const Dataset& data, const TreeEnsemble& model)
    : data_(data), sum_(data.row_count()) {
  if (model.start) start_ = podium::score(model.start->kind, data);
}

void TreeSums::add(const RegressionTree& tree) {
  QueryBlocks(data_).for_each([&](std::size_t query, Workspace& /*workspace*/) {
    const QueryView view = data_[query];
    DenseRow<float> dense;
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      sum_[view.first_row + doc] += tree.value[tree.leaf_of(dense(view.features[doc]))];
    }
  });
}

void TreeSums::add(const GrownTree& grown) {
  for_each_chunk(sum_.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      sum_[row] += grown.tree.value[grown.leaf_of_row[row]];
    }
  });
}

std::vector<double> TreeSums::scores(const TreeEnsemble& model) const {
  std::vector<double> scores(sum_.size());
  for (std::size_t row = 0; row < scores.size(); ++row) scores[row] = score(model, row);
  return scores;
}

}  // namespace podium
