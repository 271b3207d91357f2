#include "podium/core/format/orders/top_k_file.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/json_texts.hpp"
#include "podium/core/format/line_reader.hpp"

namespace podium {

namespace {

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

std::vector<std::string> ids_of(const JsonReader& json) {
  std::vector<std::string> ids;
  for (const JsonReader& item : json.items()) ids.push_back(json_id(item, "a document id"));
  return ids;
}

TopKRecord parse_record(const LineReader& line, const std::string& path) {
  const JsonReader json = read_json(line.line(), {path, line.number()});
  json.expect_keys({"qid", "k", "top", "rest"});
  TopKRecord record{.query_id = json_id(json.at("qid"), "a query id"),
                    .k = json.at("k").whole(),
                    .top = ids_of(json.at("top")),
                    .rest = ids_of(json.at("rest"))};
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
    records.push_back(parse_record(lines, text.path()));
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
    const Json line = {
        {"qid", record.query_id}, {"k", record.k}, {"top", record.top}, {"rest", record.rest}};
    try {
      text += line.exact_dump() + "\n";
    } catch (const UsageError&) {
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
