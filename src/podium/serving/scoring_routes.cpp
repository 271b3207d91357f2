#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <stop_token>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/checksum.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/on_this_thread.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/ranking.hpp"
#include "podium/core/http/json_response.hpp"
#include "podium/core/http/refusal.hpp"
#include "podium/learning/model/attribution.hpp"
#include "podium/learning/model/baseline.hpp"
#include "podium/serving/query_scores.hpp"
#include "podium/serving/serve_route.hpp"

namespace podium::serving {

namespace {

constexpr std::size_t explained_documents = 10;  ///< unless the request says how many
constexpr std::size_t bytes_of_part = 400;       ///< of a feature's part in the answer

bool is_rows(const HttpRequest& request) {
  const std::string type = body_type(request);
  if (type == rows_type) return true;
  if (type != json_type) {
    throw Refusal(415, fmt::format("the body must be of type {} or {}", json_type, rows_type));
  }
  return false;
}

/// The most that the values of a query can take: a comma follows each but the last, and lists grow
/// by moving. Rows have all features of the model, also those that the body leaves out; models that
/// look at whole queries copy them.
std::size_t bytes_of_values(const LoadedModel& model, const ServeCall& call, bool is_whole) {
  const std::string& body = call.request.body;
  if (is_rows(call.request)) return 2 * body.size();
  const std::size_t documents = most_documents(call);
  const std::size_t width =
      std::min(model.columns.count(), call.state.options.query.values / documents + 1);
  const bool needs_all = is_whole || !model.scorer.takes_parts();
  const std::size_t rows = needs_all ? 2 * documents : documents_at_once(model.scorer, documents);
  const auto commas = static_cast<std::size_t>(std::ranges::count(body, ','));
  return body.size() + 3 * (commas + 1) * sizeof(DocumentValues::Named) +
         rows * width * sizeof(float);
}

QueryMessage message_for(const LoadedModel& model, ServeCall& call, QueryMemory& memory,
                         bool is_whole = false) {
  const QueryLimits& limits = call.state.options.query;
  call.take_memory(bytes_of_values(model, call, is_whole));
  const auto read = is_rows(call.request) ? read_query_rows : read_query_json;
  return read(call.request.body, model.columns, limits, std::move(memory.listed));
}

/// Whether a request is among a share of the requests: its key decides, else its query, else its
/// number. A query is always treated alike. Purposes choose independently: else a canary would
/// answer just those queries that a shadow model is to be compared on.
bool is_chosen(std::string_view purpose, double share, const ServeCall& call,
               const QueryMessage& message, std::uint64_t number) {
  std::string key(header_of(call.request, "x-podium-key"));
  if (key.empty()) key = message.query.empty() ? to_text(number) : message.query;
  const auto hash = static_cast<double>(checksum64(key.append(purpose)));
  return hash < share * static_cast<double>(std::numeric_limits<std::uint64_t>::max());
}

/// The rule for a model that holds for this request.
const TrafficRule* rule_for(const std::vector<TrafficRule>& rules, std::string_view purpose,
                            const ServeCall& call, const QueryMessage& message,
                            std::uint64_t number) {
  const auto found = std::ranges::find_if(rules, [&](const TrafficRule& rule) {
    return rule.model == call.captured.at(0) &&
           is_chosen(purpose, rule.share, call, message, number);
  });
  return found == rules.end() ? nullptr : &*found;
}

/// Scores of a query, and what they are scores of.
struct AnsweredQuery {
  QueryMessage message;
  std::vector<double> scores;
};

void offer_shadow(const TrafficRule& rule, const ServeCall& call, const AnsweredQuery& scored) {
  ModelHandle other = call.state.registry.find(rule.other);
  if (!other) return call.state.shadows.add_dropped();
  call.state.shadows.offer({.pair = rule.model + " " + rule.other,
                            .model = std::move(other),
                            .body = call.request.body,
                            .is_binary = is_rows(call.request),
                            .version = call.model->version,
                            .scores = scored.scores});
}

/// A copy of the query, if it is to be recorded.
std::optional<RecordedQuery> recorded_query(const ServeCall& call, const QueryMessage& message,
                                            std::uint64_t number) {
  const RecordRule* rule = call.state.recorder.rule_of(call.model->name);
  if (rule == nullptr || message.documents == 0 ||
      !is_chosen(" record", rule->share, call, message, number)) {
    return std::nullopt;
  }
  RecordedQuery query{
      .model = call.model, .query = message.query, .ids = {}, .values = message.values};
  for (std::size_t doc = 0; doc < message.documents; ++doc) query.ids.push_back(message.id(doc));
  return query;
}

/// Reads the query, chooses the model that answers, and scores.
AnsweredQuery answered_query(ServeCall& call, QueryMemory& memory) {
  ServeState& state = call.state;
  call.model = model_of(state, call.captured.at(0));
  AnsweredQuery scored{message_for(*call.model, call, memory), {}};
  const std::uint64_t number = state.requests++;
  // As it came, whoever answers: scoring overwrites it.
  std::optional<RecordedQuery> recorded = recorded_query(call, scored.message, number);
  const TrafficRule* canary = rule_for(state.options.canaries, "", call, scored.message, number);
  // A canary whose file has gone answers nothing; the model that is named does.
  ModelHandle other = canary == nullptr ? nullptr : state.registry.find(canary->other);
  const bool is_by_canary = other != nullptr;
  if (is_by_canary) {
    call.model = std::move(other);
    memory.listed = std::move(scored.message.values.listed);
    scored.message = message_for(*call.model, call, memory);
  }
  scored.scores = score_documents(call, scored.message, memory);
  memory.listed = std::move(scored.message.values.listed);  // scoring has overwritten them
  const TrafficRule* shadow =
      rule_for(state.options.shadows, " shadow", call, scored.message, number);
  if (shadow != nullptr && !is_by_canary) offer_shadow(*shadow, call, scored);
  if (recorded) state.recorder.offer(std::move(*recorded));
  return scored;
}

HttpResponse binary_response(const LoadedModel& model, std::span<const double> scores) {
  HttpResponse response{.type = std::string(scores_type), .body = scores_as_bytes(scores)};
  response.header.emplace("X-Podium-Model", model.reference());
  response.header.emplace("X-Podium-Version", model.version);
  return response;
}

HttpResponse score(ServeCall& call) {
  const ScoringLease lease(call.state);
  return score_query(call, *lease.memory);
}

HttpResponse rank(ServeCall& call) {
  const ScoringLease lease(call.state);
  const AnsweredQuery scored = answered_query(call, *lease.memory);
  return json_response(ranking_json(*call.model, scored.message, scored.scores));
}

/// What each feature adds to a score, the largest first; features that add nothing are left out.
Json parts_json(const FeatureSet& features, const Attribution& parts, const FeatureRow& raw,
                const WordTables& words) {
  std::vector<std::size_t> order;
  for (std::size_t f = 0; f < parts.feature.size(); ++f) {
    if (parts.feature[f] != 0.0) order.push_back(f);
  }
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](std::size_t f) { return std::abs(parts.feature[f]); });
  Json list = Json::array();
  for (const std::size_t f : order) {
    Json value = static_cast<double>(raw[f]);  // NaN becomes null
    if (const auto table = words.find(f); table != words.end()) {
      const auto place = static_cast<std::size_t>(std::max(raw[f], 0.0F));
      value = !(raw[f] >= 0.0F) || place >= table->second->size() ? Json()
                                                                  : Json((*table->second)[place]);
    }
    list.push_back({{"name", features.name(f)}, {"value", value}, {"adds", parts.feature[f]}});
  }
  return list;
}

