#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/service/http_message.hpp"
#include "podium/service/json_fields.hpp"
#include "podium/service/label_service.hpp"
#include "podium/service/passwords.hpp"
#include "podium/service/rate_limit.hpp"
#include "podium/service/refusal.hpp"
#include "podium/service/work_desk.hpp"

namespace podium {

/// What all requests share.
struct ServiceState {
  LabelStore& store;
  ServiceOptions options;
  std::function<Instant()> clock;
  Passwords passwords;
  WorkDesk desk;
  std::mutex limits_mutex;  ///< of those below
  RateLimit pair_limit;
  RateLimit name_limit;
  RateLimit address_limit;
  RateLimit record_limit;  ///< of audit records that say somebody must wait
};

/// Who sent a request.
struct Caller {
  Account account;
  Login login;
};

/// A request on its way through a handler: its route fits, its caller may, its body is JSON.
struct Call {
  ServiceState& service;
  const Request& request;
  Body body;
  std::vector<std::string_view> captured;  ///< what stood for the {} of the pattern
  std::optional<Caller> caller;            ///< there is one unless anyone may
  std::string address;
  Instant now = 0;

  const Account& account() const { return caller->account; }

  /// The captured part as the id of a row; 404 when it is none.
  RowId row(std::size_t place) const;

  /// Writes to the audit log. What was answered stays so when that fails: it is reported.
  void record(std::string_view action, const std::string& detail) const;
  void record_for(RowId whom, std::string_view action, const std::string& detail) const;
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
  Response (*answer)(const Call& call) = nullptr;
};

/// What stood for each {} of a pattern; nothing when the path is another one.
std::optional<std::vector<std::string_view>> match(std::string_view pattern, std::string_view path);

Response json_response(const Json& json, int status = 200);

// The table, one part for each subject.
std::span<const Route> account_routes();
std::span<const Route> task_routes();
std::span<const Route> project_routes();
std::span<const Route> people_routes();
std::span<const Route> analysis_routes();

/// The project whose id was captured first; 404 when there is none.
Project project_of(const Call& call);

// What several subjects show.
Json json_of(const Account& account);

}  // namespace podium
