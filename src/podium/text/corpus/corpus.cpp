#include "podium/text/corpus/corpus.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/input_stream.hpp"
#include "podium/core/base/io/unpacker.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/csv_rows.hpp"
#include "podium/text/corpus/corpus_collector.hpp"
#include "podium/text/corpus/sgml.hpp"
#include "podium/text/markup/encoding.hpp"
#include "podium/text/markup/url.hpp"

namespace podium::text {

namespace {

namespace fs = std::filesystem;

struct FormatEntry {
  CorpusFormat format;
  void (*read)(InputStream&, CorpusCollector&);
};

constexpr FormatEntry formats[] = {
    {CorpusFormat::trec, read_trec},       {CorpusFormat::smart, read_smart},
    {CorpusFormat::ohsumed, read_ohsumed}, {CorpusFormat::jsonl, read_json_lines},
    {CorpusFormat::warc, read_warc},       {CorpusFormat::csv, read_csv}};

/// The regular files of a folder and its subfolders, by name; links are not followed.
std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && !entry.is_symlink()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool is_page_name(const fs::path& path) {
  const std::string extension = lower_case(without_packing(path).extension().string());
  return extension == ".html" || extension == ".htm" || extension == ".xhtml" ||
         extension == ".shtml";
}

bool is_text_name(const fs::path& path) {
  return lower_case(without_packing(path).extension().string()) == ".txt";
}

/// Whether the text begins a list of objects.
bool is_json_list(std::string_view text) {
  return text.starts_with('[') && trimmed_lines(text.substr(1)).starts_with('{');
}

/// Why no reader takes the file.
std::string why_unknown(const fs::path& path) {
  const std::string complaint = InputStream(path).complaint();
  return complaint.empty()
             ? "unknown format, expected TREC, SMART, OHSUMED, JSON (lines or a list), CSV with a "
               "column 'docid' or 'id', WARC, HTML pages or a folder of texts (.txt)"
             : complaint;
}

/// Reads a file in a format that is not `unknown`.
void read_file(const fs::path& path, CorpusFormat format, CorpusCollector& to) {
  const auto* const entry = std::ranges::find(formats, format, &FormatEntry::format);
  InputStream in(path, {.ratio = to.options().max_unpack_ratio});
  if (!in.complaint().empty()) throw DataError({path.string()}, in.complaint());
  to.set_utf8(in.was_utf16());
  entry->read(in, to);
}

/// Takes a whole file for one document, a page or a plain text, with its name in the folder.
void read_whole_file(const fs::path& path, CorpusFormat format, const fs::path& folder,
                     CorpusCollector& to) {
  const bool is_page = format == CorpusFormat::html;  // whose encoding is found when it is parsed
  InputStream in(path, {.ratio = to.options().max_unpack_ratio},
                 is_page ? Utf16Rule::keep : Utf16Rule::decode);
  if (!is_page && !in.complaint().empty()) {
    return to.report().skip({path.string()}, in.complaint());
  }
  RawDocument document{.id = without_packing(path).lexically_relative(folder).generic_string()};
  std::string& text = is_page ? document.html : document.field["text"];
  in.read(to.options().max_document_bytes, text);
  RecordState state{.where = {in.path()}};
  state.was_cut = in.skip(1) > 0;
  if (is_page) {
    document.url = to.options().url_prefix + encoded_path(document.id);
  } else {
    to.set_utf8(in.was_utf16());
    to.decode(text, state.bad_bytes);
  }
  to.take(std::move(document), state);
}

void read_folder(const fs::path& folder, CorpusFormat format, CorpusCollector& to) {
  const CorpusFormat first = first_file(folder, format).format;
  const bool has_pages = first == CorpusFormat::html;
  for (const fs::path& path : files_in(folder)) {
    const bool is_text = first == CorpusFormat::text && (format == first || is_text_name(path));
    if (is_text || (has_pages && is_page_name(path))) {
      read_whole_file(path, first, folder, to);
    } else if (has_pages) {
      ++to.report().other_records;
    } else if (const FirstFile file = first_file(path, format);
               file.format == CorpusFormat::unknown) {
      to.report().skip({path.string()}, why_unknown(path));
    } else {
      read_file(path, file.format, to);
    }
  }
}

void fill_field(RawDocument& document, const char* name, std::string&& text) {
  std::string& field = document.field[name];
  if (field.empty()) field = std::move(text);
}

}  // namespace

CorpusFormat guessed_format(const fs::path& path) {
  InputStream in(path);
  std::string start;
  in.read(std::size_t{1} << 16, start);
  const std::string_view text = trimmed_lines(start);
  if (is_warc_line(text)) return CorpusFormat::warc;
  if (text.starts_with('{') || is_json_list(text)) return CorpusFormat::jsonl;
  if (text.starts_with(".I")) {
    const bool has_u = text.find("\n.U\n") != std::string_view::npos ||
                       text.find("\n.U\r\n") != std::string_view::npos;
    return has_u ? CorpusFormat::ohsumed : CorpusFormat::smart;
  }
  const bool is_trec = find_any_case(text, "<doc>") != std::string_view::npos ||
                       find_any_case(text, "<doc ") != std::string_view::npos;
  if (text.starts_with('<') && is_trec) return CorpusFormat::trec;
  if (is_page_name(path)) return CorpusFormat::html;
  const std::string_view table = text.substr(separator_line(text).size());
  const bool is_csv = is_csv_header(table.substr(0, table.find_first_of("\r\n")));
  return is_csv ? CorpusFormat::csv : CorpusFormat::unknown;
}

FirstFile first_file(const fs::path& path, CorpusFormat format) {
  const bool is_open = format == CorpusFormat::unknown;
  if (!fs::is_directory(path)) return {path, is_open ? guessed_format(path) : format};
  const std::vector<fs::path> files = files_in(path);
  const auto page = std::find_if(files.begin(), files.end(), is_page_name);
  if (is_open && page != files.end()) return {*page, CorpusFormat::html};
  for (const fs::path& file : files) {
    const CorpusFormat found = is_open ? guessed_format(file) : format;
    if (found != CorpusFormat::unknown) return {file, found};
  }
  const auto text = std::find_if(files.begin(), files.end(), is_text_name);
  if (text != files.end()) return {*text, CorpusFormat::text};
  return {{}, format};
}

CorpusReport read_corpus(const fs::path& path, const CorpusOptions& options,
                         const DocumentSink& sink) {
  return read_corpus(path, options, BatchSink([&](std::span<RawDocument> documents) {
                       for (RawDocument& document : documents) sink(std::move(document));
                     }));
}

CorpusReport read_corpus(const fs::path& path, const CorpusOptions& options,
                         const BatchSink& sink) {
  if (decoded("", options.encoding).unknown_encoding) {
    throw UsageError("encoding: found " + in_quotes(options.encoding) +
                     ", expected utf-8, latin1, windows-1252 or another known encoding");
  }
  CorpusCollector collector(options, sink);
  if (fs::is_directory(path)) {
    read_folder(path, options.format, collector);
  } else {
    const CorpusFormat format = first_file(path, options.format).format;
    if (format == CorpusFormat::unknown) throw DataError({path.string()}, why_unknown(path));
    if (format == CorpusFormat::html || format == CorpusFormat::text) {
      read_whole_file(path, format, path.parent_path(), collector);
    } else {
      read_file(path, format, collector);
    }
  }
  if (collector.report().documents == 0) throw collector.report().nothing_in(path.string());
  return collector.report();
}

void extract_page(RawDocument& document, const HtmlOptions& options, CorpusReport& report) {
  if (document.html.empty()) return;
  HtmlText page = html_text(document.html, document.url, options, document.charset);
  document.html = {};
  document.charset = {};
  report.broken_pages += page.is_broken ? 1U : 0U;
  report.unknown_encodings += page.unknown_encoding ? 1U : 0U;
  report.undecoded += page.bad_bytes > 0 ? 1U : 0U;
  report.bad_bytes += page.bad_bytes;
  report.empty += page.text.empty() && page.title.empty() ? 1U : 0U;
  fill_field(document, "title", std::move(page.title));
  fill_field(document, "text", std::move(page.text));
  fill_field(document, "extracted_title", std::move(page.extracted_title));
  for (HtmlAnchor& anchor : page.anchor) {
    document.link.push_back({std::move(anchor.url), std::move(anchor.text), false});
  }
}

}  // namespace podium::text
