#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/http/http_message.hpp"
#include "podium/core/http/json_response.hpp"
#include "podium/core/http/path_pattern.hpp"
#include "podium/core/http/refusal.hpp"
#include "podium/labelling/service/json_fields.hpp"
#include "podium/labelling/service/label_service.hpp"
#include "podium/labelling/service/login_limits.hpp"
#include "podium/labelling/service/passwords.hpp"
#include "podium/labelling/service/refusal_log.hpp"
#include "podium/labelling/service/task_sessions.hpp"

namespace podium::labelling {

/// The state that all requests share.
struct ServiceState {
  LabelStore& store;
  ServiceOptions options;
  /// The system time when the service started, minus that of the monotonic clock.
  Instant steady_beginning = 0;
  std::function<Instant()> clock;
  Passwords passwords;
  TaskSessions sessions;
  LoginLimits logins;
  RefusalLog refusals;
  RefusalLog unread;  ///< of requests that were refused before they could be read

  /// The time by which sessions, browsers and invitations expire: that of the start, and what has
  /// passed since. Setting the system's clock does not change it.
  Instant expiry_time() const { return steady_beginning + options.steady_clock(); }
};

/// The sender of a request.
struct Caller {
  Account account;
  Login login;
};

/// A request as handlers see it: the caller is authorised and the body is parsed.
struct Call {
  ServiceState& service;
  const HttpRequest& request;
  Body body;
  std::vector<std::string_view> captured;  ///< the parts of the path at {} of the pattern
  std::optional<Caller> caller;            ///< set unless the route is for anyone
  std::string address;
  Instant now = 0;
  std::int64_t steady_now = 0;  ///< of a monotonic clock

  const Account& account() const { return caller->account; }

  /// ServiceState::expiry_time() when the request came.
  Instant expiry_now() const { return service.steady_beginning + steady_now; }

  /// The captured part as the id of a row; 404 when it is not a valid id.
  RowId row(std::size_t place) const;

  /// Writes to the audit log. A failure is reported, but does not change the response.
  void record(std::string_view action, const std::string& detail) const;
  void record_for(RowId whom, std::string_view action, const std::string& detail) const;
  /// The same for a refused request, unless there were many.
  void record_refusal(RowId whom, std::string_view action, const std::string& detail) const;

  /// What counts as one client: an IPv4 address, or the network of an IPv6 address.
  std::string network() const;
};

enum class Who : std::uint8_t { anyone, logged_in, administrator };

inline constexpr std::size_t word_body = std::size_t{64} << 10U;  ///< a password, an answer
inline constexpr std::size_t small_body = std::size_t{1} << 20U;
inline constexpr std::size_t import_body = std::size_t{256} << 20U;

/// A row of the table of requests.
struct Route {
  std::string_view method;
  std::string_view pattern;  ///< "/api/tasks/{}/answers"
  Who who = Who::administrator;
  std::size_t body_limit = small_body;
  HttpResponse (*answer)(const Call& call) = nullptr;
  std::string_view names;  ///< of a GET its parameters, of others the members of the body
};

// The table, one part for each subject.
std::span<const Route> account_routes();
std::span<const Route> task_routes();
std::span<const Route> project_routes();
std::span<const Route> people_routes();
std::span<const Route> analysis_routes();

/// The project whose id was captured first; 404 when there is none.
Project project_of(const Call& call);

// Shared by several subjects.
Json json_of(const Account& account);

}  // namespace podium::labelling
