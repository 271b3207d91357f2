#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"

namespace podium::text {

/// A problem with a record of a corpus.
struct CorpusProblem {
  Location where;
  std::string what;
};

/// The condition of a record after it was read.
struct RecordState {
  Location where;  ///< where it begins
  bool was_cut = false;
  bool is_unclosed = false;
  std::uint64_t bad_bytes = 0;
};

/// The names of records in messages, in the singular and the plural.
struct RecordNoun {
  std::string_view one = "document";
  std::string_view many = "documents";
};

/// Counts and problems of reading a corpus. None of them stopped the reader.
struct CorpusReport {
  std::uint64_t documents = 0;      ///< accepted
  std::uint64_t empty = 0;          ///< of these, without any text
  std::uint64_t repeated_ids = 0;   ///< left out: an earlier document has the id
  std::uint64_t skipped = 0;        ///< left out: malformed
  std::uint64_t other_records = 0;  ///< ignored: not web pages (images, requests)
  std::uint64_t cut = 0;            ///< documents longer than the limit, truncated
  std::uint64_t unclosed = 0;       ///< documents without an end, ended at the start of the next
  std::uint64_t broken_pages = 0;   ///< HTML too large or nested too deeply to be parsed
  std::uint64_t undecoded = 0;      ///< documents with invalid bytes
  std::uint64_t bad_bytes = 0;      ///< invalid bytes, replaced by U+FFFD
  std::uint64_t unknown_encodings = 0;
  std::uint64_t other_values =
      0;  ///< fields of documents that are neither text nor numbers, ignored
  std::vector<CorpusProblem> first_problems;

  /// Stores the problem if it is among the first few.
  void note(Location where, std::string problem);

  /// Counts a malformed record.
  void skip(Location where, std::string problem);

  /// Counts a document with a duplicate id.
  void repeat(Location where, std::string_view id);

  /// Counts a field that is neither text nor a number; the first is stored as a problem.
  void leave_out(Location where, std::string_view name);

  /// Counts an accepted document and its defects.
  void take(const RecordState& state);

  /// Whether no document was left out or repaired.
  bool is_complete() const noexcept;

  /// Adds the counts and problems of other documents.
  void add(const CorpusReport& other);

  /// The counts and problems for the user, one line each; the number of documents always comes
  /// first.
  std::vector<std::string> remarks(const RecordNoun& records = {}) const;

  /// The error for a file without any documents.
  DataError nothing_in(const std::string& path, std::string_view what = "documents") const;

  /// The first problems as messages, each with its place.
  std::vector<std::string> problems() const;

  /// All counts with their names.
  std::vector<std::pair<std::string, std::uint64_t>> counts() const;
};

}  // namespace podium::text
