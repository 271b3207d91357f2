#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "podium/base/options.hpp"
#include "podium/corpus/corpus_report.hpp"
#include "podium/corpus/raw_document.hpp"
#include "podium/markup/html_text.hpp"

namespace podium {

/// `unknown` means: look at the file. The others are described in docs/collections.md.
enum class CorpusFormat { unknown, trec, smart, ohsumed, jsonl, html, warc };

inline constexpr std::array<std::string_view, 7> corpus_format_names = {
    "auto", "trec", "smart", "ohsumed", "jsonl", "html", "warc"};

struct CorpusOptions {
  CorpusFormat format = CorpusFormat::unknown;
  std::size_t max_document_bytes = std::size_t{16} << 20;
  double max_unpack_ratio = 250.0;
  std::string url_prefix = "http://localhost/";
  std::string encoding = "utf-8";

  static auto fields() {
    using Self = CorpusOptions;
    return std::array{
        field("corpus-format", &Self::format, corpus_format_names,
              "how the documents are written down"),
        field("max-document-bytes", &Self::max_document_bytes, 1, std::size_t{1} << 32,
              "what is beyond in a document is left out"),
        field("max-unpack-ratio", &Self::max_unpack_ratio, 1.0, 1e9,
              "a packed file that holds more times its size is refused"),
        field("url-prefix", &Self::url_prefix,
              "what stands before the path of a file in its URL, in a folder of pages"),
        field("encoding", &Self::encoding,
              "of text other than pages and WARC: utf-8, latin1, windows-1252, ..."),
    };
  }
};

using DocumentSink = std::function<void(RawDocument&&)>;

/// Reads the documents of a file (of a folder: of all its files, by name), plain or packed, and
/// passes them on one by one; holds fingerprints of the ids and a few megabytes, or one document
/// if that is more.
/// Damaged documents are repaired or left out and counted, and so are files of no known format in a
/// folder. Throws DataError when a file cannot be read or is a damaged archive, and when there are
/// no documents at all, UsageError for an encoding that is not known.
CorpusReport read_corpus(const std::filesystem::path& path, const CorpusOptions& options,
                         const DocumentSink& sink);

/// The format of a file by what it begins with; `unknown` when nothing fits.
CorpusFormat guessed_format(const std::filesystem::path& path);

/// The first file of a corpus by which its format is known, and that format.
struct FirstFile {
  std::filesystem::path path;  ///< may be empty: of a folder without one
  CorpusFormat format = CorpusFormat::unknown;
};

/// Of a folder with pages the first of them, else the first file that begins like one of a format;
/// `format` is taken for granted unless it is `unknown`.
FirstFile first_file(const std::filesystem::path& path, CorpusFormat format);

/// Takes the page of a document apart: fills "title", "text", "extracted_title" and the links, and
/// empties `html`. Does nothing for a document without a page. Counts into `report` what was wrong.
void extract_page(RawDocument& document, const HtmlOptions& options, CorpusReport& report);

}  // namespace podium
