#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/suggest.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/http/json_response.hpp"
#include "podium/core/http/refusal.hpp"
#include "podium/core/prepare/feature_ranges.hpp"
#include "podium/serving/body_scanner.hpp"
#include "podium/serving/serve_route.hpp"
#include "podium/text/corpus/corpus.hpp"

namespace podium::serving {

namespace {

/// A query and documents as texts.
struct TextQuery {
  std::string model;
  std::string query;
  std::vector<text::RawDocument> documents;
  std::vector<std::string> anchors;                    ///< the text of links to each document
  std::map<std::string, std::vector<double>> columns;  ///< numbers that no text has, by feature
  std::optional<std::size_t> top;
  bool has_ids = false;
  std::size_t truncated = 0;  ///< documents
};

/// {"model": "shop", "query": "blue shoes", "top": 10,
///  "documents": [{"id": "a", "title": "...", "text": "...", "columns": {"pagerank": 0.3}}]}
class TextQueryReader {
 public:
  TextQueryReader(std::string_view body, const QueryLimits& limits,
                  const text::FeatureServer& server)
      : json_(body),
        limits_(limits),
        server_(server),
        fields_(server.definition().fields()),
        html_(server.definition().html) {}

  TextQuery read() {
    json_.distinct_object([&](const std::string& key) { read_member(key); });
    json_.end();
    if (query_.model.empty()) throw UsageError("found no model, expected the member 'model'");
    if (query_.query.empty()) throw UsageError("found no query, expected the member 'query'");
    for (auto& [name, values] : query_.columns) values.resize(query_.documents.size(), missing);
    return std::move(query_);
  }

 private:
  static constexpr double missing = std::numeric_limits<double>::quiet_NaN();

  void read_member(const std::string& key) {
    if (key == "model") {
      query_.model = json_.text();
    } else if (key == "query") {
      query_.query = json_.text();
    } else if (key == "top") {
      query_.top = json_.whole();
    } else if (key == "documents") {
      json_.array([&] { read_document(); });
    } else {
      json_.fail("found the member " + in_quotes(key) +
                 ", expected model, query, documents or top");
    }
  }

  void read_document() {
    if (query_.documents.size() == limits_.documents) {
      json_.fail(fmt::format("found more than {} documents, which is the limit of a request",
                             limits_.documents));
    }
    text::RawDocument document;
    std::string anchor;
    bool has_id = false;
    json_.distinct_object([&](const std::string& key) {
      if (key == "id") {
        document.id = json_.text();
        if (document.id.empty()) json_.fail("found an empty id, expected a name");
        has_id = true;
      } else if (key == "url") {
        document.url = json_.text();
      } else if (key == "html") {
        document.html = json_.text();
        document.charset = "utf-8";  // the encoding of JSON
      } else if (key == "columns") {
        json_.object([&](const std::string& name) { add_column(name, json_.number_or_nan()); });
      } else if (std::ranges::count(fields_, key) == 0) {
        json_.fail(
            fmt::format("found the member {}, expected id, url, html, columns or a field of "
                        "the collection: {}",
                        in_quotes(key), fmt::join(fields_, ", ")));
      } else {
        (key == "anchor" ? anchor : document.field[key]) = json_.text();
      }
    });
    if (query_.documents.empty()) query_.has_ids = has_id;
    if (has_id != query_.has_ids) {
      json_.fail("found an id for some documents only, expected one for all or for none");
    }
    if (!document.html.empty() && !document.field.empty()) {
      json_.fail("found html beside fields, expected one or the other");
    }
    const std::size_t most = server_.definition().corpus.max_document_bytes;
    query_.truncated += text::truncate(document, most) ? 1U : 0U;
    text::CorpusReport problems;  // of pages; a page that is broken has the text that can be read
    text::extract_page(document, html_, problems);
    query_.documents.push_back(std::move(document));
    query_.anchors.push_back(std::move(anchor));
  }

  void add_column(const std::string& name, float value) {
    auto found = query_.columns.find(name);
    if (found == query_.columns.end()) {
      server_.check_column(name);  // before it gets a number for each document
      found = query_.columns.emplace(name, std::vector<double>()).first;
    }
    std::vector<double>& values = found->second;
    if (values.size() > query_.documents.size()) {
      json_.fail("found the column " + in_quotes(name) + " twice in a document");
    }
    values.resize(query_.documents.size(), missing);
    values.push_back(double{value});
  }

