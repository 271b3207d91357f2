#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "podium/text/terms/analyser.hpp"
#include "podium/text/terms/fingerprint_set.hpp"
#include "podium/text/terms/query_terms.hpp"
#include "podium/text/terms/stream_layout.hpp"

namespace podium::text {

/// The length of a stream of a document, in terms.
struct StreamLength {
  std::uint32_t length = 0;
  std::uint32_t unique_length = 0;

  bool operator==(const StreamLength&) const = default;
};

/// Counts one document after the other: the lengths of its streams, and the frequencies of query
/// terms in them. Memory is reused from one document to the next. Not thread-safe.
class TermCounter {
 public:
  /// A fingerprint and the streams that have the term, as bits.
  struct Distinct {
    std::uint64_t fingerprint = 0;
    std::uint32_t streams = 0;
  };

  /// `terms` must outlive it.
  TermCounter(const Analyser& analyser, const QueryTerms& terms, const StreamLayout& layout);

  /// Counts a document. The other functions return the counts of the last one.
  void count(std::span<const std::string_view> fields);

  std::span<const StreamLength> streams() const noexcept { return length_; }

  /// The query terms in the document, ascending.
  std::span<const TermIndex> matches() const noexcept { return match_; }
  std::uint32_t frequency(TermIndex term, std::size_t stream) const noexcept {
    return frequency_[std::size_t{term} * length_.size() + stream];
  }

  /// Its distinct terms; a term may occur more than once, then with other streams.
  std::span<const Distinct> distinct() const noexcept { return distinct_; }

  /// Its number of invalid UTF-8 sequences.
  std::uint64_t bad_text() const noexcept { return bad_text_; }

 private:
  void clear();
  void count_field(std::string_view text, std::uint32_t streams);
  void count_match(TermIndex term, std::uint32_t streams);

  Analyser analyser_;
  const QueryTerms* terms_;
  std::vector<std::uint32_t> streams_of_;  ///< by field
  std::vector<StreamLength> length_;
  std::vector<std::uint32_t> frequency_;  ///< [term * streams + stream]; zero except for matches
  std::vector<TermIndex> match_;
  std::vector<char> is_match_;
  std::vector<Distinct> distinct_;
  FingerprintSet seen_;
  std::uint64_t bad_text_ = 0;
};

}  // namespace podium::text
