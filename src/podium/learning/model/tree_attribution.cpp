#include "podium/learning/model/tree_attribution.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "podium/core/base/error.hpp"

namespace podium {

namespace {

/// One bit for each reference of a block.
using ReferenceSet = std::uint64_t;
constexpr std::size_t block_size = 64;

/// The values of a feature that references have, in ascending order.
struct ReferenceColumn {
  std::vector<float> value;
  std::vector<ReferenceSet> first = {0};  ///< the references with the first k values, k = 0, 1, ...
  ReferenceSet missing = 0;

  /// `rows`: up to 64 of so many features.
  ReferenceColumn(std::span<const float> rows, std::size_t features, std::size_t feature) {
    std::vector<std::pair<float, ReferenceSet>> known;
    ReferenceSet one = 1;
    for (std::size_t at = feature; at < rows.size(); at += features, one <<= 1U) {
      if (std::isnan(rows[at])) {
        missing |= one;
      } else {
        known.emplace_back(rows[at], one);
      }
    }
    std::ranges::sort(known);
    for (const auto& [found, reference] : known) {
      value.push_back(found);
      first.push_back(first.back() | reference);
    }
  }

  ReferenceSet going_left(const TreeSplit& split) const {
    if (split.by_set) {
      ReferenceSet left = 0;
      for (std::size_t i = 0; i < value.size(); ++i) {
        if (split.goes_left(value[i])) left |= first[i + 1] & ~first[i];
      }
      return split.missing_left ? left | missing : left;
    }
    const auto end = std::upper_bound(value.begin(), value.end(), split.threshold);
    const ReferenceSet left = first[static_cast<std::size_t>(end - value.begin())];
    return split.missing_left ? left | missing : left;
  }
};

/// The Shapley values of a document, added up over a block of references. Each path of a tree is
/// followed once for all references that can take it.
class PathWalk {
 public:
  PathWalk(std::span<const float> document, std::span<const float> references, double factor,
           std::span<double> parts, const std::function<void()>& check)
      : document_(document),
        all_(~ReferenceSet{0} >> (block_size - references.size() / document.size())),
        factor_(factor),
        parts_(parts),
        check_(check),
        state_(document.size()) {
    for (std::size_t f = 0; f < document.size(); ++f) {
      column_.emplace_back(references, document.size(), f);
    }
  }

  // With a stack of its own: trees may be deeper than a program's.
  void run(const RegressionTree& tree) {
    constexpr std::size_t steps_per_check = 1024;
    check_();
    if (!tree.splits.empty()) visit(tree, 0, all_);
    for (std::size_t steps = 1; !open_.empty(); ++steps) {
      if (steps % steps_per_check == 0) check_();
      const Step step = open_.back();
      open_.pop_back();
      state_[step.feature] = step.state;
      if (step.references != 0) {
        visit(tree, step.at, step.references);
      } else if (!step.state.is_on_path) {
        path_.pop_back();
      }
    }
  }

 private:
  /// What the splits by a feature on the path say.
  struct FeatureState {
    ReferenceSet passing = ~ReferenceSet{0};  ///< references that go this way at all of them
    bool document_passes = true;
    bool is_on_path = false;
  };

  /// Goes on at a node with the references that can reach it; none: goes back.
  struct Step {
    std::int32_t at;
    ReferenceSet references;
    std::uint32_t feature;
    FeatureState state;
  };

  /// `references`: those with which a path comes here.
  void visit(const RegressionTree& tree, std::int32_t at, ReferenceSet references) {
    if (at < 0) {
      add_leaf(tree.value[RegressionTree::leaf_number(at)], references);
      return;
    }
    const TreeSplit& split = tree.splits[static_cast<std::size_t>(at)];
    const FeatureState before = state_[split.feature];
    if (!before.is_on_path) path_.push_back(split.feature);
    open_.push_back({0, 0, split.feature, before});
    const std::int32_t own = split.next(document_[split.feature]);
    const ReferenceSet left = column_[split.feature].going_left(split);
    for (const std::int32_t child : {split.right, split.left}) {
      const FeatureState state{.passing = before.passing & (child == split.left ? left : ~left),
                               .document_passes = before.document_passes && child == own,
                               .is_on_path = true};
      const ReferenceSet reaching = state.document_passes ? references : references & state.passing;
      if (reaching != 0) open_.push_back({child, reaching, split.feature, state});
    }
  }

