#include "podium/labelling/service/label_service.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/version.hpp"
#include "podium/core/http/client_address.hpp"
#include "podium/core/http/content_coding.hpp"
#include "podium/core/http/router.hpp"
#include "podium/core/http/security_headers.hpp"
#include "podium/core/http/tokens.hpp"
#include "podium/labelling/service/assets.hpp"
#include "podium/labelling/service/cookies.hpp"
#include "podium/labelling/service/route.hpp"

namespace podium::labelling {

namespace {

HttpResponse health(const Call& /*call*/) {
  return json_response({{"ok", true}, {"version", version()}});
}

constexpr std::array<Route, 1> own_routes = {Route{"GET", "/healthz", Who::anyone, 0, health}};

std::vector<Route> label_routes() {
  std::vector<Route> routes;
  for (const auto part : {std::span<const Route>(own_routes), account_routes(), task_routes(),
                          project_routes(), people_routes(), analysis_routes()}) {
    routes.insert(routes.end(), part.begin(), part.end());
  }
  return routes;
}

RouteMatch<Route> find_label_route(const HttpRequest& request) {
  static const std::vector<Route> routes = label_routes();
  return find_route(std::span(routes), request);
}

/// The page for every address that it might handle itself; other files by their exact name only.
HttpResponse page(const HttpRequest& request) {
  const std::span<const Asset> assets = label_page();
  const auto exact = std::ranges::find(assets, request.path, &Asset::path);
  constexpr std::string_view address_bytes =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/_-";
  const bool is_address = request.path.find_first_not_of(address_bytes) == std::string::npos &&
                          !request.path.starts_with("/api") && !request.path.empty();
  const bool is_get = request.method == "GET";
  if (!is_get && exact != assets.end()) return other_methods(request, "GET");
  if (!is_get || (exact == assets.end() && !is_address)) {
    throw Refusal(404, "there is nothing at this address");
  }
  return asset_response(request, exact == assets.end() ? assets.front() : *exact);
}

std::optional<Caller> caller_of(const ServiceState& state, const HttpRequest& request) {
  const auto token = cookie(request, session_cookie(request, state.options.has_secure_cookies()));
  if (!token || token->empty()) return std::nullopt;
  std::optional<Login> login = state.store.people.login(token_hash(*token), state.expiry_time());
  if (!login) return std::nullopt;
  std::optional<Account> account = state.store.people.account(login->account);
  if (!account || !account->is_enabled) return std::nullopt;
  return Caller{std::move(*account), std::move(*login)};
}

bool may(Who who, const std::optional<Caller>& caller) {
  if (who == Who::anyone) return true;
  return caller && (who == Who::logged_in || caller->account.role == Role::administrator);
}

void check_caller(const Route& route, const HttpRequest& request,
                  const std::optional<Caller>& caller) {
  if (route.who == Who::anyone) return;
  if (!caller) throw Refusal(401, "please log in");
  if (!may(route.who, caller)) throw Refusal(403, "this requires an administrator account");
  if (route.method != "GET" &&
      !same_secret(header_of(request, "x-podium-csrf"), caller->login.csrf)) {
    throw Refusal(403, "the CSRF token is missing or outdated; reload the page");
  }
}

void check_type(const Route& route, const HttpRequest& request) {
  if (route.method == "GET" || (request.body.empty() && route.who != Who::anyone)) return;
  const std::string_view type = header_of(request, "content-type");
  const std::string name = lower_case(trimmed(type.substr(0, type.find(';'))));
  if (name != "application/json") throw Refusal(415, "the body must be of type application/json");
  expect_uncoded(request);
}

HttpResponse dispatch(ServiceState& state, const HttpRequest& request) {
  RouteMatch<Route> found = find_label_route(request);
  if (found.route == nullptr) {
    return found.methods.empty() ? page(request) : other_methods(request, found.methods);
  }
  const Route& route = *found.route;
  const Refusal too_large(
      413, "the body is too large; the limit is " + to_text(route.body_limit) + " bytes");
  if (request.body.size() > route.body_limit) throw too_large;
  std::optional<Caller> caller;
  if (route.who != Who::anyone) caller = caller_of(state, request);
  Call call{state,
            request,
            parse_object(""),
            std::move(found.captured),
            std::move(caller),
            client_address(request, state.options.is_behind_proxy),
            state.clock(),
            state.options.steady_clock()};
  try {
    check_caller(route, request, call.caller);
  } catch (const Refusal&) {
    if (call.caller) {
      call.record_refusal(call.account().id, "refused",
                          request.method + " " + std::string(route.pattern));
    }
    throw;
  }
  if (request.is_cut) throw too_large;
  check_type(route, request);
  call.body = parse_object(request.body);
  const bool is_get = route.method == "GET";
  // Checks of other programs may add parameters of their own.
  if (route.pattern.starts_with("/api/")) expect_parameters(request, is_get ? route.names : "");
  call.body.expect_keys(split_outside_brackets(is_get ? "" : route.names, ','));
  return route.answer(call);
}

/// The one place where errors become statuses.
HttpResponse answer_of(ServiceState& state, const HttpRequest& request) {
  try {
    return dispatch(state, request);
  } catch (const TooManyAttempts& error) {
    HttpResponse response = error_response(error.status(), error.what());
    response.header.emplace("Retry-After", to_text(error.seconds()));
    return response;
  } catch (const Refusal& error) {
    return error_response(error.status(), error.what());
  } catch (const ConflictError& error) {
    return error_response(409, error.what());
  } catch (const UsageError& error) {
    return error_response(400, error.what());
  } catch (const DataError& error) {
    return error_response(400, error.what());
  } catch (const StorageError& error) {
    state.options.report(error.what());
    return error_response(503,
                          "not saved: the database failed; the administrator has been notified");
  } catch (const std::bad_alloc&) {
    return error_response(503, "not saved: the server is out of memory");
  } catch (const std::exception& error) {
    state.options.report(std::string("internal error: ") + error.what());
    return error_response(500, "internal error; the administrator has been notified");
  }
}

}  // namespace

LabelService::LabelService(LabelStore& store, const ServiceOptions& options,
                           std::function<Instant()> clock)
    : state_(new ServiceState{.store = store,
                              .options = options,
                              .steady_beginning = clock() - options.steady_clock(),
                              .clock = std::move(clock),
                              .passwords = Passwords(options.password_cost),
                              .sessions = TaskSessions(store, options.steady_clock),
                              .logins = LoginLimits(options.logins),
                              .refusals = RefusalLog(options.refusals),
                              .unread = RefusalLog(options.refusals)}) {}

LabelService::~LabelService() = default;

HttpResponse LabelService::handle(const HttpRequest& request) {
  HttpResponse response = answer_of(*state_, request);
  add_security_headers(response, state_->options.is_tls);
  return response;
}

BodyPlan LabelService::plan(const HttpRequest& head) {
  const RouteMatch<Route> found = find_label_route(head);
  if (found.route == nullptr) return {};
  if (found.route->body_limit <= word_body) return {.limit = found.route->body_limit};
  try {
    const auto caller = caller_of(*state_, head);
    return {.limit = may(found.route->who, caller) ? found.route->body_limit : word_body};
  } catch (const Error&) {  // handle() reports it
    return {.limit = word_body};
  }
}

HttpResponse LabelService::refusal(int status, const std::string& sentence,
                                   const std::string& address) {
  HttpResponse response = error_response(status, sentence);
  // Not in the audit log: this must not wait for the database.
  if (const auto left_out = state_->unread.take(address, state_->options.steady_clock())) {
    const std::string others =
        *left_out == 0 ? "" : "; " + counted(*left_out, "earlier refusal") + " not reported";
    state_->options.report("refused a request from " + address + ", status " + to_text(status) +
                           ": " + sentence + others);
  }
  add_security_headers(response, state_->options.is_tls);
  return response;
}

}  // namespace podium::labelling
