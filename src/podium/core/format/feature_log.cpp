#include "podium/core/format/feature_log.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/format/json_texts.hpp"
#include "podium/core/format/line_reader.hpp"

namespace podium {

namespace {

constexpr float missing_value = std::numeric_limits<float>::quiet_NaN();
constexpr auto no_row = std::numeric_limits<std::uint64_t>::max();

struct LoggedDocument {
  std::string id;
  std::uint64_t row = 0;  ///< in the order of the file
  std::vector<std::pair<std::size_t, std::optional<float>>> values;
};

struct LoggedQuery {
  std::string id;
  std::vector<LoggedDocument> documents;
  std::unordered_set<std::string> ids;
};

/// The queries of a log, as they are read.
class LogTable {
 public:
  LoggedQuery& query(const std::string& id) {
    const auto [found, is_new] = query_place_.try_emplace(id, queries_.size());
    if (is_new) queries_.push_back({.id = id});
    return queries_[found->second];
  }

  LoggedDocument& add_document(LoggedQuery& query, const JsonReader& id) {
    const std::string text = json_id(id, "a document id");
    if (!query.ids.insert(text).second) {
      throw id.error(fmt::format("found document {} of query {} twice, expected it once",
                                 in_quotes(text), in_quotes(query.id)));
    }
    query.documents.push_back({.id = text, .row = rows_++});
    return query.documents.back();
  }

  /// Adds what the log says of a feature, which may be no value; `place` is where it says so.
  void add_value(LoggedDocument& document, std::string_view name, std::optional<float> value,
                 const JsonReader& place) {
    if (name.empty()) throw place.error("found an empty name, expected that of a feature");
    const auto [found, is_new] = feature_place_.try_emplace(std::string(name), names_.size());
    if (is_new) {
      names_.emplace_back(name);
      last_row_.push_back(no_row);
    }
    if (std::exchange(last_row_[found->second], document.row) == document.row) {
      throw place.error(fmt::format("found feature {} twice, expected it once", in_quotes(name)));
    }
    document.values.emplace_back(found->second, value);
  }

  std::size_t rows() const noexcept { return rows_; }
  std::size_t features() const noexcept { return names_.size(); }

  Dataset dataset(float absent) const {
    DatasetMemory memory;
    memory.feature_count = names_.size();
    for (const std::string& name : names_) memory.add_feature_name(name);
    for (const LoggedQuery& query : queries_) {
      if (query.documents.empty()) continue;  // nothing was found
      memory.add_query_id(query.id);
      for (const LoggedDocument& document : query.documents) {
        memory.add_document_id(document.id);
        memory.input_row.push_back(document.row);
      }
      memory.query_end.push_back(memory.input_row.size());
    }
    memory.label.assign(rows_, -1.0);
    fill_features(memory, absent);
    return build_dataset(std::move(memory));
  }

 private:
  void fill_features(DatasetMemory& memory, float absent) const {
    FeatureMatrix matrix(memory.query_end, names_.size(), default_memory_limit());
    std::size_t place = 0;
    for (const LoggedQuery& query : queries_) {
      if (query.documents.empty()) continue;
      std::size_t begin = matrix.begins()[place++];
      for (const LoggedDocument& document : query.documents) {
        const auto row = matrix.values().subspan(begin, names_.size());
        std::ranges::fill(row, absent);
        for (const auto& [feature, value] : document.values) row[feature] = value.value_or(absent);
        begin += names_.size();
      }
    }
    memory.features.dense = std::move(matrix);
  }

