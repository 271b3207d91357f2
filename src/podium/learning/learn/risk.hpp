#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/block_tree.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/workspace.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/core/kernels/vectors.hpp"
#include "podium/learning/learn/term_blocks.hpp"
#include "podium/learning/learn/training_set.hpp"
#include "podium/learning/loss/loss.hpp"
#include "podium/learning/model/linear.hpp"
#include "podium/learning/model/query_pass.hpp"
#include "podium/learning/model/scorer.hpp"
#include "podium/learning/optimise/objective.hpp"

namespace podium {

/// The regularised risk of a scoring function f(x; w):
///
///   F(w)   = sum over queries q of omega_q * l_q(f(X_q; w))  +  (l2/2) * |w|^2
///   dF/dw  = sum of omega_q * (df(X_q; w)/dw)' * dl_q/ds     +  l2 * w
///
/// The one place where data, model and loss meet. A query's features are read once from memory:
/// forward, loss and backward follow each other while they are in the cache. The parameters
/// `unpenalised` (a bias, say), in ascending order, are left out of the penalty. Borrows the
/// training set and the loss.
template <Scorer S>
class Risk final : public PenalisedObjective {
 public:
  Risk(S scorer, const TrainingSet& set, const Loss& loss, double l2,
       std::vector<std::size_t> unpenalised = {})
      : scorer_(std::move(scorer)),
        set_(&set),
        loss_(&set.by_all_labels(loss)),
        l2_(l2),
        unpenalised_(std::move(unpenalised)) {}

  std::size_t dimension() const override { return scorer_.dimension(); }
  std::size_t term_count() const override { return set_->contributing().size(); }

  double l2() const override { return l2_; }
  std::span<const std::size_t> unpenalised() const override { return unpenalised_; }

  double sum_terms(std::span<const double> w, std::span<double> g) const override {
    if (is_lost(w)) {
      std::ranges::fill(g, 0.0);
      return not_a_number;
    }
    const auto add = [&](std::size_t term, Sums& sums, Workspace& workspace) {
      OutOfCore::fetch_ahead(features_of(term), set_->data().columns().features);
      add_term(term, w, sums, workspace, term + 1);
    };
    return written(set_->sum(zeros(g.size()), add), g);
  }

  double add_terms(std::span<const std::size_t> terms, std::span<const double> w,
                   std::span<double> g) const override {
    if (is_lost(w)) return not_a_number;
    const TermBlocks blocks(
        terms, [&](std::size_t term) { return work_of(term); }, dimension(),
        loss_->is_sequential());
    const auto add_block = [&](std::size_t block, Sums& sums) {
      Workspace workspace;
      for (std::size_t t = blocks.begin(block); t < blocks.end(block); ++t) {
        add_term(terms[t], w, sums, workspace, t + 1 < blocks.end(block) ? terms[t + 1] : no_term);
      }
    };
    Sums sums = blocks.sum(zeros(g.size()), add_block);
    add_scaled(1.0, gradient_of(sums), g);
    return sums.values.back();
  }

  double add_penalty(std::span<const double> w, std::span<double> g) const override {
    if (l2_ == 0.0) return 0.0;
    double squares = 0.0;
    for_each_penalised(w.size(), [&](std::size_t begin, std::size_t size) {
      const auto part = w.subspan(begin, size);
      add_scaled(l2_, part, g.subspan(begin, size));
      squares += dot(part, part);
    });
    return 0.5 * l2_ * squares;
  }

  /// The Hessian at one w, for a scorer that is linear in its parameters:
  ///   H v = sum of omega_q * X_q' (d2l_q/ds2 (X_q v)) + l2 * v
  /// All NaN when a score at w is not finite.
  class Curvature {
   public:
    Curvature(const Risk& risk, std::span<const double> w)
        : risk_(&risk),
          scores_(risk.set_->data().row_count()),
          order_(risk.set_->label_count() * scores_.size()) {
      risk.set_->for_each_query([&](std::size_t q, Workspace& workspace) {
        const QueryView view = risk.set_->data()[q];
        const auto scores = of(std::span(scores_), view);
        QueryPass(risk.scorer_, view.features, workspace).forward(w, scores);
        if (!all_finite(scores)) return;
        risk.loss_->linearise(risk.set_->query(q), scores, of(std::span(order_), view), workspace);
      });
    }

    /// hv = H v.
    void operator()(std::span<const double> v, std::span<double> hv) const {
      const Risk& risk = *risk_;
      const auto add = [&](std::size_t term, Sums& sums, Workspace& workspace) {
        const std::size_t q = risk.set_->contributing()[term];
        const QueryView view = risk.set_->data()[q];
        OutOfCore::fetch_ahead(view.features.stored(), risk.set_->data().columns().features);
        if (!all_finite(of(std::span(scores_), view))) {
          std::ranges::fill(sums.values, not_a_number);
          return;
        }
        const auto direction = workspace.take<double>(view.size());
        const auto score_gradient = workspace.zeros<double>(view.size());
        QueryPass pass(risk.scorer_, view.features, workspace);
        pass.forward(v, direction);
        risk.loss_->add_hessian_product(risk.set_->query(q), of(std::span(scores_), view),
                                        of(std::span(order_), view), risk.set_->weight(q),
                                        direction, score_gradient, workspace);
        pass.backward(v, score_gradient, gradient_of(sums), risk.features_of(term + 1));
      };
      written(risk.set_->sum(zeros(v.size()), add), hv);
      risk.for_each_penalised(v.size(), [&](std::size_t begin, std::size_t size) {
        add_scaled(risk.l2_, v.subspan(begin, size), hv.subspan(begin, size));
      });
    }

