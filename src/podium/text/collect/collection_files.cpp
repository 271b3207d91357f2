#include "podium/text/collect/collection_files.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/chunks.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/line_reader.hpp"
#include "podium/text/features/meta_xml.hpp"
#include "podium/text/links/sitemap.hpp"

namespace podium::text {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view query_prefix = "query-";

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t tab = line.find('\t');
    cells.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return cells;
    line.remove_prefix(tab + 1);
  }
}

/// Replaces line ends and tabs in the text of a query, which would break the table.
std::string one_cell(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

std::string columns_text(const MetaFolder& meta) {
  std::string text = "qid\tdocid";
  for (const std::string& name : meta.column.name) text += "\t" + name;
  text += '\n';
  const std::size_t width = meta.column.name.size();
  std::vector<std::string> rows(meta.query.size());
  parallel_for(rows.size(), [&](std::size_t q) {
    for (std::size_t d = 0; d < meta.query[q].document.size(); ++d) {
      rows[q] += meta.query[q].id + '\t' + meta.query[q].document[d].id;
      for (std::size_t c = 0; c < width; ++c) {
        const double value = meta.column.query[q][d * width + c];
        rows[q] += '\t';
        rows[q] += std::isnan(value) ? "NULL" : to_text(value);
      }
      rows[q] += '\n';
    }
  });
  for (const std::string& one : rows) text += one;
  return text;
}

double column_value(const LineReader& lines, std::string_view cell) {
  if (cell == "NULL") return std::numeric_limits<double>::quiet_NaN();
  return lines.number_in(cell, "a number or NULL");
}

ColumnTable read_columns(const fs::path& path, std::span<const QueryMeta> queries) {
  const InputText text(path);
  LineReader lines(text.view(), text.path());
  if (!lines.next()) throw DataError({path.string()}, "found no header");
  const auto header = cells_of(lines.line());
  ColumnTable table;
  if (header.size() > 2) table.name.assign(header.begin() + 2, header.end());
  for (const QueryMeta& query : queries) {
    std::vector<double>& values = table.query.emplace_back();
    for (const DocumentMeta& document : query.document) {
      if (!lines.next()) throw DataError({path.string()}, "found fewer lines than documents");
      const auto cells = cells_of(lines.line());
      if (cells.size() != header.size() || cells[0] != query.id || cells[1] != document.id) {
        throw lines.unexpected(lines.line(), fmt::format("{} columns of document {} of query {}",
                                                         header.size() - 2, document.id, query.id));
      }
      for (std::size_t c = 2; c < cells.size(); ++c) {
        values.push_back(column_value(lines, cells[c]));
      }
    }
  }
  return table;
}

FileList query_files_by_number(const fs::path& folder) {
  std::vector<std::tuple<double, std::string, fs::path>> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().stem().string();
    if (!name.starts_with(query_prefix) || entry.path().extension() != ".xml") continue;
    const std::string id = name.substr(query_prefix.size());
    files.emplace_back(parse_number<double>(id).value_or(INFINITY), id, entry.path());
  }
  std::sort(files.begin(), files.end());
  FileList paths;
  for (auto& file : files) paths.push_back(std::get<2>(file));
  return paths;
}

FileList query_files(const fs::path& folder) {
  if (!fs::exists(folder / "queries.tsv")) return query_files_by_number(folder);
  const InputText text(folder / "queries.tsv");
  LineReader lines(text.view(), text.path());
  FileList paths;
  while (lines.next()) {
    if (lines.is_blank()) continue;
    paths.push_back(folder /
                    fmt::format("{}{}.xml", query_prefix, file_name_of(cells_of(lines.line())[0])));
  }
  return paths;
}

}  // namespace

