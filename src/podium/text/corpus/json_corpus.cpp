#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "podium/text/corpus/corpus_collector.hpp"
#include "podium/text/corpus/json_line.hpp"

namespace podium::text {

namespace {

constexpr std::array<std::string_view, 4> id_names = {"docid", "id", "_id", "docno"};

/// Appends a string, a number, or a list of them (or of such lists), one per line; returns how many
/// values are none of these.
std::size_t append_text(const Json& value, std::string& to, std::size_t list_depth = 2) {
  if (const auto* parts = value.as<Json::Array>(); parts != nullptr && list_depth > 0) {
    std::size_t left_out = 0;
    for (const Json& part : *parts) left_out += append_text(part, to, list_depth - 1);
    return left_out;
  }
  const auto* text = value.as<std::string>();
  if (text == nullptr && !value.is_number()) return value.is_null() ? 0 : 1;
  if (!to.empty()) to += '\n';
  to += text != nullptr ? *text : value.dump();
  return 0;
}

/// Adds links, which are URLs or objects {"url" or "docid", "text"}; returns how many are neither.
std::size_t add_links(const Json::Array& links, RawDocument& document) {
  std::size_t left_out = 0;
  for (const Json& link : links) {
    RawLink made;
    if (const auto* url = link.as<std::string>()) {
      made.target = *url;
    } else {
      made.is_id = link.find("docid") != nullptr;
      made.target = json_text(link, made.is_id ? "docid" : "url");
      made.text = json_text(link, "text");
    }
    left_out += made.target.empty() ? 1U : 0U;
    if (!made.target.empty()) document.link.push_back(std::move(made));
  }
  return left_out;
}

/// Adds a field other than an id; returns how many of its values were left out.
std::size_t add_value(const std::string& name, const Json& value, RawDocument& document) {
  if (name == "url") return append_text(value, document.url);
  if (name == "html") {
    document.charset = "utf-8";  // the encoding of JSON
    return append_text(value, document.html);
  }
  if (const auto* links = value.as<Json::Array>(); name == "links" && links != nullptr) {
    return add_links(*links, document);
  }
  std::string text;
  const std::size_t left_out = append_text(value, text);
  if (text.empty() && !value.is_text()) return left_out;
  std::string& field = document.field[name == "contents" ? "text" : name];
  if (!field.empty() && !text.empty()) field += '\n';
  field += text;
  return left_out;
}

}  // namespace

bool is_document_id(std::string_view name) {
  return std::ranges::find(id_names, name) != id_names.end();
}

RawDocument json_document(const Json& object, const Location& where, CorpusReport& report) {
  RawDocument document;
  for (const std::string_view name : id_names) {
    if (document.id.empty()) document.id = json_text(object, name);
  }
  const auto add = [&](const std::string& name, const Json& value) {
    for (std::size_t n = add_value(name, value, document); n > 0; --n) {
      report.leave_out(where, name);
    }
  };
  // What a document says must not depend on the order of its members.
  if (const Json* contents = object.find("contents")) add("contents", *contents);
  for (const auto& [name, value] : *object.as<Json::Object>()) {
    if (name != "contents" && !is_document_id(name)) add(name, value);
  }
  return document;
}

void read_json_lines(InputStream& in, CorpusCollector& to) {
  // JSON may use six bytes for a character.
  const std::size_t max_bytes = 6 * to.options().max_document_bytes + 4096;
  // By the places of lines in their batch: nothing is moved unless a line before it is left out,
  // and each thread frees the document before as it makes the next.
  std::vector<RawDocument> documents;
  std::vector<CorpusCollector::CheckedDocument> checked;
  std::vector<CorpusReport> reports;
  std::size_t kept = 0;
  const auto keep = [&](std::size_t line) {
    if (reports[line].other_values > 0) to.report().add(std::exchange(reports[line], {}));
    if (!to.accepts(checked[line])) return;
    if (kept != line) documents[kept] = std::move(documents[line]);
    ++kept;
  };
  const auto convert = [&](const Json& object, const RecordState& state,
                           std::size_t line) -> InOrder {
    documents[line] = json_document(object, state.where, reports[line]);
    checked[line] = to.checked(documents[line], state);
    return [&keep, line] { keep(line); };
  };
  const auto begin = [&](std::size_t lines) {
    if (lines <= documents.size()) return;
    documents.resize(lines);
    checked.resize(lines);
    reports.resize(lines);
  };
  const auto end = [&] { to.pass_on(std::span(documents).first(std::exchange(kept, 0))); };
  for_each_json_line(in, max_bytes, to.report(), convert, to.encoding(), {begin, end});
}

}  // namespace podium::text