   private:
    /// The part of a query; order_ may have several numbers for a row.
    template <class Value>
    std::span<Value> of(std::span<Value> rows, const QueryView& view) const {
      const std::size_t numbers = rows.size() / scores_.size();
      return rows.subspan(numbers * view.first_row, numbers * view.size());
    }

    const Risk* risk_;
    std::vector<double> scores_;
    std::vector<DocIndex> order_;
  };

  /// Of linear scorers only.
  HessianProduct hessian_at(std::span<const double> w) const override {
    if constexpr (std::same_as<S, LinearScorer>) {
      return Curvature(*this, w);
    } else {
      return {};
    }
  }

  /// Throws NumericError naming the first of these queries whose numbers are not finite at w, or
  /// the penalty.
  void explain_not_finite(std::span<const std::size_t> terms, std::span<const double> w,
                          std::size_t iteration) const override {
    for (const std::size_t term : terms) check_finite(term, w, iteration);
    std::vector<double> unused(w.size());
    const double penalty = add_penalty(w, unused);
    if (std::isfinite(penalty)) return;
    throw NumericError(
        fmt::format("iteration {}: the penalty of the parameters is {}; a smaller step may help",
                    iteration, penalty));
  }

  /// A gradient with its value as the last number.
  using Sums = ManySums<double>;

  /// Adds the loss of one query, with its weight. The value becomes NaN, and no gradient is added,
  /// when a score is not finite: losses need scores that have an order. The features of the term
  /// `next` are fetched meanwhile.
  void add_term(std::size_t term, std::span<const double> w, Sums& sums, Workspace& workspace,
                std::size_t next = no_term) const {
    workspace.clear();
    const std::size_t query = set_->contributing()[term];
    const QueryView view = set_->data()[query];
    const auto scores = workspace.take<double>(view.size());
    const auto score_gradient = workspace.zeros<double>(view.size());
    QueryPass pass(scorer_, view.features, workspace);
    pass.forward(w, scores);
    if (!all_finite(scores)) {
      sums.values.back() = not_a_number;
      return;
    }
    sums.values.back() += loss_->accumulate_curved(set_->query(query), scores, set_->weight(query),
                                                   score_gradient, {}, workspace);
    pass.backward(w, score_gradient, gradient_of(sums), features_of(next));
  }

 private:
  static constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  static constexpr std::size_t no_term = std::numeric_limits<std::size_t>::max();

  static Sums zeros(std::size_t dimension) { return {std::vector<double>(dimension + 1)}; }
  static std::span<double> gradient_of(Sums& sums) {
    return std::span(sums.values).first(sums.values.size() - 1);
  }

  /// Overwrites g with the gradient; returns the value.
  static double written(Sums sums, std::span<double> g) {
    std::ranges::copy(gradient_of(sums), g.begin());
    return sums.values.back();
  }

  /// Whether no score is a number. Dense rows show it, sparse ones do not: they leave out products
  /// with 0.
  bool is_lost(std::span<const double> w) const {
    return set_->data().is_sparse() && !all_finite(w);
  }

  /// Throws NumericError naming the number of the query that is not finite at w, if one is.
  void check_finite(std::size_t term, std::span<const double> w, std::size_t iteration) const {
    const QueryView view = set_->data()[set_->contributing()[term]];
    const auto fail = [&](const std::string& what) {
      throw NumericError(
          fmt::format("query {}, iteration {}: {}; a smaller step, more regularisation "
                      "or normalised features may help",
                      in_quotes(view.id), iteration, what));
    };
    Workspace workspace;
    std::vector<double> scores(view.size());
    QueryPass(scorer_, view.features, workspace).forward(w, scores);
    if (is_lost(w)) std::ranges::fill(scores, not_a_number);
    for (std::size_t doc = 0; doc < scores.size(); ++doc) {
      if (std::isfinite(scores[doc])) continue;
      fail(fmt::format("the score of document {} is {}",
                       in_quotes(set_->data().document_id(view.first_row + doc)), scores[doc]));
    }
    Sums sums = zeros(w.size());
    add_term(term, w, sums, workspace, no_term);
    const double value = sums.values.back();
    if (!std::isfinite(value)) fail(fmt::format("the loss is {}", value));
    for (const double slope : gradient_of(sums)) {
      if (!std::isfinite(slope)) fail(fmt::format("the gradient is {}", slope));
    }
  }

  /// Calls use(begin, size) for the runs of parameters between those without a penalty.
  template <class Use>
  void for_each_penalised(std::size_t dimension, const Use& use) const {
    std::size_t begin = 0;
    for (const std::size_t gap : unpenalised_) {
      if (gap > begin) use(begin, gap - begin);
      begin = gap + 1;
    }
    if (dimension > begin) use(begin, dimension - begin);
  }

  /// For TermBlocks: beside its features a document has its loss.
  std::size_t work_of(std::size_t term) const {
    constexpr std::size_t work_of_loss = 128;
    const QueryView view = set_->data()[set_->contributing()[term]];
    return (view.features.columns() + work_of_loss) * view.size();
  }

  /// Nothing behind the last term.
  std::span<const float> features_of(std::size_t term) const {
    if (term >= term_count()) return {};
    return set_->data()[set_->contributing()[term]].features.stored();
  }

  S scorer_;
  const TrainingSet* set_;
  const Loss* loss_;
  double l2_;
  std::vector<std::size_t> unpenalised_;
};

}  // namespace podium