  /// The features of V are the same for all references; those of U, and their number u, are not.
  void add_leaf(double value, ReferenceSet references) {
    from_document_.clear();
    std::size_t v = 0;
    for (const std::uint32_t feature : path_) {
      const FeatureState& state = state_[feature];
      v += state.document_passes ? 0U : 1U;
      const ReferenceSet failing = references & ~state.passing;
      if (failing != 0) from_document_.emplace_back(feature, failing);
    }
    // The references with each u; those with a feature of U more move up by one.
    with_u_.assign(from_document_.size() + 1, 0);
    with_u_[0] = references;
    std::size_t last = 0;
    for (const auto& [feature, failing] : from_document_) {
      ++last;
      for (std::size_t u = last; u > 0; --u) {
        with_u_[u] = (with_u_[u] & ~failing) | (with_u_[u - 1] & failing);
      }
      with_u_[0] &= ~failing;
    }
    double share = factor_ * value;  // times u! v! / (u+v)!, which is 1 for u = 0
    double of_references = 0.0;
    for (std::size_t u = 0; u < with_u_.size(); ++u) {
      if (u > 0) share *= static_cast<double>(u) / static_cast<double>(u + v);
      if (with_u_[u] == 0) continue;
      of_references += share * std::popcount(with_u_[u]);
      if (u == 0) continue;
      for (const auto& [feature, failing] : from_document_) {
        parts_[feature] += share / static_cast<double>(u) * std::popcount(with_u_[u] & failing);
      }
    }
    if (v == 0) return;
    for (const std::uint32_t feature : path_) {
      if (state_[feature].document_passes) continue;
      parts_[feature] -= of_references / static_cast<double>(v);
    }
  }

  std::span<const float> document_;
  ReferenceSet all_;
  double factor_;
  std::span<double> parts_;
  const std::function<void()>& check_;
  std::vector<ReferenceColumn> column_;  ///< of each feature
  std::vector<FeatureState> state_;
  std::vector<std::uint32_t> path_;  ///< its features, each once
  std::vector<Step> open_;
  std::vector<std::pair<std::uint32_t, ReferenceSet>> from_document_;  ///< features of U, of whom
  std::vector<ReferenceSet> with_u_;
};

/// A feature on the way to a leaf: how much of the document goes on if the feature is not known,
/// and whether it does if it is; the weight of sets with so many known features as there are
/// elements before this one.
struct PathElement {
  std::uint32_t feature = 0;
  double unknown = 1.0;
  double known = 1.0;
  double weight = 0.0;
};

using FeaturePath = std::vector<PathElement>;

void extend(FeaturePath& path, std::uint32_t feature, double unknown, double known) {
  path.push_back({feature, unknown, known, path.empty() ? 1.0 : 0.0});
  const std::size_t last = path.size() - 1;
  const auto size = static_cast<double>(path.size());
  for (std::size_t i = last; i-- > 0;) {
    path[i + 1].weight += known * path[i].weight * static_cast<double>(i + 1) / size;
    path[i].weight *= unknown * static_cast<double>(last - i) / size;
  }
}

/// Takes an element out, as if it had never been added.
void unwind(FeaturePath& path, std::size_t at) {
  const std::size_t last = path.size() - 1;
  const auto size = static_cast<double>(path.size());
  const double known = path[at].known;
  const double unknown = path[at].unknown;
  double next = path[last].weight;
  for (std::size_t j = last; j-- > 0;) {
    if (known != 0.0) {
      const double before = path[j].weight;
      path[j].weight = next * size / (static_cast<double>(j + 1) * known);
      next = before - path[j].weight * unknown * static_cast<double>(last - j) / size;
    } else {
      path[j].weight *= size / (unknown * static_cast<double>(last - j));
    }
  }
  for (std::size_t j = at; j < last; ++j) {
    path[j].feature = path[j + 1].feature;
    path[j].unknown = path[j + 1].unknown;
    path[j].known = path[j + 1].known;
  }
  path.pop_back();
}

/// Adds the Shapley values of one tree.
class ShapleyWalk {
 public:
  ShapleyWalk(const RegressionTree& tree, std::span<const float> document, double factor,
              TreeShapley& sum)
      : tree_(tree), document_(document), factor_(factor), sum_(sum) {}

