#include "podium/serving/score_service.hpp"

#include <algorithm>
#include <new>
#include <stop_token>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/stop.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/http/client_address.hpp"
#include "podium/core/http/content_coding.hpp"
#include "podium/core/http/cross_site.hpp"
#include "podium/core/http/json_response.hpp"
#include "podium/core/http/refusal.hpp"
#include "podium/core/http/router.hpp"
#include "podium/core/http/security_headers.hpp"
#include "podium/serving/assets.hpp"
#include "podium/serving/serve_route.hpp"

namespace podium::serving {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t stranger_bytes = std::size_t{64} << 10U;  ///< that are read without a token

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string now_text() {
  return utc_text(std::chrono::system_clock::now());
}

RouteMatch<ServeRoute> find_serve_route(const HttpRequest& request) {
  static const std::vector<ServeRoute> routes = serve_routes();
  return find_route(std::span(routes), request);
}

std::size_t body_limit(const ServeState& state, const ServeRoute& route) {
  return route.body == model_file_schema ? state.options.model_bytes : state.options.body_bytes;
}

bool may_use(const ServeState& state, const ServeRoute& route, const HttpRequest& request) {
  const auto list = route.access ? state.access() : nullptr;
  if (!list) return true;
  const auto access = list->access_of(header_of(request, "authorization"));
  return access && *access >= *route.access;
}

void check_access(const ServeState& state, const ServeRoute& route, const HttpRequest& request) {
  if (may_use(state, route, request)) return;
  const bool is_known = state.access()->access_of(header_of(request, "authorization")).has_value();
  if (is_known) throw Refusal(403, "this requires a token of the role admin");
  throw Refusal(401, "expected a token: Authorization: Bearer TOKEN");
}

/// What pages of other sites may not do in the name of whoever opens them: change models, and send
/// files, which any page can do without being asked about the type of the body.
void check_site(const ServeRoute& route, const HttpRequest& request) {
  const bool takes_file = route.body == data_file_schema;
  if ((route.access != Access::admin && !takes_file) || !is_cross_site(request)) return;
  throw Refusal(403, takes_file ? "pages of other sites cannot send data files"
                                : "pages of other sites cannot change models");
}

HttpResponse serve_asset(const HttpRequest& request) {
  const std::span<const Asset> assets = serve_page();
  const auto found = std::ranges::find(assets, request.path, &Asset::path);
  if (found == assets.end()) {
    throw Refusal(404, "there is nothing at this address; /openapi.json lists the requests");
  }
  if (request.method != "GET") return other_methods(request, "GET");
  return asset_response(request, *found);
}

HttpResponse serve(ServeCall& call) {
  RouteMatch<ServeRoute> found = find_serve_route(call.request);
  if (found.route == nullptr) {
    return found.methods.empty() ? serve_asset(call.request)
                                 : other_methods(call.request, found.methods);
  }
  check_access(call.state, *found.route, call.request);
  check_site(*found.route, call.request);
  if (call.request.is_cut && !found.route->has_body) {
    throw Refusal(400, "found a body, expected none in this request");
  }
  if (call.request.is_cut) {
    throw Refusal(413, fmt::format("the body is too large; the limit is {} bytes",
                                   body_limit(call.state, *found.route)));
  }
  // Models may be packed in any case: their bytes say how.
  if (found.route->has_body && found.route->body != model_file_schema) {
    expect_uncoded(call.request);
  }
  // Others add their own to checks and metrics.
  if (found.route->pattern.starts_with("/v1/")) {
    expect_parameters(call.request, found.route->parameters);
  }
  call.captured = std::move(found.captured);
  return found.route->answer(call);
}

/// Says when to come again, or how to log in.
HttpResponse refusal_response(int status, const std::string& sentence) {
  HttpResponse response = error_response(status, sentence);
  if (status == 429 || status == 503) response.header.emplace("Retry-After", "1");
  if (status == 401) response.header.emplace("WWW-Authenticate", "Bearer");
  return response;
}

Json log_entry(const ServeCall& call, int status, double seconds) {
  Json entry = {{"time", now_text()},
                {"event", "request"},
                {"method", call.request.method},
                {"path", call.request.path},
                {"status", status},
                {"milliseconds", seconds * 1e3},
                {"address", client_address(call.request, call.state.options.is_behind_proxy)}};
  if (call.model) {
    entry["model"] = call.model->reference();
    entry["version"] = call.model->version;
  }
  if (call.queries > 0) entry["queries"] = call.queries;
  if (call.model || call.queries > 0) entry["documents"] = call.documents;
  return entry;
}

}  // namespace

ServeState::ServeState(ModelRegistry& models, ScoreServiceOptions given)
    : registry(models),
      options(std::move(given)),
      admission(options.admission),
      explaining(options.explain.admission),
      shadows(options.query),
      recorder(
          options.records,
          [this](const std::string& problem) {
            options.log({{"time", now_text()}, {"event", "not recorded"}, {"problem", problem}});
          }),
      loader([this](bool retries) { return read_models(retries); }) {
  if (options.access) set_access(*std::exchange(options.access, std::nullopt));
  for (const CollectionFolder& folder : options.collections) {
    collections.emplace(folder.name, text::FeatureServer(folder.path / "meta"));
  }
}

std::shared_ptr<const AccessList> ServeState::access() const {
  const std::lock_guard lock(access_mutex_);
  return access_;
}

void ServeState::set_access(AccessList list) {
  auto access = std::make_shared<const AccessList>(std::move(list));
  const std::lock_guard lock(access_mutex_);
  access_ = std::move(access);
}

