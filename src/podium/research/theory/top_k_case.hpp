#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/core/data/small_orders.hpp"
#include "podium/core/measure/profile.hpp"
#include "podium/research/theory/loss_value.hpp"

namespace podium::research {

/// One query in the notation of the theorems of [Lan13]: n documents in a true order y, of which
/// the k best matter. Places count from 0 here, from 1 in the formulas.
///
///   alpha(j) = G(l_j) D(j),   G(l) = 2^l - 1,   N_k = alpha(1) + ... + alpha(k)
struct TopKCase {
  enum class Labels {
    full,   ///< l_j = n - j
    top_k,  ///< l_j = k + 1 - j for the k best, 0 below
  };

  Order y;
  std::size_t k = 0;
  std::vector<double> s;  ///< by document
  Labels labels = Labels::full;
  Discount discount = Discount::log2;

  std::size_t size() const noexcept { return y.size(); }
  double label(std::size_t place) const noexcept;
  double alpha(std::size_t place) const noexcept;
  double largest_alpha() const noexcept;  ///< of the k best places
  double ideal() const noexcept;          ///< N_k

  WeakOrder top_k_truth() const { return weak_order(TopKTruth{first_places(y, k), size()}); }
  WeakOrder full_truth() const { return weak_order(OrderTruth{y}); }
};

std::string in_words(const TopKCase& c);
std::string in_words(std::span<const double> values);

// --- the two readings of NDCG@k, by the library's own measure ---

/// 1 - NDCG@k read literally: summed over the k best documents at any rank.
double literal_loss(const TopKCase& c);

/// 1 - NDCG@k as usual: summed over the first k ranks.
double truncated_loss(const TopKCase& c);

// --- weighted Kendall's tau by its definition ---

/// The multiplicity of place j, from the m_j documents that belong below it and are ranked above.
enum class Inversions {
  strict,     ///< m_j = #{l > j: s(y_j) < s(y_l)}, which gives L_alpha
  with_ties,  ///< m_j = #{l > j: s(y_j) <= s(y_l)}
  capped,     ///< min(1, m_j), m_j as for strict
};

/// sum over j <= k of alpha(j) m_j.
double inversion_loss(const TopKCase& c, Inversions inversions);

// --- losses of the library ---

inline double top_k_loss(const Loss& loss, const TopKCase& c) {
  return loss_value(loss, c.top_k_truth(), c.y, c.s);
}

inline double full_order_loss(const Loss& loss, const TopKCase& c) {
  return loss_value(loss, c.full_truth(), c.y, c.s);
}

// --- cases ---

enum class ScoreKind { distinct, tied };

/// 2 to 9 documents, any k, both labels and discounts. Distinct scores are normal with standard
/// deviations from .01 to 3, so that some are nearly equal; tied ones are 0, 1, 2 or 3.
TopKCase random_case(RandomStream& stream, ScoreKind kind);

/// The documents in true order with these scores, of which only the first matters, with alpha = 1.
TopKCase only_best_case(std::vector<double> scores);

/// The worked example of the golden values: six documents, k = 3.
TopKCase worked_example();

}  // namespace podium::research
