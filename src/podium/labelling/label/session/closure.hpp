#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/data/truth.hpp"
#include "podium/labelling/label/session/bit_matrix.hpp"

namespace podium::labelling {

/// The transitive closure of preferences, updated with each one that is added:
///
///   x over w or x = w,   w over l,   l over z or l = z   gives   x over z
///
/// Adding a relation takes O(n n/64). Documents that are declared equal share all relations.
class Closure {
 public:
  explicit Closure(std::size_t document_count);

  bool is_over(DocIndex better, DocIndex worse) const noexcept { return below_.has(better, worse); }
  bool is_equal(DocIndex a, DocIndex b) const noexcept { return equal_.has(a, b); }

  /// Adds a preference and its consequences. Returns false, without a change, when the documents
  /// are known to be equal or ordered the other way.
  bool add_over(DocIndex better, DocIndex worse);

  /// Merges the relations of two equal documents. Returns false, without a change, when one is
  /// known to be better than the other.
  bool add_equal(DocIndex a, DocIndex b);

  /// The numbers of documents known to be better, and worse, than `doc`.
  std::size_t above_count(DocIndex doc) const noexcept;
  std::size_t below_count(DocIndex doc) const noexcept;

 private:
  using Set = std::vector<std::uint64_t>;
  void put_over(const Set& upper, const Set& lower);

  BitMatrix above_;  ///< row: documents better than the row's
  BitMatrix below_;  ///< row: documents worse than the row's
  BitMatrix equal_;  ///< row: documents equal to the row's, itself included
};

}  // namespace podium::labelling
