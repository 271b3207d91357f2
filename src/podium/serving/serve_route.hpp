#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/io/json.hpp"
#include "podium/core/http/http_message.hpp"
#include "podium/core/http/refusal.hpp"
#include "podium/serving/model_loader.hpp"
#include "podium/serving/overload.hpp"
#include "podium/serving/query_memory.hpp"
#include "podium/serving/score_service.hpp"
#include "podium/serving/serve_metrics.hpp"
#include "podium/serving/shadow/shadow_queue.hpp"
#include "podium/text/collect/feature_server.hpp"

namespace podium::serving {

/// What all requests share.
struct ServeState {
  ModelRegistry& registry;
  ScoreServiceOptions options;
  ServeMetrics metrics;
  Admission admission;
  Admission explaining;
  QueryMemories memories;
  std::map<std::string, text::FeatureServer, std::less<>> collections;
  std::atomic<std::uint64_t> requests = 0;  ///< so far
  ShadowQueue shadows;
  QueryRecorder recorder;  ///< behind the options: its thread uses their log
  ModelLoader loader;      ///< last: its thread uses the others

  ServeState(ModelRegistry& models, ScoreServiceOptions given);

  /// The tokens that are accepted now; nothing: everybody may do everything.
  std::shared_ptr<const AccessList> access() const;
  void set_access(AccessList list);

  // What the log and the metrics say of models.
  void note(const ModelChange& change);
  void note_removed(const std::string& reference) const;

 private:
  std::vector<ModelChange> read_models(bool retries);

  mutable std::mutex access_mutex_;
  std::shared_ptr<const AccessList> access_;
};

/// A request as handlers see it, and what they say about it for metrics and log.
struct ServeCall {
  ServeState& state;
  const HttpRequest& request;
  std::vector<std::string_view> captured{};  ///< the parts of the path at {} of the pattern
  ModelHandle model{};                       ///< that answered
  std::size_t documents = 0;
  std::size_t queries = 0;  ///< of a body with several; each has been counted in the metrics
  MemoryShare memory{state.options.memory.get()};

  /// Throws Overload if the memory budget of requests is used up, and Refusal (413) if this request
  /// alone exceeds it.
  void take_memory(std::size_t bytes);
};

/// Holds an admission slot and the memory of a query until it is destroyed. Throws Refusal as
/// Admission::Guard does.
struct ScoringLease {
  explicit ScoringLease(ServeState& state) : ScoringLease(state, state.admission) {}
  ScoringLease(ServeState& state, Admission& admission)
      : guard(admission), memory(state.memories) {}

  Admission::Guard guard;
  QueryMemories::Lease memory;
};

/// A row of the table of requests.
struct ServeRoute {
  std::string_view method;
  std::string_view pattern;      ///< "/v1/models/{}/score"
  std::optional<Access> access;  ///< nothing: for anyone
  bool has_body = false;
  std::string_view summary;
  std::string_view result;  ///< the schema of the answer in openapi.cpp; empty: it is not JSON
  HttpResponse (*answer)(ServeCall& call) = nullptr;
  std::string_view body = "Query";  ///< the schema of the body, if it has one
  std::string_view parameters;      ///< of the address: "query,rows"
};

// The table, one part for each subject.
std::span<const ServeRoute> scoring_routes();
std::span<const ServeRoute> batch_routes();
std::span<const ServeRoute> read_routes();
std::span<const ServeRoute> model_routes();
std::span<const ServeRoute> storing_routes();
std::span<const ServeRoute> collection_routes();

/// All of them.
std::vector<ServeRoute> serve_routes();

inline constexpr std::string_view json_type = "application/json";

/// The schema of bodies that are model files; these have a limit of their own.
inline constexpr std::string_view model_file_schema = "ModelFile";

/// The schema of bodies that are data files.
inline constexpr std::string_view data_file_schema = "DataFile";

/// The type of the body, in small letters and without parameters.
std::string body_type(const HttpRequest& request);

/// Refusal 415 for a body of another type than JSON.
void expect_json(const HttpRequest& request);

/// The most documents that a JSON body can have: each is an object, and begins with a brace.
std::size_t most_documents(const ServeCall& call);

/// The model of a reference; Refusal 404 with the names that there are.
ModelHandle model_of(const ServeState& state, std::string_view reference);

/// What `answer` returns, or the response to what it throws: the one place where errors become
/// statuses.
HttpResponse answer_or_refusal(ServeState& state, const std::function<HttpResponse()>& answer);

/// Answers a query with its scores; the model that is named was captured. The caller has a place
/// among the requests that are worked on.
HttpResponse score_query(ServeCall& call, QueryMemory& memory);

/// Scores the documents of a request, which are counted.
std::vector<double> score_documents(ServeCall& call, QueryMessage& message, QueryMemory& memory);

/// {"model": ..., "version": ..., "ranking": [{"id": ..., "rank": 1, "score": ...}]}: the best
/// documents, best first.
Json ranking_json(const LoadedModel& model, const QueryMessage& message,
                  std::span<const double> scores);

/// {"model": ..., "label": ..., "version": ...}
Json model_json(const LoadedModel& model);

/// A time as logs and answers write it, "2026-11-17T05:00:00Z".
std::string utc_text(std::chrono::system_clock::time_point time);

/// The table as an OpenAPI document.
Json openapi();

}  // namespace podium::serving