  void run() {
    FeaturePath path;
    extend(path, 0, 1.0, 1.0);  // of no feature
    visit(tree_.splits.empty() ? -1 : 0, path, 1.0);
  }

 private:
  double rows_of(std::int32_t node) const {
    return static_cast<double>(tree_.rows[tree_.node_of(node)]);
  }

  void visit(std::int32_t at, const FeaturePath& path, double share) {
    if (at < 0) {
      add_leaf(path, tree_.value[RegressionTree::leaf_number(at)], share);
      return;
    }
    const TreeSplit& split = tree_.splits[static_cast<std::size_t>(at)];
    const std::int32_t taken = split.next(document_[split.feature]);
    const double both = rows_of(split.left) + rows_of(split.right);
    for (const std::int32_t child : {split.left, split.right}) {
      const double part = both > 0.0 ? rows_of(child) / both : 0.5;
      FeaturePath longer = path;
      double unknown = part;
      double known = child == taken ? 1.0 : 0.0;
      for (std::size_t i = 1; i < longer.size(); ++i) {
        if (longer[i].feature != split.feature) continue;
        unknown *= longer[i].unknown;
        known *= longer[i].known;
        unwind(longer, i);
        break;
      }
      if (unknown == 0.0 && known == 0.0) continue;  // nothing goes there
      extend(longer, split.feature, unknown, known);
      visit(child, longer, share * part);
    }
  }

  void add_leaf(const FeaturePath& path, double value, double share) {
    sum_.base += factor_ * share * value;
    for (std::size_t i = 1; i < path.size(); ++i) {
      FeaturePath without = path;
      unwind(without, i);
      double weight = 0.0;
      for (const PathElement& element : without) weight += element.weight;
      sum_.feature[path[i].feature] += factor_ * weight * (path[i].known - path[i].unknown) * value;
    }
  }

  const RegressionTree& tree_;
  std::span<const float> document_;
  double factor_;
  TreeShapley& sum_;
};

}  // namespace

std::vector<double> tree_attribution(const TreeEnsemble& model, std::span<const float> document,
                                     std::span<const float> references,
                                     const std::function<void()>& check) {
  const std::size_t features = model.features;
  expects(document.size() == features && !references.empty() && references.size() % features == 0,
          "a model and documents whose features fit each other");
  const std::size_t count = references.size() / features;
  std::vector<double> parts(features);
  for (std::size_t begin = 0; begin < count; begin += block_size) {
    const std::size_t size = std::min(block_size, count - begin);
    PathWalk walk(document, references.subspan(begin * features, size * features),
                  model.rate / static_cast<double>(count), parts, check);
    for (const RegressionTree& tree : model.trees) walk.run(tree);
  }
  return parts;
}

TreeShapley tree_shapley(const TreeEnsemble& model, std::span<const float> document) {
  expects(document.size() == model.features, "a model and a document whose features fit");
  TreeShapley sum{.base = model.base, .feature = std::vector<double>(model.features)};
  for (const RegressionTree& tree : model.trees) {
    ShapleyWalk(tree, document, model.rate, sum).run();
  }
  return sum;
}

}  // namespace podium