std::string file_name_of(std::string_view id) {
  std::string name;
  for (const char c : id) {
    const bool is_safe = is_letter_or_digit(c) || c == '-' || c == '_' || c == '.';
    name += is_safe ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  constexpr std::size_t longest = 200;  // file systems allow 255, including prefix and ending
  constexpr std::size_t kept = 180;
  if (name.size() > longest) name = fmt::format("{}-{:016x}", name.substr(0, kept), fnv1a64(id));
  return name;
}

FileList write_meta_folder(const MetaFolder& meta, const std::vector<QueryText>& queries,
                           const fs::path& folder) {
  FileList files = {folder / "collectioninfo.xml", folder / "queries.tsv"};
  write_file(files[0], to_xml(meta.collection));
  std::string text;
  for (const QueryText& query : queries) text += query.id + '\t' + one_cell(query.text) + '\n';
  write_file(files[1], text);
  if (!meta.column.name.empty()) {
    files.push_back(folder / "columns.tsv");
    write_file(files.back(), columns_text(meta));
  }
  const std::size_t first = files.size();
  for (const QueryMeta& query : meta.query) {
    files.push_back(folder / fmt::format("{}{}.xml", query_prefix, file_name_of(query.id)));
  }
  parallel_for(meta.query.size(),
               [&](std::size_t q) { write_file(files[first + q], to_xml(meta.query[q])); });
  return files;
}

MetaFolder read_meta_folder(const fs::path& folder) {
  MetaFolder meta{
      .collection = read_collection_meta(folder / "collectioninfo.xml"), .query = {}, .column = {}};
  const FileList files = query_files(folder);
  if (files.empty()) throw DataError({folder.string()}, "found no query-*.xml");
  meta.query.resize(files.size());
  parallel_for(files.size(), [&](std::size_t q) { meta.query[q] = read_query_meta(files[q]); });
  const fs::path columns = folder / "columns.tsv";
  if (fs::exists(columns)) meta.column = read_columns(columns, meta.query);
  return meta;
}

fs::path write_terms(const std::vector<TermMeta>& terms, const CollectionMeta& collection,
                     const fs::path& folder) {
  std::string text = "word";
  for (const StreamMeta& stream : collection.stream) {
    text += fmt::format("\t{} df\t{} cf", stream.name, stream.name);
  }
  text += '\n';
  for (const TermMeta& term : terms) {
    text += term.word;
    for (std::size_t s = 0; s < term.document_frequency.size(); ++s) {
      text += fmt::format("\t{}\t{}", term.document_frequency[s], term.collection_frequency[s]);
    }
    text += '\n';
  }
  write_file(folder / "terms.tsv", text);
  return folder / "terms.tsv";
}

std::vector<TermMeta> read_terms(const fs::path& path, std::size_t streams) {
  const InputText text(path);
  LineReader lines(text.view(), text.path());
  (void)lines.next();
  std::vector<TermMeta> terms;
  while (lines.next()) {
    const auto cells = cells_of(lines.line());
    if (cells.size() != 1 + 2 * streams) {
      throw lines.unexpected(lines.line(), fmt::format("a word and {} counts", 2 * streams));
    }
    TermMeta& term = terms.emplace_back();
    term.word = cells[0];
    for (std::size_t c = 1; c < cells.size(); ++c) {
      const auto count = parse_number<std::uint64_t>(cells[c]);
      if (!count) throw lines.unexpected(cells[c], "a count");
      (c % 2 == 1 ? term.document_frequency : term.collection_frequency).push_back(*count);
    }
  }
  return terms;
}

FileList write_links(const CorpusLinks& links, const fs::path& folder) {
  FileList files;
  const auto write = [&](const char* name, const auto& append_row) {
    files.push_back(folder / name);
    OutputFile file(files.back());
    constexpr std::size_t pages_at_once = 32 * chunk_size;  // limits the text waiting to be written
    for (std::size_t first = 0; first < links.id.size(); first += pages_at_once) {
      const std::size_t pages = std::min(pages_at_once, links.id.size() - first);
      std::vector<std::string> texts(chunk_count(pages));
      for_each_chunk(pages, [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p) {
          append_row(static_cast<PageIndex>(first + p), texts[begin / chunk_size]);
        }
      });
      for (const std::string& text : texts) file.write(text);
    }
    file.commit();
  };
  write("pages.tsv", [&](PageIndex p, std::string& text) {
    fmt::format_to(std::back_inserter(text), "{}\t{}\t{}\n", p, links.id[p], links.url[p]);
  });
  write("links.txt", [&](PageIndex p, std::string& text) {
    for (const PageIndex to : links.graph.out(p)) {
      fmt::format_to(std::back_inserter(text), "{} {}\n", p, to);
    }
  });
  if (!links.has_urls()) return files;
  write("sitemap.txt", [&](PageIndex p, std::string& text) {
    const PageIndex parent = links.sitemap.parent(p);
    fmt::format_to(std::back_inserter(text), "{} {}\n", links.id[p],
                   parent == Sitemap::none ? "-1" : links.id[parent]);
  });
  return files;
}

}  // namespace podium::text