  std::vector<LoggedQuery> queries_;
  std::unordered_map<std::string, std::size_t> query_place_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::size_t> feature_place_;
  std::vector<std::uint64_t> last_row_;  ///< that had the feature
  std::uint64_t rows_ = 0;
};

// --- the LTR plugins ---

/// Missing values have none or, in some versions, null or "NaN".
std::optional<float> plugin_value(const JsonReader& json) {
  const auto* text = json.value().as<std::string>();
  if (json.value().is_null() || (text != nullptr && *text == "NaN")) return std::nullopt;
  const auto value = static_cast<float>(json.number());
  if (!std::isfinite(value)) throw json.unexpected("a number that a 32-bit float can hold");
  return value;
}

/// The log of a hit that is named, or its only one.
JsonReader plugin_log(const JsonReader& hit, const std::string& name) {
  const JsonReader field = hit.at("fields").at("_ltrlog");
  const std::vector<JsonReader> list = field.items();
  if (list.size() != 1) throw field.unexpected("a list of 1");
  if (!name.empty()) return list.front().at(name);
  auto logs = list.front().members();
  if (logs.size() == 1) return std::move(logs.front().second);
  std::vector<std::string_view> names;
  for (const auto& [key, unused] : logs) names.emplace_back(key);
  throw list.front().error(fmt::format("found {} logs ({}), expected one; --log-name chooses",
                                       names.size(), joined(names)));
}

/// Logs are lists of names and values; those of the first versions were objects.
void add_plugin_values(const JsonReader& log, LoggedDocument& document, LogTable& table) {
  if (log.value().is_object()) {
    for (const auto& [name, value] : log.members()) {
      table.add_value(document, name, plugin_value(value), value);
    }
    return;
  }
  for (const JsonReader& entry : log.items()) {
    entry.expect_keys({"name", "value"});
    const JsonReader name = entry.at("name");
    const auto value = entry.find("value");
    table.add_value(document, name.text(), value ? plugin_value(*value) : std::nullopt, name);
  }
}

void add_plugin_response(const JsonReader& response, const FeatureLogOptions& options,
                         LogTable& table) {
  LoggedQuery& query = table.query(json_id(response.at("qid"), "a query id"));
  for (const JsonReader& hit : response.at("hits").at("hits").items()) {
    LoggedDocument& document = table.add_document(query, hit.at("_id"));
    add_plugin_values(plugin_log(hit, options.log_name), document, table);
  }
}

// --- Solr ---

/// The query id in the response or, where Solr repeats what it was asked, among the parameters.
JsonReader solr_query_id(const JsonReader& response) {
  if (const auto id = response.find("qid")) return *id;
  if (const auto header = response.find("responseHeader")) {
    if (const auto params = header->find("params")) {
      if (const auto id = params->find("qid")) return *id;
    }
  }
  throw response.error(
      "found neither 'qid' nor 'responseHeader.params.qid', expected the query's id");
}

/// Reads "a=1.0,b=2.0E-5".
void add_solr_values(const JsonReader& field, LoggedDocument& document, LogTable& table) {
  const std::string text = field.text();
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view part = rest.substr(0, comma);
    const std::size_t sign = part.rfind('=');
    const auto value =
        sign == std::string_view::npos ? std::nullopt : parse_number<float>(part.substr(sign + 1));
    const bool is_missing = part.ends_with("=NaN");
    if (!is_missing && !(value && std::isfinite(*value))) {
      throw field.error(fmt::format("found {}, expected NAME=NUMBER", in_quotes(part)));
    }
    table.add_value(document, part.substr(0, sign), is_missing ? missing_value : *value, field);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
}

void add_solr_response(const JsonReader& response, const FeatureLogOptions& options,
                       LogTable& table) {
  const std::string features = options.log_name.empty() ? "[features]" : options.log_name;
  LoggedQuery& query = table.query(json_id(solr_query_id(response), "a query id"));
  for (const JsonReader& found : response.at("response").at("docs").items()) {
    LoggedDocument& document = table.add_document(query, found.at(options.id_field));
    add_solr_values(found.at(features), document, table);
  }
}

float absent_value(FeatureLogKind kind, AbsentFeature absent) {
  const bool is_zero = absent == AbsentFeature::automatic ? kind == FeatureLogKind::solr
                                                          : absent == AbsentFeature::zero;
  return is_zero ? 0.0F : missing_value;
}

/// The judgements of documents that the log has.
Qrels judgements_in(const Dataset& log, const Qrels& qrels) {
  DocumentColumns columns;
  for (std::size_t q = 0; q < log.query_count(); ++q) {
    const QueryView query = log[q];
    const auto found = qrels.judged.find(query.id);
    if (!found) continue;
    std::unordered_set<std::string> ids;
    for (std::size_t doc = 0; doc < query.size(); ++doc) {
      ids.insert(log.document_id(query.first_row + doc));
    }
    const DocumentTable::Query judged = qrels.judged[*found];
    for (std::size_t i = 0; i < judged.size(); ++i) {
      if (!ids.contains(std::string(judged.document[i]))) continue;
      columns.document.push_back(judged.document[i]);
      columns.value.push_back(judged.value[i]);
    }
    if (columns.value.size() == (columns.query_end.empty() ? 0 : columns.query_end.back()))
      continue;
    columns.query_id.push_back(judged.id);
    columns.query_end.push_back(columns.value.size());
  }
  columns.text = std::make_shared<const DocumentTable>(qrels.judged);  // it owns the ids
  return {DocumentTable(std::move(columns))};
}

/// The labels of a query's documents; 0 without a judgement.
WeakOrder labels_of(const Dataset& log, const QueryView& query,
                    const DocumentTable::Query& judged) {
  std::unordered_map<std::string_view, double> label;
  for (std::size_t i = 0; i < judged.size(); ++i)
    label.emplace(judged.document[i], judged.value[i]);
  GradedTruth truth;
  for (std::size_t doc = 0; doc < query.size(); ++doc) {
    const auto found = label.find(log.document_id(query.first_row + doc));
    truth.label.push_back(found == label.end() ? 0.0 : found->second);
  }
  return weak_order(truth);
}

}  // namespace

Dataset read_feature_log(const std::filesystem::path& path, FeatureLogKind kind,
                         const FeatureLogOptions& options) {
  const InputText text(path);
  LogTable table;
  JsonTexts responses(text.view());
  while (const auto item = responses.next()) {
    const JsonReader response = read_json(item->text, {text.path(), item->line});
    if (const auto error = response.find("error")) {
      throw error->error("found an answer with an error, expected one with documents");
    }
    if (kind == FeatureLogKind::solr) {
      add_solr_response(response, options, table);
    } else {
      add_plugin_response(response, options, table);
    }
  }
  expect_some(table.rows(), text.path(), "document with logged features");
  if (table.features() == 0) {
    throw DataError({text.path()}, "found no feature, expected the log to name some");
  }
  return table.dataset(absent_value(kind, options.absent));
}

JudgedLog judged_log(const Dataset& log, const Qrels& qrels, Unjudged unjudged,
                     const std::string& path) {
  const Qrels logged = judgements_in(log, qrels);
  const auto truth_of = [&](const QueryView& query, const DocumentTable::Query& judged) {
    return labels_of(log, query, judged);
  };
  return {.rows = judged_rows(log, logged.judged, unjudged, path, truth_of),
          .not_logged = qrels.judged.row_count() - logged.judged.row_count()};
}

}  // namespace podium
