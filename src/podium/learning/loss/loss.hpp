#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/base/workspace.hpp"
#include "podium/core/data/query_pairs.hpp"
#include "podium/core/data/truth.hpp"

namespace podium {

/// One query as a loss sees it: its truth, and what was worked out of it once for all passes.
struct LossQuery {
  TruthView truth;
  std::span<const DocIndex> order;    ///< total_order() of the truth: best first, ties shuffled
  std::span<const double> target;     ///< one per document: what the loss's prepare() wrote
  std::span<const float> row_weight;  ///< of each document; empty when all are 1
  /// Pairs to learn instead of those of the truth, for losses that are a sum over pairs; empty:
  /// those of the truth.
  std::span<const WeightedPair> pairs = {};
  std::uint64_t draw = 0;  ///< for losses that draw random numbers: says which
  std::string_view id = {};
  std::size_t number = 0;  ///< of the query in its training set
};

/// The second-order information of a score, for methods that take a step for each row on its own:
/// the diagonal of the second derivative, or a diagonal matrix that is nowhere below the second
/// derivative, so that rows may also move against each other.
enum class CurvatureKind { exact, bound };
inline constexpr std::array<std::string_view, 2> curvature_kind_names = {"exact", "bound"};

/// Where a loss adds the curvature of each document; no values: it is not wanted.
struct CurvatureSink {
  std::span<double> values = {};
  CurvatureKind kind = CurvatureKind::exact;

  bool is_wanted() const noexcept { return !values.empty(); }
};

/// What the curvature of a loss is.
enum class CurvatureSource {
  gradient,   ///< the absolute value of the gradient: a step is a vote within [-1, 1]
  surrogate,  ///< a positive number that is not a derivative
  diagonal,   ///< the diagonal of the second derivative, with weights of pairs held constant
};

/// A loss of the scores of one query. It knows neither features nor models nor optimisers. One
/// virtual call a query is nothing beside the query's features, so risks need not be compiled anew
/// for each loss.
class Loss {
 public:
  virtual ~Loss() = default;

  /// Writes what the loss wants to see of the truth in every pass into `target`, one number per
  /// document, and returns whether the query can contribute at all.
  virtual bool prepare(const TruthView& truth, std::span<const DocIndex> order,
                       std::span<double> target) const = 0;

  /// Returns weight * l(scores) and adds weight * dl/dscores to `gradient`, and if it is wanted
  /// weight * curvature of each document, 0 or more, which changes no bit of a gradient that starts
  /// at 0. Temporary memory comes from `workspace`. "Adds, with a weight" makes query weights,
  /// mixtures and mini-batches need no further buffer. Only called for queries that can contribute.
  virtual double accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                   double weight, std::span<double> gradient,
                                   const CurvatureSink& curvature, Workspace& workspace) const = 0;

  /// The same without curvature.
  double accumulate(const LossQuery& query, std::span<const double> scores, double weight,
                    std::span<double> gradient, Workspace& workspace) const {
    return accumulate_curved(query, scores, weight, gradient, {}, workspace);
  }

  /// Whether queries must be given one after another, in the order of the data and on the thread
  /// that asks for their sum: for functions that the library does not know.
  virtual bool is_sequential() const noexcept { return false; }

  /// Whether the loss has second derivatives, for Newton's method: the next two functions may be
  /// called. The scores stay fixed while many products are taken, so what depends on them alone is
  /// kept in `order`, one number per document.
  virtual bool is_curved() const noexcept { return false; }

  /// Fills `order`.
  virtual void linearise(const LossQuery& query, std::span<const double> scores,
                         std::span<DocIndex> order, Workspace& workspace) const;

  /// Adds weight * (d2l/ds2 direction) to `product`.
  virtual void add_hessian_product(const LossQuery& query, std::span<const double> scores,
                                   std::span<const DocIndex> order, double weight,
                                   std::span<const double> direction, std::span<double> product,
                                   Workspace& workspace) const;

 protected:
  Loss() = default;
  Loss(const Loss&) = default;
  Loss& operator=(const Loss&) = default;
  Loss(Loss&&) = default;
  Loss& operator=(Loss&&) = default;
};

/// accumulate_curved() of a loss that has no second derivatives, CurvatureSource::gradient:
/// add(slope) returns the value and adds the gradient to what it is given.
template <class Add>
double with_absolute_gradient(std::span<double> gradient, const CurvatureSink& curvature,
                              Workspace& workspace, const Add& add) {
  if (!curvature.is_wanted()) return add(gradient);
  const std::span<double> slope = workspace.zeros<double>(gradient.size());
  const double value = add(slope);
  for (std::size_t doc = 0; doc < slope.size(); ++doc) {
    gradient[doc] += slope[doc];
    curvature.values[doc] += std::abs(slope[doc]);
  }
  return value;
}

/// The score at which boosting starts all documents.
enum class FirstScore {
  zero,
  one,     ///< the gradient at 0 is 0
  newton,  ///< a Newton step from 0 for all documents together: the mean of the targets
};

/// A row of the table of losses, which `podium list losses` prints and the contract tests walk.
struct LossEntry {
  std::string_view name;
  std::string_view summary;
  std::string_view reference;           ///< key of docs/references.bib
  bool is_convex = true;                ///< in the scores
  bool is_smooth = true;                ///< has a gradient everywhere that the optimisers can trust
  bool is_shift_invariant = true;       ///< adding a constant to all scores changes nothing
  bool holds_weights_constant = false;  ///< depends on the ranking too, as if that were given: the
                                        ///< value jumps where the ranking changes
  bool grows_with_targets = false;      ///< its gradient grows with the differences of labels
  bool weighs_documents = true;         ///< looks at the weights of rows
  CurvatureSource curvature = CurvatureSource::gradient;  ///< of accumulate_curved()
  FirstScore first_score = FirstScore::zero;
  bool takes_pairs = false;  ///< a sum over pairs alone: looks at LossQuery::pairs
  std::vector<OptionInfo> (*options)() = nullptr;
  std::unique_ptr<const Loss> (*make)(const OptionText& options) = nullptr;
};

/// Every loss of the library, in the order the manual lists them.
std::span<const LossEntry> losses();

/// The row of that name; throws UsageError naming the known ones.
const LossEntry& find_loss(std::string_view name);

}  // namespace podium
