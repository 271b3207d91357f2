#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "podium/base/text.hpp"
#include "podium/text/corpus_collector.hpp"

namespace podium {

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 4> id_names = {"docid", "id", "_id", "docno"};

/// A text or a number as text; nothing else has one.
std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() ? value.dump() : std::string();
}

std::string member(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found == object.end() ? std::string() : text_of(*found);
}

/// Links are URLs, or objects {"url" or "docid", "text"}.
void add_links(const Json& links, RawDocument& document) {
  for (const Json& link : links) {
    if (link.is_string()) {
      document.link.push_back({link.get<std::string>(), "", false});
    } else if (link.is_object()) {
      const bool is_id = link.contains("docid");
      RawLink made{member(link, is_id ? "docid" : "url"), member(link, "text"), is_id};
      if (!made.target.empty()) document.link.push_back(std::move(made));
    }
  }
}

RawDocument document_of(const Json& object) {
  RawDocument document;
  for (const std::string_view name : id_names) {
    if (document.id.empty()) document.id = member(object, std::string(name).c_str());
  }
  for (const auto& [name, value] : object.items()) {
    if (name == "url") {
      document.url = text_of(value);
    } else if (name == "html") {
      document.html = text_of(value);
      document.charset = "utf-8";  // JSON is
    } else if (name == "links" && value.is_array()) {
      add_links(value, document);
    } else if (std::find(id_names.begin(), id_names.end(), name) == id_names.end()) {
      const std::string field = name == "contents" ? "text" : name;
      if (value.is_string()) document.field.emplace(field, value.get<std::string>());
    }
  }
  return document;
}

}  // namespace

void read_json_lines(InputStream& in, CorpusCollector& to) {
  // JSON may need six bytes for a character.
  const std::size_t most = 6 * to.options().max_document_bytes + 4096;
  while (const auto line = in.next_line(most)) {
    if (trimmed(*line).empty()) continue;
    if (in.line_was_cut()) {
      to.skip(in, "found a line that is longer than a document may be");
      continue;
    }
    const Json object = Json::parse(*line, nullptr, false);
    if (object.is_object()) {
      to.take(document_of(object), in);
    } else {
      to.skip(in, "found " + in_quotes(*line) + ", expected a JSON object");
    }
  }
}

}  // namespace podium
