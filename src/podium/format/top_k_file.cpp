#include "podium/format/top_k_file.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "podium/base/error.hpp"
#include "podium/base/file.hpp"
#include "podium/base/text.hpp"
#include "podium/format/line_reader.hpp"

namespace podium {

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 4> keys = {"qid", "k", "top", "rest"};
enum class Key : std::size_t { qid, k, top, rest };

/// What is wrong with a record, or nothing.
std::optional<std::string> problem_of(const TopKRecord& record) {
  if (record.query_id.empty()) return "found an empty qid, expected an id";
  if (record.k == 0) return "found k = 0, expected 1 or more";
  if (record.top.size() > record.k) {
    return fmt::format("found {} documents in top, expected at most k = {}", record.top.size(),
                       record.k);
  }
  std::unordered_set<std::string_view> seen;
  for (const auto* list : {&record.top, &record.rest}) {
    for (const std::string& document : *list) {
      if (document.empty()) return "found an empty document id, expected an id";
      if (!seen.insert(document).second) {
        return fmt::format("found document {} twice, expected each once", in_quotes(document));
      }
    }
  }
  return std::nullopt;
}

void check(const TopKRecord& record) {
  if (const auto problem = problem_of(record)) {
    throw UsageError(
        fmt::format("top-k record of query {}: {}", in_quotes(record.query_id), *problem));
  }
}

/// Fills a record from the events of the JSON parser. Unlike a tree of JSON values it sees
/// repeated keys, and it stops at the first thing that does not belong.
class RecordHandler : public nlohmann::json_sax<Json> {
 public:
  explicit RecordHandler(const LineReader& line) : line_(line) {}

  TopKRecord record() && {
    for (std::size_t key = 0; key < keys.size(); ++key) {
      if (!seen_[key]) throw fail(fmt::format("found no '{}', expected one", keys[key]));
    }
    return std::move(record_);
  }

  bool null() override { throw unexpected("null"); }
  bool boolean(bool /*value*/) override { throw unexpected("true or false"); }
  bool number_float(double /*value*/, const std::string& text) override {
    throw unexpected(in_quotes(text));
  }
  bool binary(Json::binary_t& /*value*/) override { throw unexpected("binary data"); }
  bool number_integer(std::int64_t value) override { return take_id(to_text(value)); }
  bool number_unsigned(std::uint64_t value) override {
    if (depth_ != 1 || key_ != Key::k) return take_id(to_text(value));
    record_.k = value;
    return true;
  }
  bool string(std::string& text) override { return take_id(std::move(text)); }

  bool start_object(std::size_t /*size*/) override {
    if (depth_ > 0) throw unexpected("an object");
    depth_ = 1;
    return true;
  }
  bool end_object() override { return true; }
  bool start_array(std::size_t /*size*/) override {
    if (depth_ != 1 || (key_ != Key::top && key_ != Key::rest)) throw unexpected("a list");
    depth_ = 2;
    return true;
  }
  bool end_array() override {
    depth_ = 1;
    return true;
  }
  bool key(std::string& name) override {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] != name) continue;
      if (seen_[i]) throw fail(fmt::format("found '{}' twice, expected it once", name));
      seen_[i] = true;
      key_ = static_cast<Key>(i);
      return true;
    }
    throw fail(fmt::format("found the key {}, expected one of: {}", in_quotes(name), joined(keys)));
  }
  bool parse_error(std::size_t byte, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    const std::size_t offset = std::min(byte > 0 ? byte - 1 : 0, line_.line().size());
    throw line_.error(line_.line().substr(offset),
                      "found malformed JSON, expected an object with qid, k, top and rest");
  }

 private:
  bool take_id(std::string text) {
    if (depth_ == 1 && key_ == Key::qid) {
      record_.query_id = std::move(text);
    } else if (depth_ == 2) {
      (key_ == Key::top ? record_.top : record_.rest).push_back(std::move(text));
    } else {
      throw unexpected(in_quotes(text));
    }
    return true;
  }

  DataError unexpected(const std::string& found) const {
    if (depth_ == 0) return fail(fmt::format("found {}, expected an object", found));
    const std::string_view wanted = depth_ == 2        ? "a document id"
                                    : key_ == Key::qid ? "a query id"
                                    : key_ == Key::k   ? "a whole number"
                                                       : "a list of document ids";
    return fail(fmt::format("found {} in '{}', expected {}", found,
                            keys[static_cast<std::size_t>(key_)], wanted));
  }
  DataError fail(const std::string& problem) const { return line_.error(line_.line(), problem); }

  const LineReader& line_;
  TopKRecord record_;
  std::array<bool, keys.size()> seen_{};
  Key key_ = Key::qid;
  int depth_ = 0;  ///< 1 in the object, 2 in a list
};

