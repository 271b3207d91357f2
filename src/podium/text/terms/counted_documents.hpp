#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/text/terms/term_counter.hpp"

namespace podium::text {

/// A counted document, borrowed.
struct CountedDocument {
  std::string_view id;
  std::uint64_t place = 0;                ///< in the collection, from 0
  std::span<const std::uint32_t> length;  ///< by stream
  std::span<const std::uint32_t> unique_length;
  std::span<const TermIndex> term;           ///< of queries, ascending
  std::span<const std::uint32_t> frequency;  ///< of the i-th term in stream s: [i * streams + s]

  /// The frequency of a term in a stream.
  std::uint32_t count(TermIndex wanted, std::size_t stream) const noexcept;
};

/// The documents that queries may need, in a few flat columns: 4 (2 S + m (1 + S)) + 24 bytes and
/// the id for a document with S streams and m query terms.
class CountedDocuments {
 public:
  CountedDocuments() = default;
  explicit CountedDocuments(std::size_t streams) : streams_(streams) {}

  std::size_t size() const noexcept { return place_.size(); }
  CountedDocument operator[](std::size_t i) const noexcept;

  void add(std::string_view id, std::uint64_t place, const TermCounter& counter);

  /// The documents of all parts, in order.
  static CountedDocuments joined(std::size_t streams, std::vector<CountedDocuments> parts);

 private:
  std::size_t streams_ = 0;
  std::vector<std::uint64_t> place_;
  std::vector<std::uint64_t> id_end_;
  std::string id_text_;
  std::vector<std::uint64_t> number_end_;
  std::vector<std::uint32_t> number_;  ///< lengths, unique lengths, terms, frequencies
};

}  // namespace podium::text
