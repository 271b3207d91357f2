#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/base/error.hpp"
#include "podium/base/options.hpp"
#include "podium/base/workspace.hpp"
#include "podium/data/truth.hpp"

namespace podium {

/// One query as a loss sees it: its truth, and what was worked out of it once for all passes.
struct LossQuery {
  TruthView truth;
  std::span<const DocIndex> order;    ///< total_order() of the truth: best first, ties shuffled
  std::span<const double> target;     ///< one per document: what the loss's prepare() wrote
  std::span<const float> row_weight;  ///< of each document; empty when all are 1
};

/// A loss lives in score space and sees one query at a time; it knows neither features nor models
/// nor optimisers. It is a struct of options with
///
///   prepare(truth, order, target)     writes what it wants to see of the truth in every pass into
///                                     `target`, and says whether the query can contribute at all
///   accumulate(query, scores, weight, gradient, workspace)
///                                     returns weight * l(scores) and adds weight * dl/dscores to
///                                     `gradient`; temporary memory comes from `workspace`
///
/// "Adds, with a weight" makes query weights, mixtures and mini-batches need no further buffer.
/// accumulate is only called for queries that can contribute.
template <class L>
concept Loss = Options<L> &&
    requires(const L& loss, const TruthView& truth, std::span<const DocIndex> order,
             std::span<double> target, const LossQuery& query, std::span<const double> scores,
             double weight, std::span<double> gradient, Workspace& workspace) {
  { loss.prepare(truth, order, target) } -> std::same_as<bool>;
  { loss.accumulate(query, scores, weight, gradient, workspace) } -> std::same_as<double>;
};

/// A loss with second derivatives, for Newton's method. The scores stay fixed while many products
/// are taken, so what depends on them alone is kept in `order`, one number per document:
///
///   linearise(query, scores, order, workspace)      fills `order`
///   add_hessian_product(query, scores, order, weight, direction, product, workspace)
///                                                   adds weight * (d2l/ds2 direction) to `product`
template <class L>
concept CurvedLoss = Loss<L> &&
    requires(const L& loss, const LossQuery& query, std::span<const double> scores,
             std::span<DocIndex> order, std::span<const DocIndex> known, double weight,
             std::span<const double> direction, std::span<double> product, Workspace& workspace) {
  loss.linearise(query, scores, order, workspace);
  loss.add_hessian_product(query, scores, known, weight, direction, product, workspace);
};

/// Any loss, chosen at run time. One virtual call a query is nothing beside the query's features,
/// so risks need not be compiled anew for each loss.
class AnyLoss {
 public:
  template <Loss L>
  explicit AnyLoss(L loss) : holder_(std::make_shared<const Holder<L>>(std::move(loss))) {}

  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const {
    return holder_->prepare(truth, order, target);
  }
  double accumulate(const LossQuery& query, std::span<const double> scores, double weight,
                    std::span<double> gradient, Workspace& workspace) const {
    return holder_->accumulate(query, scores, weight, gradient, workspace);
  }

  /// Whether the next two functions may be called.
  bool is_curved() const noexcept { return holder_->is_curved(); }
  void linearise(const LossQuery& query, std::span<const double> scores, std::span<DocIndex> order,
                 Workspace& workspace) const {
    holder_->linearise(query, scores, order, workspace);
  }
  void add_hessian_product(const LossQuery& query, std::span<const double> scores,
                           std::span<const DocIndex> order, double weight,
                           std::span<const double> direction, std::span<double> product,
                           Workspace& workspace) const {
    holder_->add_hessian_product(query, scores, order, weight, direction, product, workspace);
  }

 private:
  struct Interface {
    Interface() = default;
    virtual ~Interface() = default;
    Interface(const Interface&) = delete;
    Interface& operator=(const Interface&) = delete;
    Interface(Interface&&) = delete;
    Interface& operator=(Interface&&) = delete;
    virtual bool prepare(const TruthView& truth, std::span<const DocIndex> order,
                         std::span<double> target) const = 0;
    virtual double accumulate(const LossQuery& query, std::span<const double> scores, double weight,
                              std::span<double> gradient, Workspace& workspace) const = 0;
    virtual bool is_curved() const noexcept = 0;
    virtual void linearise(const LossQuery& query, std::span<const double> scores,
                           std::span<DocIndex> order, Workspace& workspace) const = 0;
    virtual void add_hessian_product(const LossQuery& query, std::span<const double> scores,
                                     std::span<const DocIndex> order, double weight,
                                     std::span<const double> direction, std::span<double> product,
                                     Workspace& workspace) const = 0;
  };

  template <Loss L>
  struct Holder final : Interface {
    explicit Holder(L l) : loss(std::move(l)) {}
    bool prepare(const TruthView& truth, std::span<const DocIndex> order,
                 std::span<double> target) const override {
      return loss.prepare(truth, order, target);
    }
    double accumulate(const LossQuery& query, std::span<const double> scores, double weight,
                      std::span<double> gradient, Workspace& workspace) const override {
      return loss.accumulate(query, scores, weight, gradient, workspace);
    }
    bool is_curved() const noexcept override { return CurvedLoss<L>; }
    void linearise([[maybe_unused]] const LossQuery& query,
                   [[maybe_unused]] std::span<const double> scores,
                   [[maybe_unused]] std::span<DocIndex> order,
                   [[maybe_unused]] Workspace& workspace) const override {
      if constexpr (CurvedLoss<L>) {
        loss.linearise(query, scores, order, workspace);
      } else {
        expects(false, "a loss with second derivatives");
      }
    }
    void add_hessian_product([[maybe_unused]] const LossQuery& query,
                             [[maybe_unused]] std::span<const double> scores,
                             [[maybe_unused]] std::span<const DocIndex> order,
                             [[maybe_unused]] double weight,
                             [[maybe_unused]] std::span<const double> direction,
                             [[maybe_unused]] std::span<double> product,
                             [[maybe_unused]] Workspace& workspace) const override {
      if constexpr (CurvedLoss<L>) {
        loss.add_hessian_product(query, scores, order, weight, direction, product, workspace);
      } else {
        expects(false, "a loss with second derivatives");
      }
    }
    L loss;
  };

  std::shared_ptr<const Interface> holder_;
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
  bool weighs_documents = true;         ///< looks at the weights of rows
  std::vector<OptionInfo> (*options)() = nullptr;
  AnyLoss (*make)(const OptionText& options) = nullptr;
};

/// Every loss of the library, in the order the manual lists them.
std::span<const LossEntry> losses();

/// The row of that name; throws UsageError naming the known ones.
const LossEntry& find_loss(std::string_view name);

}  // namespace podium
