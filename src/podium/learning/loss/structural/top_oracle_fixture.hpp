#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "podium/core/data/small_orders.hpp"
#include "podium/learning/loss/loss_fixture.hpp"
#include "podium/learning/loss/structural/top_query.hpp"

namespace podium::fixture {

/// The slow twin of TopQuery: the sums of [Cheng15] by document, written out, for any order.
class TopOracle {
 public:
  TopOracle(const TopSettings& settings, const PreparedQuery& query,
            const std::vector<double>& by_document)
      : settings_(settings), ideal_(query.order), s_(by_document), b_(by_document.size()) {
    const std::vector<double>& label = query.truth.label;
    for (std::size_t d = 0; d < s_.size(); ++d) {
      if (settings.psi == TopPsi::literal) s_[d] *= std::max(0.0, label[d]);
      const bool is_exponential = query.truth.strict == 0;
      const double gain = is_exponential ? std::exp2(label[d]) - 1.0 : label[d];
      const bool is_relevant = label[d] > 0.0;
      b_[d] =
          settings.measure == TopMeasure::ndcg ? std::max(0.0, gain) : (is_relevant ? 1.0 : 0.0);
    }
    const double normaliser = sum(ideal_, b_);
    for (double& b : b_) b /= normaliser;
  }

  double a(std::size_t place) const {
    if (place >= settings_.cutoff) return 0.0;
    return settings_.measure == TopMeasure::ndcg ? 1.0 / std::log2(2.0 + static_cast<double>(place))
                                                 : 1.0 / static_cast<double>(settings_.cutoff);
  }
  double loss(const Order& y) const { return std::max(0.0, 1.0 - sum(y, b_)); }
  double score(const Order& y) const { return sum(y, s_); }

  /// Of the order that stands for the ideal ones: given, or as the mean over all of them.
  double ideal_score() const {
    if (settings_.ties == TopTies::shuffled) return score(ideal_);
    double total = 0.0;
    double count = 0.0;
    for (const Order& y : all_orders(s_.size())) {
      bool is_ideal = true;
      for (std::size_t p = 0; p < y.size(); ++p) {
        is_ideal = is_ideal && b_[y[p]] == b_[ideal_[p]];
      }
      if (!is_ideal) continue;
      total += score(y);
      count += 1.0;
    }
    return total / count;
  }

  double margin_loss() const {
    const double ideal = ideal_score();
    return largest([&](const Order& y) { return loss(y) + score(y) - ideal; });
  }
  double slack_loss() const {
    const double ideal = ideal_score();
    return largest(
        [&](const Order& y) { return loss(y) < 1e-12 ? 0.0 : loss(y) * (1.0 + score(y) - ideal); });
  }

 private:
  double sum(const Order& y, const std::vector<double>& v) const {
    double total = 0.0;
    for (std::size_t p = 0; p < y.size(); ++p) total += a(p) * v[y[p]];
    return total;
  }
  template <class Value>
  double largest(const Value& value) const {
    double most = 0.0;
    for (const Order& y : all_orders(s_.size())) most = std::max(most, value(y));
    return most;
  }

  TopSettings settings_;
  Order ideal_;
  std::vector<double> s_;
  std::vector<double> b_;
};

/// check(settings, truth, scores) for both measures, both ties, both psi and cutoffs around n, up
/// to `max_documents`.
template <class Check>
void for_all_top_queries(RandomStream& stream, std::size_t max_documents, const Check& check) {
  for (int round = 0; round < 40; ++round) {
    for (const TopMeasure measure : {TopMeasure::ndcg, TopMeasure::precision}) {
      for (const TopTies ties : {TopTies::average, TopTies::shuffled}) {
        for (const TopPsi psi : {TopPsi::position, TopPsi::literal}) {
          const std::size_t n = 2 + stream.below(max_documents - 1);
          const TopSettings settings{measure, 1 + stream.below(n + 1), ties, psi};
          const WeakOrder grades = random_grades(stream, n, 3);
          const WeakOrder truth = round % 3 == 0 ? with_setting(grades, "topk:2") : grades;
          const double scale = round % 2 == 0 ? 0.3 : 1.0;
          check(settings, truth,
                round % 5 == 0 ? tied_scores(stream, n, 4, 0.5) : normal_scores(stream, n, scale));
        }
      }
    }
  }
}

/// The loss L with these settings.
template <class L>
L with_settings(const TopSettings& settings) {
  L loss;
  loss.measure = settings.measure;
  loss.cutoff = settings.cutoff;
  loss.ties = settings.ties;
  loss.psi = settings.psi;
  loss.gain = settings.gain;
  return loss;
}

/// The worked example with the ideal order of the golden values: ties in input order.
inline PreparedQuery golden_top_query(const Loss& loss) {
  PreparedQuery query = prepared(loss, graded);
  query.order = {1, 4, 2, 5, 0, 3};
  query.contributes = loss.prepare(query.truth.view(), query.order, query.target);
  return query;
}

/// How far l(t) falls below the plane l(s) + g.(t - s), which no convex loss does.
inline double below_plane(const Loss& loss, const PreparedQuery& query,
                          const std::vector<double>& s, const std::vector<double>& t) {
  const Evaluated here = evaluated(loss, query, s);
  double plane = here.value;
  for (std::size_t i = 0; i < s.size(); ++i) plane += here.gradient[i] * (t[i] - s[i]);
  return plane - evaluated(loss, query, t).value;
}

}  // namespace podium::fixture
