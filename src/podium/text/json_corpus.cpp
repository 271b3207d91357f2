#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "podium/text/corpus_collector.hpp"
#include "podium/text/json_line.hpp"

namespace podium {

namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 4> id_names = {"docid", "id", "_id", "docno"};

/// Links are URLs, or objects {"url" or "docid", "text"}.
void add_links(const Json& links, RawDocument& document) {
  for (const Json& link : links) {
    if (link.is_string()) {
      document.link.push_back({link.get<std::string>(), "", false});
    } else if (link.is_object()) {
      const bool is_id = link.contains("docid");
      RawLink made{json_text(link, is_id ? "docid" : "url"), json_text(link, "text"), is_id};
      if (!made.target.empty()) document.link.push_back(std::move(made));
    }
  }
}

RawDocument document_of(const Json& object) {
  RawDocument document;
  for (const char* name : id_names) {
    if (document.id.empty()) document.id = json_text(object, name);
  }
  for (const auto& [name, value] : object.items()) {
    if (name == "url") {
      document.url = json_text(object, "url");
    } else if (name == "html") {
      document.html = json_text(object, "html");
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
  for_each_json_line(in, most, to.report(), [&](const Json& object, const RecordState& state) {
    to.take(document_of(object), state);
  });
}

}  // namespace podium
