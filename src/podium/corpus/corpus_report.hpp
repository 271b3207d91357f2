#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/base/error.hpp"

namespace podium {

/// Something that was wrong with a record of a corpus.
struct CorpusProblem {
  Location where;
  std::string what;
};

/// How a record came out of its file.
struct RecordState {
  Location where;  ///< where it begins
  bool was_cut = false;
  bool is_unclosed = false;
  std::uint64_t bad_bytes = 0;
};

/// What a reader of a corpus noticed. Nothing in it stopped the reader.
struct CorpusReport {
  std::uint64_t documents = 0;      ///< that were passed on
  std::uint64_t empty = 0;          ///< of these, without any text
  std::uint64_t repeated_ids = 0;   ///< left out: an earlier one has the id
  std::uint64_t skipped = 0;        ///< left out: no document could be made of it
  std::uint64_t other_records = 0;  ///< left out: not meant to be documents (images, requests)
  std::uint64_t cut = 0;       ///< documents longer than allowed, of which the rest was left out
  std::uint64_t unclosed = 0;  ///< documents without an end, ended where the next began
  std::uint64_t broken_pages = 0;  ///< HTML too large or too deep to be parsed
  std::uint64_t undecoded = 0;     ///< documents with bytes that are no characters
  std::uint64_t bad_bytes = 0;     ///< such bytes, U+FFFD now
  std::uint64_t unknown_encodings = 0;
  std::uint64_t other_values = 0;  ///< left out of documents: no text can be made of them
  std::vector<CorpusProblem> first_problems;

  /// Keeps what was wrong when it is among the first few.
  void note(Location where, std::string problem);

  /// Counts a piece that no document could be made of.
  void skip(Location where, std::string problem);

  /// Counts a document whose id was there before.
  void repeat(Location where, std::string_view id);

  /// Counts a value of a document that no text can be made of; the first is kept.
  void leave_out(Location where, std::string_view name);

  /// Counts a document that was passed on, and what is wrong with it.
  void take(const RecordState& state);

  /// Whether nothing was left out that was meant to be a document, and nothing repaired.
  bool is_whole() const noexcept;

  /// Adds what came of other documents.
  void add(const CorpusReport& other);

  /// What a person should know, one line each; the number of documents always comes first. `what`
  /// names them.
  std::vector<std::string> remarks(std::string_view what = "documents") const;

  /// The error of a file without any documents.
  DataError nothing_in(const std::string& path, std::string_view what = "documents") const;

  /// The first problems as messages, each with its place.
  std::vector<std::string> problems() const;

  /// Every count with what it counts.
  std::vector<std::pair<std::string, std::uint64_t>> counts() const;
};

}  // namespace podium
