#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/data/truth.hpp"
#include "podium/label/session/bit_matrix.hpp"

namespace podium {

/// What follows from preferences when they are transitive, kept up to date with each that is added:
///
///   x over w or x = w,   w over l,   l over z or l = z   gives   x over z
///
/// A relation costs O(n n/64). Documents that are declared equal share everything that is known.
class Closure {
 public:
  explicit Closure(std::size_t document_count);

  bool is_over(DocIndex better, DocIndex worse) const noexcept { return below_.has(better, worse); }
  bool is_equal(DocIndex a, DocIndex b) const noexcept { return equal_.has(a, b); }

  /// Adds a preference and what follows from it. False, and nothing changes, when the opposite or
  /// that they are equal is known already.
  bool add_over(DocIndex better, DocIndex worse);

  /// Merges what is known of two documents. False, and nothing changes, when one is known to be
  /// over the other.
  bool add_equal(DocIndex a, DocIndex b);

  /// How many documents are known to be better, and worse, than `doc`.
  std::size_t above_count(DocIndex doc) const noexcept;
  std::size_t below_count(DocIndex doc) const noexcept;

 private:
  using Set = std::vector<std::uint64_t>;
  void put_over(const Set& upper, const Set& lower);

  BitMatrix above_;  ///< row: those over the document
  BitMatrix below_;  ///< row: those that it is over
  BitMatrix equal_;  ///< row: those equal to it, itself included
};

}  // namespace podium
