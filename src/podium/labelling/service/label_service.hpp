#pragma once

#include <functional>
#include <memory>
#include <string>

#include "podium/core/http/http_handler.hpp"
#include "podium/labelling/service/login_limits.hpp"
#include "podium/labelling/service/passwords.hpp"
#include "podium/labelling/service/refusal_log.hpp"
#include "podium/labelling/service/task_sessions.hpp"
#include "podium/labelling/store/label_store.hpp"

namespace podium::labelling {

struct ServiceOptions {
  bool is_tls = false;           ///< browsers are told to use https only
  bool is_behind_proxy = false;  ///< trust X-Forwarded-For; cookies are for https only
  bool has_secure_cookies() const { return is_tls || is_behind_proxy; }
  PasswordCost password_cost = interactive_password_cost();
  LoginRules logins;
  RefusalRules refusals;
  /// Milliseconds of a monotonic clock, for limits and durations.
  std::function<std::int64_t()> steady_clock = steady_milliseconds;
  /// Receives the details that clients are not told: which file or server failed, and how. Called
  /// from any thread.
  std::function<void(const std::string&)> report = [](const std::string&) {};
  Instant session_length = Instant{7} * 24 * 3600 * 1000;
  Instant browser_length = Instant{90} * 24 * 3600 * 1000;  ///< from the last login with a browser
};

/// The labelling service without sockets: a request in, a response out. Safe to use from
/// several threads; several services may share a database.
class LabelService : public HttpHandler {
 public:
  /// The store must outlive the service.
  LabelService(LabelStore& store, const ServiceOptions& options, std::function<Instant()> clock);
  ~LabelService() override;
  LabelService(const LabelService&) = delete;
  LabelService& operator=(const LabelService&) = delete;
  LabelService(LabelService&&) = delete;
  LabelService& operator=(LabelService&&) = delete;

  /// Answers a request; errors become responses, too.
  HttpResponse handle(const HttpRequest& request) override;

  /// The size limit of a body: that of its route, but clients who may not use the route cannot make
  /// the server keep much.
  BodyPlan plan(const HttpRequest& head) override;

  HttpResponse refusal(int status, const std::string& sentence,
                       const std::string& address) override;

 private:
  std::unique_ptr<struct ServiceState> state_;
};

}  // namespace podium::labelling