/// Throws Overload when nobody waits for an explanation any more, or it takes too long.
class Patience {
 public:
  explicit Patience(const ServeCall& call)
      : stop_(call.request.stop),
        time_(call.state.options.explain.time),
        end_(std::chrono::steady_clock::now() + time_) {}

  void check() const {
    if (stop_.stop_requested()) {
      throw Overload("explain",
                     "the explanation was given up: the client has left, or the service ends");
    }
    if (std::chrono::steady_clock::now() < end_) return;
    throw Overload("explain", fmt::format("the explanation took longer than {} seconds; ask for "
                                          "fewer documents by 'top'",
                                          std::chrono::duration<double>(time_).count()));
  }

 private:
  std::stop_token stop_;
  std::chrono::milliseconds time_;
  std::chrono::steady_clock::time_point end_;
};

HttpResponse explain(ServeCall& call) {
  const ScoringLease lease(call.state, call.state.explaining);
  const Patience patience(call);
  call.model = model_of(call.state, call.captured.at(0));
  QueryMessage message = message_for(*call.model, call, *lease.memory, true);
  const std::size_t most = call.state.options.explain.documents;
  if (message.top && std::min(*message.top, message.documents) > most) {
    throw UsageError(fmt::format("found 'top': {}, expected at most {} documents to explain",
                                 *message.top, most));
  }
  if (!message.top) message.top = std::min(explained_documents, most);
  patience.check();
  call.take_memory(2 * message.documents * message.values.width * sizeof(float) +
                   std::min(*message.top, message.documents) * call.model->columns.count() *
                       bytes_of_part);
  const RankingModel& model = call.model->scorer.model();
  const std::span<const float> values =
      message.values.rows(0, message.documents, lease.memory->rows);
  const Dataset raw = with_baseline_feature(model, call.model->scorer.query_of(values));
  // Sets are parts of the model's score, too; their values are those of the categorical features.
  const Dataset named = with_feature_set(raw, model.preparation.features);
  const Dataset ready = prepared(model.preparation, raw);
  const std::vector<double> scores = score_documents(call, message, *lease.memory);
  Json json = model_json(*call.model);
  json["compared_with"] = "the mean of the query's documents";
  Json list = Json::array();
  const FeatureRows rows = message.documents == 0 ? FeatureRows() : ready[0].features;
  const std::vector<float> reference = reference_documents(model.kind, rows);
  const AttributionOptions options{.check = [&] { patience.check(); }};
  for (const DocIndex doc : top_k_by_score(scores, *message.top)) {
    patience.check();
    Attribution parts;
    on_this_thread([&] { parts = attribution(model.kind, rows, doc, reference, options); });
    Json one = {{"id", message.id(doc)},
                {"rank", list.as<Json::Array>()->size() + 1},
                {"score", parts.score},
                {"reference", parts.reference}};
    one["features"] = parts_json(model.preparation.features, parts, named[0].features[doc],
                                 named.columns().words);
    list.push_back(std::move(one));
  }
  json["ranking"] = std::move(list);
  return json_response(json);
}

