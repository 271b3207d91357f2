#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "podium/core/base/options.hpp"
#include "podium/text/corpus/corpus_report.hpp"
#include "podium/text/corpus/raw_document.hpp"
#include "podium/text/markup/html_text.hpp"

namespace podium::text {

/// `unknown`: detect the format. docs/collections.md describes the others.
enum class CorpusFormat { unknown, trec, smart, ohsumed, jsonl, html, warc, csv, text };

inline constexpr std::array<std::string_view, 9> corpus_format_names = {
    "auto", "trec", "smart", "ohsumed", "jsonl", "html", "warc", "csv", "text"};

struct CorpusOptions {
  CorpusFormat format = CorpusFormat::unknown;
  std::size_t max_document_bytes = std::size_t{16} << 20;
  double max_unpack_ratio = 250.0;
  std::string url_prefix = "http://localhost/";
  std::string encoding = "utf-8";

  static auto fields() {
    using Self = CorpusOptions;
    return std::array{
        field("corpus-format", &Self::format, corpus_format_names, "format of the documents"),
        field("max-document-bytes", &Self::max_document_bytes, 1, std::size_t{1} << 32,
              "maximum length of a document in bytes; longer documents are truncated"),
        field("max-unpack-ratio", &Self::max_unpack_ratio, 1.0, 1e9,
              "refuse compressed files that expand by more than this factor"),
        field("url-prefix", &Self::url_prefix,
              "URL prefix for the paths of files in a folder of pages"),
        field("encoding", &Self::encoding,
              "encoding of formats other than HTML and WARC: utf-8, latin1, windows-1252, ..."),
    };
  }
};

using DocumentSink = std::function<void(RawDocument&&)>;

/// Takes some documents, which it may move away.
using BatchSink = std::function<void(std::span<RawDocument>)>;

/// Reads the documents of a file, or of all files of a folder in the order of their names, plain or
/// compressed, and passes them to `sink` in order, some at a time or one by one. Needs memory for
/// fingerprints of the ids and a few megabytes, or one document if that is more. Damaged documents
/// are repaired or left out, and counted; so are files of unknown format in a folder. Throws
/// DataError when a file cannot be read or is a damaged archive, and when there are no documents at
/// all, UsageError for an unknown encoding.
CorpusReport read_corpus(const std::filesystem::path& path, const CorpusOptions& options,
                         const BatchSink& sink);
CorpusReport read_corpus(const std::filesystem::path& path, const CorpusOptions& options,
                         const DocumentSink& sink);

/// The format of a file, detected from its start; `unknown` when no format fits.
CorpusFormat guessed_format(const std::filesystem::path& path);

/// The first file of a corpus that determines its format, and that format.
struct FirstFile {
  std::filesystem::path path;  ///< empty when a folder has no such file
  CorpusFormat format = CorpusFormat::unknown;
};

/// In a folder with pages the first page, else the first file of a known format, else the first
/// plain text (.txt). A `format` other than `unknown` is not checked.
FirstFile first_file(const std::filesystem::path& path, CorpusFormat format);

/// Truncates the page and the fields of a document to so many bytes in all; whether that was
/// needed.
bool truncate(RawDocument& document, std::size_t most);

/// Parses the page of a document: fills "title", "text", "extracted_title" and the links, and
/// clears `html`. Does nothing for a document without a page. Problems are counted in `report`.
void extract_page(RawDocument& document, const HtmlOptions& options, CorpusReport& report);

}  // namespace podium::text
