#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "podium/corpus/corpus_collector.hpp"
#include "podium/corpus/json_line.hpp"

namespace podium {

namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 4> id_names = {"docid", "id", "_id", "docno"};

/// Appends a string, a number, or a list of them (or of such lists), one per line; returns how many
/// values are none of these.
std::size_t append_text(const Json& value, std::string& to, std::size_t list_depth = 2) {
  if (value.is_array() && list_depth > 0) {
    std::size_t left_out = 0;
    for (const Json& part : value) left_out += append_text(part, to, list_depth - 1);
    return left_out;
  }
  if (!value.is_string() && !value.is_number()) return value.is_null() ? 0 : 1;
  if (!to.empty()) to += '\n';
  to += value.is_string() ? value.get_ref<const std::string&>() : value.dump();
  return 0;
}

/// Adds links, which are URLs or objects {"url" or "docid", "text"}; returns how many are neither.
std::size_t add_links(const Json& links, RawDocument& document) {
  std::size_t left_out = 0;
  for (const Json& link : links) {
    RawLink made;
    if (link.is_string()) {
      made.target = link.get<std::string>();
    } else if (link.is_object()) {
      made.is_id = link.contains("docid");
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
  if (name == "links" && value.is_array()) return add_links(value, document);
  std::string text;
  const std::size_t left_out = append_text(value, text);
  if (text.empty() && !value.is_string()) return left_out;
  std::string& field = document.field[name == "contents" ? "text" : name];
  if (!field.empty() && !text.empty()) field += '\n';
  field += text;
  return left_out;
}

RawDocument document_of(const Json& object, const Location& where, CorpusReport& report) {
  RawDocument document;
  for (const char* name : id_names) {
    if (document.id.empty()) document.id = json_text(object, name);
  }
  for (const auto& [name, value] : object.items()) {
    if (std::find(id_names.begin(), id_names.end(), name) != id_names.end()) continue;
    for (std::size_t n = add_value(name, value, document); n > 0; --n) {
      report.leave_out(where, name);
    }
  }
  return document;
}

}  // namespace

void read_json_lines(InputStream& in, CorpusCollector& to) {
  // JSON may use six bytes for a character.
  const std::size_t max_bytes = 6 * to.options().max_document_bytes + 4096;
  const auto take = [&](const Json& object, const RecordState& state) {
    to.take(document_of(object, state.where, to.report()), state);
  };
  for_each_json_line(in, max_bytes, to.report(), take, to.options().encoding);
}

}  // namespace podium