void ServeCall::take_memory(std::size_t bytes) {
  constexpr std::size_t free = std::size_t{256} << 10U;  // small requests are always answered
  if (bytes <= free || memory.take(bytes)) return;
  const std::size_t needed = request.body.size() + memory.taken() + bytes;
  if (const std::size_t total = state.options.memory->total(); needed > total) {
    throw Refusal(413, fmt::format("the request needs up to {} bytes of memory, more than the {} "
                                   "of --memory; send or ask for fewer documents",
                                   needed, total));
  }
  throw Overload("memory", "the service has no memory left for this request; try again");
}

std::vector<ModelChange> ServeState::read_models(bool retries) {
  try {
    std::vector<ModelChange> changes = registry.refresh(retries);
    metrics.keep_only(registry);
    for (const ModelChange& change : changes) note(change);
    return changes;
  } catch (const Stopped&) {  // the service ends
    throw;
  } catch (const std::exception& error) {  // for want of memory; the next time may be better
    options.log({{"time", now_text()},
                 {"event", "error"},
                 {"problem", fmt::format("models were not loaded: {}", error.what())}});
    throw;
  }
}

void ServeState::note(const ModelChange& change) {
  const bool has_worked = change.problem.empty();
  metrics.add_load(has_worked);
  options.log({{"time", now_text()},
               {"event", has_worked ? "loaded" : "not loaded"},
               {"model", change.reference},
               {has_worked ? "version" : "problem", has_worked ? change.version : change.problem}});
}

void ServeState::note_removed(const std::string& reference) const {
  options.log({{"time", now_text()}, {"event", "removed"}, {"model", reference}});
}

HttpResponse answer_or_refusal(ServeState& state, const std::function<HttpResponse()>& answer) {
  try {
    return answer();
  } catch (const Overload& error) {
    state.metrics.add_refused(error.reason());
    return refusal_response(error.status(), error.what());
  } catch (const Refusal& error) {
    if (error.status() == 429) state.metrics.add_refused("busy");
    if (error.status() == 503) state.metrics.add_refused("late");
    return refusal_response(error.status(), error.what());
  } catch (const UsageError& error) {
    return refusal_response(400, error.what());
  } catch (const DataError& error) {
    return refusal_response(400, error.what());
  } catch (const NumericError& error) {
    return refusal_response(422, error.what());
  } catch (const Stopped&) {
    state.metrics.add_refused("late");
    return refusal_response(503, "given up: the client has left, or the service ends");
  } catch (const std::bad_alloc&) {
    state.metrics.add_refused("memory");
    return refusal_response(503, "the server is out of memory");
  } catch (const std::exception& error) {
    state.options.log({{"time", now_text()}, {"event", "error"}, {"problem", error.what()}});
    return refusal_response(500, "internal error; the log of the service says more");
  }
}

std::string utc_text(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

std::vector<ServeRoute> serve_routes() {
  std::vector<ServeRoute> routes;
  for (const auto part : {scoring_routes(), batch_routes(), read_routes(), model_routes(),
                          storing_routes(), collection_routes()}) {
    routes.insert(routes.end(), part.begin(), part.end());
  }
  return routes;
}

ScoreService::ScoreService(ModelRegistry& registry, ScoreServiceOptions options)
    : state_(std::make_unique<ServeState>(registry, std::move(options))) {}

ScoreService::~ScoreService() = default;

HttpResponse ScoreService::handle(const HttpRequest& request) {
  const Clock::time_point begin = Clock::now();
  ServeCall call{.state = *state_, .request = request};
  HttpResponse response = answer_or_refusal(*state_, [&] { return serve(call); });
  add_security_headers(response, state_->options.is_tls);
  const double seconds = seconds_since(begin);
  if (call.queries == 0) {
    state_->metrics.add_request(call.model.get(), response.status, seconds);
  }
  if (state_->options.logs_requests) {
    state_->options.log(log_entry(call, response.status, seconds));
  }
  return response;
}

BodyPlan ScoreService::plan(const HttpRequest& head) {
  const RouteMatch<ServeRoute> found = find_serve_route(head);
  if (found.route == nullptr || !found.route->has_body) return {};
  const std::size_t limit = body_limit(*state_, *found.route);
  const bool is_stranger = !may_use(*state_, *found.route, head);
  return {.limit = is_stranger ? std::min(limit, stranger_bytes) : limit};
}

HttpResponse ScoreService::refusal(int status, const std::string& sentence,
                                   const std::string& address) {
  HttpResponse response = refusal_response(status, sentence);
  state_->metrics.add_unread(status);
  if (status == 503) state_->metrics.add_refused("memory");
  if (state_->options.logs_requests) {
    state_->options.log({{"time", now_text()},
                         {"event", "refused"},
                         {"status", status},
                         {"problem", sentence},
                         {"address", address}});
  }
  add_security_headers(response, state_->options.is_tls);
  return response;
}

std::vector<ModelChange> ScoreService::refresh(const std::stop_token& stop) {
  return state_->loader.reload(stop);
}

void ScoreService::refresh_soon() {
  state_->loader.wake();
}

void ScoreService::poll_every(std::chrono::milliseconds period) {
  state_->loader.poll_every(period);
}

void ScoreService::set_access(AccessList access) {
  state_->set_access(std::move(access));
}

void ScoreService::reopen_records() {
  state_->recorder.reopen();
}

void ScoreService::finish_records() {
  state_->recorder.finish();
}

void ScoreService::finish_shadows() {
  state_->shadows.finish();
}

}  // namespace podium::serving
