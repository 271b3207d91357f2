#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "podium/core/base/workspace.hpp"
#include "podium/learning/loss/structural/top_query.hpp"

namespace podium {

/// Looks for an order of a larger V = loss * (1 + score - ideal score) than a known one, depth
/// first. Places are filled from the first on; documents are tried by descending score - lambda *
/// gain, of equal gain only the one with the best score left. A beginning is given up when no order
/// that begins so can be better, since
///
///   V <= (lambda * loss + 1 + score - ideal score)^2 / (4 lambda)
///
/// whose largest value comes from filling up by the same value. Any lambda > 0 is correct; that of
/// the least bound of all orders leaves the least to try. The order by value itself and what swaps
/// of neighbours make of it come first: the better the known order, the sooner beginnings are given
/// up.
class OrderSearch {
 public:
  OrderSearch(const TopQuery& query, double lambda, Workspace& workspace);

  /// The best order found by swaps and by trying at most `most` beginnings, or `known` when none is
  /// better.
  TopOrder better_than(const TopOrder& known, std::size_t most);

 private:
  struct Beginning {
    std::uint32_t next = 0;  ///< document to try at its end
    double loss = 0.0;
    double shortfall = 0.0;
    double bound = 0.0;  ///< the largest lambda * loss + shortfall of an order that begins so
  };
  /// What an exchange of neighbours adds.
  struct Swap {
    double loss = 0.0;
    double score = 0.0;
  };

  void raise(double value) noexcept;
  void link_documents() noexcept;
  /// Climbs from the order by value, by one or two swaps of neighbours at a time.
  void climb() noexcept;
  bool swap_best(std::span<std::uint32_t> order, Beginning& whole) noexcept;
  Swap swap_at(std::span<const std::uint32_t> order, std::size_t place) const noexcept;
  /// The order by value as a whole, with its own value as the bound.
  Beginning by_value() const noexcept;

  /// Puts the next document that may lead to a better order at `place`. Returns whether there is
  /// one.
  bool fill(std::size_t place) noexcept;
  void use(std::uint32_t doc) noexcept;
  void free(std::uint32_t doc) noexcept;
  bool is_first_of_gain(std::uint32_t doc) const noexcept {
    return twin_[doc] == none || is_used_[twin_[doc]];
  }
  void keep_if_better(const Beginning& whole, std::span<const std::uint32_t> order) noexcept;

  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  // Documents are known by their place in by_value_.
  const TopQuery& query_;
  double lambda_;
  std::span<std::uint32_t> by_value_;  ///< places of the query by descending score - lambda * gain,
                                       ///< of each gain no more than an order can have
  std::span<double> value_;
  std::span<double> weight_;       ///< of all places, 0 from cutoff() on
  std::span<std::uint32_t> twin_;  ///< the document before of the same gain
  std::span<bool> is_used_;
  // The documents that are not used, by value; the place after the last stands for both ends.
  std::span<std::uint32_t> after_;
  std::span<std::uint32_t> before_;
  std::span<Beginning> beginning_;  ///< by length
  std::span<std::uint32_t> chosen_;
  std::span<std::uint32_t> found_;
  std::span<Swap> swap_;
  double largest_ = 0.0;
  double needed_ = 0.0;  ///< bound of a beginning that may lead to more than largest_
  bool has_found_ = false;
};

}  // namespace podium
