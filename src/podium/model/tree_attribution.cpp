#include "podium/model/tree_attribution.hpp"

#include <cstdint>

#include "podium/base/error.hpp"

namespace podium {

namespace {

/// Follows the paths of one tree.
class PathWalk {
 public:
  PathWalk(const RegressionTree& tree, std::span<const float> document,
           std::span<const float> reference, double factor, std::span<double> parts,
           const std::function<void()>& check)
      : tree_(tree),
        document_(document),
        reference_(reference),
        factor_(factor),
        parts_(parts),
        check_(check),
        side_(document.size()) {}

  // With a stack of its own: trees may be deeper than a program's.
  void run() {
    check_();
    if (tree_.splits.empty()) return;
    follow(0);
    while (!open_.empty()) {
      const Step step = open_.back();
      open_.pop_back();
      side_[step.feature] = step.side;
      if (step.side == Side::open) {
        path_.pop_back();
      } else {
        path_.push_back(step.feature);
        follow(step.at);
      }
    }
  }

 private:
  enum class Side : char { open, document, reference };

  /// Takes a feature from one side from here on, or from none again.
  struct Step {
    Side side;
    std::uint32_t feature;
    std::int32_t at;
  };

  /// To a leaf, or to a split where document and reference part.
  void follow(std::int32_t at) {
    while (at >= 0) {
      const TreeSplit& split = tree_.splits[static_cast<std::size_t>(at)];
      const std::int32_t own = split.next(document_[split.feature]);
      const std::int32_t other = split.next(reference_[split.feature]);
      const Side known = side_[split.feature];
      if (own != other && known == Side::open) {
        // The last one is the first to be taken.
        open_.push_back({Side::open, split.feature, 0});
        open_.push_back({Side::reference, split.feature, other});
        open_.push_back({Side::open, split.feature, 0});
        open_.push_back({Side::document, split.feature, own});
        return;
      }
      at = own == other || known == Side::document ? own : other;
    }
    add_leaf(tree_.value[RegressionTree::leaf_number(at)]);
  }

  void add_leaf(double value) {
    constexpr std::size_t leaves_per_check = 1024;
    if (++leaves_ % leaves_per_check == 0) check_();
    std::size_t u = 0;
    for (const std::uint32_t feature : path_) u += side_[feature] == Side::document ? 1U : 0U;
    const std::size_t v = path_.size() - u;
    // u! v! / (u+v)!, as a product of v factors below 1
    double share = factor_ * value;
    for (std::size_t i = 1; i <= v; ++i)
      share *= static_cast<double>(i) / static_cast<double>(u + i);
    for (const std::uint32_t feature : path_) {
      parts_[feature] += side_[feature] == Side::document ? share / static_cast<double>(u)
                                                          : -share / static_cast<double>(v);
    }
  }

  const RegressionTree& tree_;
  std::span<const float> document_;
  std::span<const float> reference_;
  double factor_;
  std::span<double> parts_;
  const std::function<void()>& check_;
  std::size_t leaves_ = 0;
  std::vector<Side> side_;  ///< of each feature: where the path takes it from
  std::vector<std::uint32_t> path_;
  std::vector<Step> open_;
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
                                     std::span<const float> reference,
                                     const std::function<void()>& check) {
  expects(document.size() == model.features && reference.size() == model.features,
          "a model and documents whose features fit each other");
  std::vector<double> parts(model.features);
  for (const RegressionTree& tree : model.trees) {
    PathWalk(tree, document, reference, model.rate, parts, check).run();
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