TopKRecord parse_record(const LineReader& line) {
  RecordHandler handler(line);
  Json::sax_parse(line.line(), &handler);
  TopKRecord record = std::move(handler).record();
  if (const auto problem = problem_of(record)) throw line.error(line.line(), *problem);
  return record;
}

/// The truth of one query from its record, whose documents are all there.
WeakOrder truth_of(const Dataset& data, const QueryView& query, const TopKRecord& record) {
  std::unordered_map<std::string, DocIndex> documents;
  for (std::size_t doc = 0; doc < query.size(); ++doc) {
    documents.emplace(data.document_id(query.first_row + doc), static_cast<DocIndex>(doc));
  }
  TopKTruth truth{.document_count = query.size()};
  for (const std::string& id : record.top) truth.best.push_back(documents.at(id));
  WeakOrder order = weak_order(truth);
  const auto shift = static_cast<double>(record.k - record.top.size());
  for (const DocIndex doc : truth.best) order.label[doc] += shift;
  return order;
}

}  // namespace

std::vector<TopKRecord> read_top_k(const std::filesystem::path& path) {
  const InputText text(path);
  std::vector<TopKRecord> records;
  std::unordered_set<std::string> queries;
  LineReader lines(without_trailing_blank_lines(text.view()), text.path());
  while (lines.next()) {
    records.push_back(parse_record(lines));
    if (!queries.insert(records.back().query_id).second) {
      throw lines.error(lines.line(), fmt::format("found query {} twice, expected each once",
                                                  in_quotes(records.back().query_id)));
    }
  }
  expect_some(records.size(), text.path(), "top-k record");
  return records;
}

std::string top_k_text(std::span<const TopKRecord> records) {
  std::string text;
  std::unordered_set<std::string_view> queries;
  for (const TopKRecord& record : records) {
    check(record);
    if (!queries.insert(record.query_id).second) {
      throw UsageError(
          fmt::format("found two top-k records of query {}", in_quotes(record.query_id)));
    }
    const nlohmann::ordered_json line = {
        {"qid", record.query_id}, {"k", record.k}, {"top", record.top}, {"rest", record.rest}};
    try {
      text += line.dump() + "\n";
    } catch (const Json::type_error&) {
      throw UsageError(fmt::format("top-k record of query {}: found an id that is not UTF-8",
                                   in_quotes(record.query_id)));
    }
  }
  return text;
}

void write_top_k(std::span<const TopKRecord> records, const std::filesystem::path& path) {
  write_file(path, top_k_text(records));
}

Qrels qrels_of(std::span<const TopKRecord> records) {
  auto text = std::make_shared<std::vector<TopKRecord>>(records.begin(), records.end());
  DocumentColumns columns;
  for (const TopKRecord& record : *text) {
    check(record);
    columns.query_id.push_back(record.query_id);
    columns.document.insert(columns.document.end(), record.top.begin(), record.top.end());
    columns.document.insert(columns.document.end(), record.rest.begin(), record.rest.end());
    for (std::size_t place = 0; place < record.top.size(); ++place) {
      columns.value.push_back(static_cast<double>(record.k - place));
    }
    columns.value.resize(columns.document.size(), 0.0);
    columns.query_end.push_back(columns.value.size());
  }
  columns.text = std::move(text);
  return {DocumentTable(std::move(columns))};
}

JudgedRows with_top_k(const Dataset& data, std::span<const TopKRecord> records, Unjudged unjudged,
                      const std::string& path) {
  std::unordered_map<std::string_view, const TopKRecord*> by_query;
  for (const TopKRecord& record : records) by_query.emplace(record.query_id, &record);
  return judged_rows(data, qrels_of(records).judged, unjudged, path,
                     [&](const QueryView& query, const DocumentTable::Query&) {
                       return truth_of(data, query, *by_query.at(query.id));
                     });
}

}  // namespace podium