/// Of each grade that the model knows, for each score.
Json probabilities_json(const Calibration& calibration, std::span<const double> scores) {
  Json list = Json::array();
  for (std::size_t g = 0; g < calibration.grades.size(); ++g) {
    Json values = Json::array();
    for (const double score : scores) values.push_back(calibration.probability(score, g));
    list.push_back({{"grade", calibration.grades[g].grade}, {"values", std::move(values)}});
  }
  return list;
}

constexpr std::array<ServeRoute, 3> scoring_table = {
    ServeRoute{"POST", "/v1/models/{}/score", Access::score, true,
               "Score the documents of a query; scores come in the order of the documents.",
               "Scores", score},
    ServeRoute{"POST", "/v1/models/{}/rank", Access::score, true,
               "Rank the documents of a query, best first.", "Ranking", rank},
    ServeRoute{"POST", "/v1/models/{}/explain", Access::score, true,
               "Rank the documents of a query and say what each feature adds to their scores.",
               "Explanation", explain},
};

}  // namespace

std::span<const ServeRoute> scoring_routes() {
  return scoring_table;
}

std::string body_type(const HttpRequest& request) {
  const std::string_view type = header_of(request, "content-type");
  return lower_case(trimmed(type.substr(0, type.find(';'))));
}

std::size_t most_documents(const ServeCall& call) {
  const std::string& body = call.request.body;
  const auto braces = static_cast<std::size_t>(std::count(body.begin(), body.end(), '{'));
  return std::clamp<std::size_t>(braces, 2, call.state.options.query.documents + 1) - 1;
}

void expect_json(const HttpRequest& request) {
  if (body_type(request) == json_type) return;
  throw Refusal(415, fmt::format("the body must be of type {}", json_type));
}

HttpResponse score_query(ServeCall& call, QueryMemory& memory) {
  const AnsweredQuery scored = answered_query(call, memory);
  if (is_rows(call.request)) return binary_response(*call.model, scored.scores);
  std::string body = model_json(*call.model).dump();
  body.pop_back();  // the bracket: scores are written faster than Json writes them
  body += ",\"scores\":[";
  for (const double value : scored.scores) fmt::format_to(std::back_inserter(body), "{},", value);
  if (!scored.scores.empty()) body.pop_back();
  body += ']';
  if (const Calibration& own = call.model->scorer.model().calibration; !own.grades.empty()) {
    body += ",\"probabilities\":" + probabilities_json(own, scored.scores).dump();
  }
  return {.type = "application/json", .body = body + "}"};
}

std::vector<double> score_documents(ServeCall& call, QueryMessage& message, QueryMemory& memory) {
  using Clock = std::chrono::steady_clock;
  const LoadedModel& model = *call.model;
  OddValues odd;
  const Clock::time_point begin = Clock::now();
  Clock::duration counting{};
  std::vector<double> scores = query_scores(
      model.scorer, message, memory, call.request.stop, [&](std::span<const float> rows) {
        const Clock::time_point start = Clock::now();
        odd.add(odd_values(rows, model.columns.count(), model.scorer.model().training.ranges));
        counting += Clock::now() - start;
      });
  const std::chrono::duration<double> time = Clock::now() - begin - counting;
  call.documents = message.documents;
  call.state.metrics.add_scored(model, message.documents, time.count(), odd);
  return scores;
}

Json ranking_json(const LoadedModel& model, const QueryMessage& message,
                  std::span<const double> scores) {
  Json list = Json::array();
  for (const DocIndex doc : top_k_by_score(scores, message.top.value_or(scores.size()))) {
    list.push_back({{"id", message.id(doc)},
                    {"rank", list.as<Json::Array>()->size() + 1},
                    {"score", scores[doc]}});
  }
  Json json = model_json(model);
  json["ranking"] = std::move(list);
  return json;
}

Json model_json(const LoadedModel& model) {
  Json json = {{"model", model.name}};
  if (!model.label.empty()) json["label"] = model.label;
  json["version"] = model.version;
  return json;
}

}  // namespace podium::serving