  BodyScanner json_;
  QueryLimits limits_;
  const text::FeatureServer& server_;
  std::vector<std::string> fields_;
  text::HtmlOptions html_;
  TextQuery query_;
};

/// The features of the collection as those of the model: by name, or in order where the model was
/// trained on a file of numbered features.
QueryMessage message_of(const text::FeatureServer& server, const text::ServedFeatures& served,
                        const TextQuery& query, const FeatureColumns& columns) {
  const std::vector<text::FeatureSlot>& slots = server.recipe().slot;
  std::vector<std::size_t> source;
  const bool is_named = columns.has_names();
  for (std::size_t column = 0; is_named && column < columns.count(); ++column) {
    const auto found = std::ranges::find(slots, columns.name(column), &text::FeatureSlot::name);
    if (found == slots.end()) {
      throw UsageError(
          fmt::format("the model has the feature {}, which the collection does not have",
                      in_quotes(columns.name(column))));
    }
    source.push_back(static_cast<std::size_t>(found - slots.begin()));
  }
  if (!is_named && slots.size() != columns.count()) {
    throw UsageError(fmt::format("the model has {} features, and the collection {}",
                                 columns.count(), slots.size()));
  }
  QueryMessage message{.query = query.query,
                       .documents = query.documents.size(),
                       .values = {.width = columns.count(), .list_width = columns.count()},
                       .top = query.top};
  for (std::size_t doc = 0; doc < message.documents; ++doc) {
    if (query.has_ids) message.ids.push_back(query.documents[doc].id);
    for (std::size_t column = 0; column < columns.count(); ++column) {
      const std::size_t slot = is_named ? source[column] : column;
      message.values.listed.push_back(static_cast<float>(served.value[doc * slots.size() + slot]));
    }
  }
  return message;
}

/// The names of features that the model seems to know in other units: it was trained on scaled
/// ones.
std::vector<std::string> other_units(const LoadedModel& model, const QueryMessage& message) {
  FeatureRanges ranges = ranges_with_units(model.scorer.model());
  std::vector<std::string> names;
  const std::size_t own = model.columns.count();  // the baseline's score and sets are behind them
  if (ranges.low.size() < own) return names;
  ranges.low.resize(own);
  ranges.high.resize(own);
  for (const std::size_t f : features_in_other_units(message.values.listed, ranges)) {
    names.emplace_back(model.columns.name(f));
  }
  return names;
}

HttpResponse rank_texts(ServeCall& call) {
  const ScoringLease lease(call.state);
  const auto found = call.state.collections.find(call.captured.at(0));
  if (found == call.state.collections.end()) {
    std::vector<std::string_view> known;
    for (const auto& [name, server] : call.state.collections) known.push_back(name);
    throw Refusal(404, unknown_name("collection", call.captured.at(0), known));
  }
  expect_json(call.request);
  const text::FeatureServer& server = found->second;
  // The texts as they come, without their markup and as words; of each document the values of the
  // collection's features, and those that the request gives by name.
  call.take_memory(4 * call.request.body.size() +
                   most_documents(call) * server.recipe().slot.size() * 2 * sizeof(double));
  const TextQuery query =
      TextQueryReader(call.request.body, call.state.options.query, server).read();
  // The work grows with the square of its words.
  constexpr std::size_t longest_query = 10'000;
  if (query.query.size() > longest_query) {
    throw UsageError(fmt::format("found a query of {} bytes, expected at most {}",
                                 query.query.size(), longest_query));
  }
  call.model = model_of(call.state, query.model);
  call.take_memory(2 * query.documents.size() * call.model->columns.count() * sizeof(float));
  const text::ServedFeatures served =
      server.features(query.query, query.documents, query.columns, query.anchors);
  QueryMessage message = message_of(server, served, query, call.model->columns);
  const std::vector<std::string> scaled = other_units(*call.model, message);
  const std::vector<double> scores = score_documents(call, message, *lease.memory);
  Json json = ranking_json(*call.model, message, scores);
  json["uncounted_words"] = served.uncounted_word;
  json["features_in_other_units"] = scaled;
  json["truncated_documents"] = query.truncated;
  return json_response(json);
}

constexpr std::array<ServeRoute, 1> collection_table = {
    ServeRoute{"POST", "/v1/collections/{}/rank", Access::score, true,
               "Compute the features of a collection for a query and texts, and rank them.",
               "TextRanking", rank_texts, "TextQuery"},
};

}  // namespace

std::span<const ServeRoute> collection_routes() {
  return collection_table;
}

}  // namespace podium::serving
