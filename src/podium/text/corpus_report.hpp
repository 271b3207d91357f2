#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace podium {

/// What a reader of a corpus noticed. Nothing in it stopped the reader.
struct CorpusReport {
  std::uint64_t documents = 0;      ///< that were passed on
  std::uint64_t empty = 0;          ///< of these, without any text
  std::uint64_t repeated_ids = 0;   ///< left out: an earlier one has the id
  std::uint64_t skipped = 0;        ///< left out: no document could be made of it
  std::uint64_t other_records = 0;  ///< left out: not meant to be documents (images, requests)
  std::uint64_t cut = 0;  ///< documents longer than allowed, of which the rest was left out
  std::uint64_t broken_pages = 0;  ///< HTML too large or too deep to be parsed
  std::uint64_t undecoded = 0;     ///< documents with bytes that are no characters
  std::uint64_t bad_bytes = 0;     ///< such bytes, U+FFFD now
  std::uint64_t unknown_encodings = 0;
  std::vector<std::string> first_problems;  ///< of the first few, with their place

  /// Keeps what was wrong when it is among the first few.
  void note(std::string problem);

  /// Adds what came of other documents.
  void add(const CorpusReport& other);

  /// Every count with what it counts.
  std::vector<std::pair<std::string_view, std::uint64_t>> counts() const;

  /// What a person should know, one line each; the number of documents is always among them.
  std::vector<std::string> remarks() const;
};

}  // namespace podium
