#include "podium/labelling/store/collection.hpp"

#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"
#include "podium/labelling/store/label_id.hpp"
#include "podium/text/corpus/document_batches.hpp"
#include "podium/text/corpus/sgml.hpp"
#include "podium/text/markup/blanks.hpp"
#include "podium/text/markup/encoding.hpp"

namespace podium::labelling {

namespace {

void append_paragraph(std::string_view text, std::string& to) {
  text = text::trimmed_lines(text);
  if (text.empty()) return;
  if (!to.empty()) to += "\n\n";
  to += text;
}

std::string on_one_line(std::string_view text) {
  std::string line;
  text::append_collapsed(text, line);
  text::trim_end(line);
  return line;
}

/// The start of a text, cut between words; shown where a document has no summary.
std::string beginning_of(std::string_view text) {
  constexpr std::size_t limit = 240;
  std::string line = on_one_line(text.substr(0, 4 * limit));
  line.resize(utf8_prefix(line));  // the cut above may have split a character
  if (line.size() <= limit) return line;
  const std::size_t cut = line.rfind(' ', limit);
  line.resize(cut == std::string::npos ? utf8_prefix(line.substr(0, limit)) : cut);
  return line + " ...";
}

std::string_view field_of(const text::RawDocument& document, std::string_view name) {
  const auto found = document.field.find(name);
  return found == document.field.end() ? std::string_view() : std::string_view(found->second);
}

/// Authors and text; all fields of a document that has no field "text".
std::string body_of(const text::RawDocument& document) {
  std::string body;
  if (!document.field.contains("text")) {
    for (const auto& [name, text] : document.field) {
      if (name != "title" && name != "snippet") append_paragraph(text, body);
    }
    return body;
  }
  append_paragraph(field_of(document, "author"), body);
  append_paragraph(field_of(document, "text"), body);
  return body;
}

/// Converts documents of a corpus for display.
class Documents {
 public:
  explicit Documents(const std::string& path) : path_(path) {}

  void take(text::RawDocument&& raw) {
    if (const std::string problem = label_id_problem(raw.id, "document"); !problem.empty()) {
      report_.skip({path_}, problem);
      return;
    }
    LabelDocument document{.id = raw.id, .url = raw.url, .is_html = !raw.html.empty()};
    note_hidden(raw);
    if (document.is_html) {
      document.body = page_of(raw);
    } else {
      document.body = body_of(raw);
    }
    document.title = on_one_line(field_of(raw, "title"));
    document.snippet = text::trimmed_lines(field_of(raw, "snippet"));
    if (document.snippet.empty()) {
      document.snippet =
          beginning_of(raw.field.contains("text") ? field_of(raw, "text") : document.body);
    }
    documents_.push_back(std::move(document));
  }

  std::vector<LabelDocument>& all() noexcept { return documents_; }
  const text::CorpusReport& report() const noexcept { return report_; }

 private:
  /// Notes the first document with a field that assessors are not shown.
  void note_hidden(const text::RawDocument& raw) {
    if (raw.html.empty() && !raw.field.contains("text")) return;
    for (const auto& [name, text] : raw.field) {
      const bool is_shown = name == "title" || name == "snippet" ||
                            (raw.html.empty() && (name == "text" || name == "author"));
      if (is_shown || text.empty() || !hidden_.insert(name).second) continue;
      report_.note({path_}, fmt::format("document {}: {} is not shown beside {}", in_quotes(raw.id),
                                        in_quotes(name), raw.html.empty() ? "'text'" : "'html'"));
    }
  }

  /// The page in UTF-8; its visible text goes into the fields of `raw`.
  std::string page_of(text::RawDocument& raw) {
    const std::string page =
        text::decoded(raw.html,
                      raw.charset.empty() ? text::declared_charset(raw.html) : raw.charset)
            .text;
    text::CorpusReport noticed;
    text::extract_page(raw, {}, noticed);
    if (!noticed.is_complete()) {
      // The first remark is the number of pages, the last one the damage.
      noticed.note({path_}, fmt::format("page {} is damaged: {}", in_quotes(raw.id),
                                        noticed.remarks({"page", "pages"}).back()));
    }
    report_.add(noticed);
    return std::string(text::trimmed_lines(page));
  }

  const std::string& path_;
  std::vector<LabelDocument> documents_;
  std::set<std::string> hidden_;  ///< names of fields that are not shown
  text::CorpusReport report_;
};

}  // namespace

text::TopicFormat topic_format_of(text::CorpusFormat format) {
  switch (format) {
    case text::CorpusFormat::trec:
      return text::TopicFormat::trec;
    case text::CorpusFormat::smart:
      return text::TopicFormat::smart;
    case text::CorpusFormat::jsonl:
      return text::TopicFormat::jsonl;
    default:
      return text::TopicFormat::unknown;
  }
}

std::vector<LabelQuery> collection_queries(const std::string& path, text::TopicFormat format,
                                           text::CorpusReport& report) {
  std::vector<LabelQuery> queries;
  for (text::Topic& topic : text::read_topics(path, {.format = format}, &report)) {
    if (const std::string problem = label_id_problem(topic.id, "query"); !problem.empty()) {
      report.skip({path}, problem);
      continue;
    }
    LabelQuery query{.id = std::move(topic.id),
                     .text = topic.title.empty() ? on_one_line(topic.description) : topic.title};
    append_paragraph(topic.description, query.description);
    append_paragraph(topic.narrative, query.description);
    queries.push_back(std::move(query));
  }
  return queries;
}

std::vector<LabelDocument> collection_documents(const std::string& path,
                                                const text::CorpusOptions& options,
                                                text::CorpusReport& report,
                                                const WantedDocuments* wanted) {
  Documents documents(path);
  report.add(text::read_corpus(path, options, [&](text::RawDocument&& document) {
    if (wanted != nullptr) {
      text::encode_blanks(document.id);
      if (!wanted->contains(document.id)) return;
    }
    documents.take(std::move(document));
  }));
  report.add(documents.report());
  return std::move(documents.all());
}

}  // namespace podium::labelling
