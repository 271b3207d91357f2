#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "podium/core/base/io/json.hpp"
#include "podium/core/http/admission.hpp"
#include "podium/core/http/http_handler.hpp"
#include "podium/core/http/memory_budget.hpp"
#include "podium/serving/access_list.hpp"
#include "podium/serving/model_registry.hpp"
#include "podium/serving/query_message.hpp"
#include "podium/serving/record/query_recorder.hpp"

namespace podium::serving {

/// Sends a share of the requests for one model to another one, in addition (shadow) or instead
/// (canary).
struct TrafficRule {
  std::string model;  ///< as requests name it
  std::string other;  ///< a reference
  double share = 0.0;
};

/// A folder of `podium collect build` whose features are computed from text.
struct CollectionFolder {
  std::string name;
  std::filesystem::path path;
};

/// What explanations may cost: they take far longer than scores, and must not slow these down.
struct ExplainRules {
  AdmissionRules admission{.working = 1, .waiting = 8};
  std::size_t documents = 1000;            ///< that one request explains
  std::chrono::milliseconds time{10'000};  ///< for all of these
};

struct ScoreServiceOptions {
  bool is_tls = false;
  bool is_behind_proxy = false;          ///< X-Forwarded-For names the client in the log
  std::optional<AccessList> access;      ///< nothing: everybody may do everything
  std::shared_ptr<MemoryBudget> memory;  ///< of the values of all requests; none: no limit
  std::size_t body_bytes = std::size_t{64} << 20U;
  std::size_t model_bytes = std::size_t{256} << 20U;  ///< of a model that is stored
  QueryLimits query;
  AdmissionRules admission;
  ExplainRules explain;
  std::vector<TrafficRule> canaries;  ///< answer instead
  std::vector<TrafficRule> shadows;   ///< are compared, and not answered with
  std::vector<RecordRule> records;
  std::vector<CollectionFolder> collections;
  bool logs_requests = false;
  std::function<std::uint64_t()> log_dropped;  ///< lines that the log has lost, if there is a log
  /// Receives an object for each model that is loaded or refused, for each internal error and, if
  /// wanted, for each request. Called from any thread.
  std::function<void(const Json&)> log = [](const Json&) {};
};

/// Scores documents over HTTP, without sockets: a request in, a response out. Safe to use from
/// several threads. docs/scoring-service.md lists the requests.
class ScoreService : public HttpHandler {
 public:
  /// The registry, which is empty until refresh(), must outlive the service. Throws DataError when
  /// a collection cannot be read, and what QueryRecorder throws.
  ScoreService(ModelRegistry& registry, ScoreServiceOptions options);
  ~ScoreService() override;
  ScoreService(const ScoreService&) = delete;
  ScoreService& operator=(const ScoreService&) = delete;
  ScoreService(ScoreService&&) = delete;
  ScoreService& operator=(ScoreService&&) = delete;

  HttpResponse handle(const HttpRequest& request) override;
  BodyPlan plan(const HttpRequest& head) override;
  bool plans_at_once() const override { return true; }
  HttpResponse refusal(int status, const std::string& sentence,
                       const std::string& address) override;

  /// Loads models whose files are new or have changed, or could not be loaded before, and logs it.
  /// Throws Refusal when `stop` is requested before that is done.
  std::vector<ModelChange> refresh(const std::stop_token& stop = {});

  /// The same without waiting for it.
  void refresh_soon();

  /// Looks for files that are new or have changed every `period` from now on.
  void poll_every(std::chrono::milliseconds period);

  /// Accepts these tokens from now on, in place of those of the options.
  void set_access(AccessList access);

  /// Opens files of recorded queries again that were moved away; throws as QueryRecorder does.
  void reopen_records();

  /// Waits until the shadow models have scored what they were given; for tests.
  void finish_shadows();

  /// Waits until the queries that are to be recorded are written; for tests.
  void finish_records();

 private:
  std::unique_ptr<struct ServeState> state_;
};

}  // namespace podium::serving
