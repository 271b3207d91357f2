#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "podium/base/workspace.hpp"
#include "podium/loss/structural/top_query.hpp"

namespace podium {

/// Looks for an order of a larger V = loss * (1 + score - ideal score) than a known one, depth
/// first. Places are filled from the first on; documents are tried by descending score - lambda *
/// gain, of equal gain only the one with the best score left. A beginning is given up when no order
/// that begins so can be better, since
///
///   V <= (lambda * loss + 1 + score - ideal score)^2 / (4 lambda)
///
/// whose largest value comes from filling up by the same value. Any lambda > 0 is correct; that of
/// the least bound of all orders leaves the least to try.
class OrderSearch {
 public:
  OrderSearch(const TopQuery& query, double lambda, Workspace& workspace);

  /// The best order found by trying at most `most` beginnings, or `known` when none is better.
  TopOrder better_than(const TopOrder& known, std::size_t most);

 private:
  struct Beginning {
    std::uint32_t next = 0;  ///< document to try at its end
    double loss = 0.0;
    double shortfall = 0.0;
  };

  /// Puts the next document that may lead to a better order at `place`. Returns whether there is
  /// one.
  bool fill(std::size_t place) noexcept;
  bool is_free(std::uint32_t doc) const noexcept;
  /// The largest lambda * loss + shortfall of an order with this beginning of `place` documents.
  double bound(const Beginning& beginning, std::size_t place) const noexcept;
  void keep_if_better(const Beginning& whole) noexcept;

  // Documents are known by their place in by_value_.
  const TopQuery& query_;
  double lambda_;
  std::span<std::uint32_t> by_value_;  ///< places of the query by descending score - lambda * gain,
                                       ///< of each gain no more than an order can have
  std::span<double> value_;
  std::span<std::uint32_t> twin_;  ///< the document before of the same gain
  std::span<bool> is_used_;
  std::span<Beginning> beginning_;  ///< by length
  std::span<std::uint32_t> chosen_;
  std::span<std::uint32_t> found_;
  double largest_ = 0.0;
  bool has_found_ = false;
};

}  // namespace podium
