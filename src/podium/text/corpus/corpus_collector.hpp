#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "podium/core/base/io/input_stream.hpp"
#include "podium/core/base/io/json.hpp"
#include "podium/text/corpus/corpus.hpp"
#include "podium/text/corpus/text_index.hpp"

namespace podium::text {

/// Receives the documents of all readers: counts them, drops duplicate ids, converts text to UTF-8
/// and passes them on.
class CorpusCollector {
 public:
  CorpusCollector(const CorpusOptions& options, const BatchSink& sink)
      : options_(options), sink_(sink) {}

  const CorpusOptions& options() const noexcept { return options_; }
  CorpusReport& report() noexcept { return report_; }

  /// Whether the file that is read next is UTF-8, whatever the corpus's encoding.
  void set_utf8(bool is_utf8) noexcept { is_utf8_ = is_utf8; }

  /// Of the text of the file that is being read.
  std::string_view encoding() const {
    return is_utf8_ ? std::string_view("utf-8") : std::string_view(options_.encoding);
  }

  /// Converts text from the corpus's encoding to UTF-8; false when that is its encoding.
  bool decode(std::string& text, std::uint64_t& bad_bytes) const;

  /// What is to be known of a document in UTF-8 that is not longer than one may be.
  struct CheckedDocument {
    TextFingerprint fingerprint;  ///< of the id
    const std::string* id = nullptr;
    bool has_text = false;
    RecordState state;
  };

  /// Puts U+FFFD for the invalid bytes of a document whose text should be UTF-8, and cuts it.
  /// Threads may call it at the same time.
  CheckedDocument checked(RawDocument& document, RecordState state) const;

  /// Counts a document; false if it is left out.
  bool accepts(const CheckedDocument& read);

  /// Passes on documents that were accepted.
  void pass_on(std::span<RawDocument> documents) const { sink_(documents); }

  void take(RawDocument&& document, const RecordState& state) {
    if (accepts(checked(document, state))) pass_on({&document, 1});
  }

 private:
  const CorpusOptions& options_;
  const BatchSink& sink_;
  CorpusReport report_;
  TextIndex ids_;
  bool is_utf8_ = false;
};

// One function per format; each reads a stream to its end.
void read_trec(InputStream& in, CorpusCollector& to);
void read_smart(InputStream& in, CorpusCollector& to);
void read_ohsumed(InputStream& in, CorpusCollector& to);
void read_json_lines(InputStream& in, CorpusCollector& to);
void read_csv(InputStream& in, CorpusCollector& to);
void read_warc(InputStream& in, CorpusCollector& to);

/// Whether a member of a JSON object, or a column, is the id of a document.
bool is_document_id(std::string_view name);

/// The document of a JSON object, or of a row of CSV by the names of its columns.
RawDocument json_document(const Json& object, const Location& where, CorpusReport& report);

/// Whether a line names columns of documents, one of which has the ids.
bool is_csv_header(std::string_view line);

/// Whether a line starts a WARC record of any version: ClueWeb09 has WARC/0.18.
bool is_warc_line(std::string_view line) noexcept;

}  // namespace podium::text
