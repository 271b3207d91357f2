#include <array>
#include <span>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "podium/base/text.hpp"
#include "podium/format/line_reader.hpp"
#include "podium/store/collection_text.hpp"

namespace podium {

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 3> query_keys = {"qid", "text", "description"};
constexpr std::array<std::string_view, 6> document_keys = {"docid",   "title", "url",
                                                           "snippet", "text",  "html"};

/// One line of JSON: an object of texts under known keys. The first key is the id, which may be a
/// whole number, too.
class JsonRecord {
 public:
  JsonRecord(const LineReader& line, std::span<const std::string_view> keys)
      : line_(line), keys_(keys) {
    parse();
    if (!record_.is_object()) throw fail("found JSON of another kind, expected an object");
    for (const auto& [key, value] : record_.items()) {
      const bool is_id = key == keys_.front() && value.is_number_integer();
      if (!value.is_string() && !is_id) {
        throw fail(fmt::format("found a value of '{}' that is no text, expected text", key));
      }
    }
  }

  std::string id() const {
    const auto found = record_.find(keys_.front());
    if (found == record_.end())
      throw fail(fmt::format("found no '{}', expected one", keys_.front()));
    return found->is_string() ? found->get<std::string>() : found->dump();
  }

  bool has(std::string_view key) const { return record_.contains(key); }

  /// Empty when it is not there.
  std::string text(std::string_view key) const {
    const auto found = record_.find(key);
    return found == record_.end() ? std::string() : found->get<std::string>();
  }

  DataError fail(const std::string& problem) const { return line_.error(line_.line(), problem); }

 private:
  void parse() {
    std::unordered_set<std::string> seen;
    const auto watch = [&](int depth, Json::parse_event_t event, Json& parsed) {
      const bool is_opening =
          event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
      if (depth > 0 && is_opening) throw fail("found a list or an object inside, expected text");
      if (event == Json::parse_event_t::key) {
        const auto key = parsed.get<std::string>();
        if (std::find(keys_.begin(), keys_.end(), key) == keys_.end()) {
          throw fail(
              fmt::format("found the key {}, expected one of: {}", in_quotes(key), joined(keys_)));
        }
        if (!seen.insert(key).second) {
          throw fail(fmt::format("found '{}' twice, expected it once", key));
        }
      }
      return true;
    };
    try {
      record_ = Json::parse(line_.line(), watch);
    } catch (const Json::parse_error& error) {
      const std::size_t at = std::min(error.byte > 0 ? error.byte - 1 : 0, line_.line().size());
      throw line_.error(line_.line().substr(at), "found malformed JSON, expected an object");
    }
    for (const auto& [key, value] : record_.items()) {
      if (value.is_string() &&
          value.get_ref<const std::string&>().find('\0') != std::string::npos) {
        throw fail(fmt::format("found a NUL in '{}', expected text", key));
      }
    }
  }

  const LineReader& line_;
  std::span<const std::string_view> keys_;
  Json record_;
};

template <class Take>
void for_each_json_line(CollectionText& text, std::span<const std::string_view> keys, Take&& take) {
  LineReader lines(text.view(), text.path());
  while (lines.next()) {
    if (lines.is_blank()) continue;
    text.record([&] { take(JsonRecord(lines, keys), lines.line()); });
  }
}

std::vector<LabelQuery> read_queries(CollectionText& text) {
  std::vector<LabelQuery> queries;
  for_each_json_line(text, query_keys, [&](const JsonRecord& record, std::string_view line) {
    LabelQuery query{record.id(), record.text("text"), record.text("description")};
    if (query.text.empty()) throw record.fail("found no 'text', expected what is asked for");
    text.take_id(query.id, line, "query");
    queries.push_back(std::move(query));
  });
  return queries;
}

std::vector<LabelDocument> read_documents(CollectionText& text) {
  std::vector<LabelDocument> documents;
  for_each_json_line(text, document_keys, [&](const JsonRecord& record, std::string_view line) {
    if (record.has("text") && record.has("html")) {
      throw record.fail("found both 'text' and 'html', expected one of them");
    }
    LabelDocument document{.id = record.id(),
                           .title = record.text("title"),
                           .url = record.text("url"),
                           .snippet = record.text("snippet"),
                           .is_html = record.has("html")};
    document.body = record.text(document.is_html ? "html" : "text");
    text.take_id(document.id, line, "document");
    documents.push_back(std::move(document));
  });
  return documents;
}

}  // namespace

CollectionReaders jsonl_readers() {
  return {read_queries, read_documents};
}

}  // namespace podium
