#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "podium/base/error.hpp"
#include "podium/base/file.hpp"
#include "podium/store/import.hpp"

namespace podium {

/// A file of queries or documents that is being read: its text in UTF-8, and what to do with a
/// record that is malformed.
class CollectionText {
 public:
  CollectionText(const std::string& path, bool lenient, ImportReport& report);

  std::string_view view() const noexcept { return view_; }
  const std::string& path() const noexcept { return input_.path(); }

  /// An error at `place`, a part of view().
  DataError error(std::string_view place, const std::string& problem) const;

  /// Throws unless `id`, a part of view() or what was made of `place`, is a word that has not come
  /// before. `what` is "query" or "document".
  void take_id(const std::string& id, std::string_view place, std::string_view what);

  /// Reads one record; a DataError goes on, or into the report when the import is lenient.
  template <class Read>
  void record(Read&& read) {
    try {
      read();
    } catch (const DataError& problem) {
      if (!is_lenient_) throw;
      report_.records.skip(problem.what());
    }
  }

 private:
  InputText input_;
  bool is_lenient_;
  ImportReport& report_;
  std::string repaired_;
  std::string_view view_;
  std::unordered_set<std::string> ids_;
};

/// The readers of a kind of collection. Queries come without documents.
struct CollectionReaders {
  std::vector<LabelQuery> (*queries)(CollectionText& text);
  std::vector<LabelDocument> (*documents)(CollectionText& text);
};

CollectionReaders jsonl_readers();
CollectionReaders trec_readers();
CollectionReaders smart_readers();

// --- what readers share ---

/// `text` without blanks and line ends at either end.
std::string_view stripped(std::string_view text) noexcept;

/// The words of `text` with one blank between them.
std::string on_one_line(std::string_view text);

/// The beginning of a text, cut between words; what is shown where nobody wrote a summary.
std::string beginning_of(std::string_view text);

}  // namespace podium
