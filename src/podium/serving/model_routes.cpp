#include <array>

#include <fmt/format.h>

#include "podium/core/base/suggest.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/version.hpp"
#include "podium/core/http/json_response.hpp"
#include "podium/core/http/refusal.hpp"
#include "podium/serving/prometheus_text.hpp"
#include "podium/serving/serve_route.hpp"

namespace podium::serving {

namespace {

/// What a client must know to use a version.
Json version_json(ServeCall& call, const LoadedModel& model, bool is_default) {
  constexpr std::size_t bytes_of_name = 160;  // as JSON, and as text
  call.take_memory(model.columns.count() * bytes_of_name);
  const RankingModel& ranker = model.scorer.model();
  Json features = Json::array();
  for (std::size_t f = 0; f < model.columns.count(); ++f) features.push_back(model.columns.name(f));
  Json json = Json::object();
  if (!model.label.empty()) json["label"] = model.label;
  json["version"] = model.version;
  json["default"] = is_default;
  json["kind"] = kind_name(ranker.kind);
  json["algorithm"] = ranker.training.algorithm;
  json["serving"] = serving_names[static_cast<std::size_t>(serving_of(ranker))];
  json["loaded"] = utc_text(model.loaded);
  json["features"] = std::move(features);
  return json;
}

HttpResponse health(ServeCall& /*call*/) {
  return json_response({{"ok", true}, {"version", version()}});
}

HttpResponse readiness(ServeCall& call) {
  const bool is_ready = call.state.registry.is_ready();
  return json_response({{"ready", is_ready}}, is_ready ? 200 : 503);
}

std::string log_metrics_text(const ServeState& state) {
  if (!state.options.log_dropped) return {};
  return metric_head("podium_log_dropped_total", "counter", "Lines of the log that were lost.") +
         fmt::format("podium_log_dropped_total {}\n", state.options.log_dropped());
}

HttpResponse metrics(ServeCall& call) {
  const ServeState& state = call.state;
  return {.type = "text/plain; version=0.0.4; charset=utf-8",
          .body = state.metrics.text(*state.registry.contents(), state.admission.waiting()) +
                  state.shadows.metrics_text() + state.recorder.metrics_text() +
                  log_metrics_text(state)};
}

HttpResponse description(ServeCall& /*call*/) {
  return json_response(openapi());
}

HttpResponse list_models(ServeCall& call) {
  const auto contents = call.state.registry.contents();
  Json models = Json::array();
  for (const auto& [name, versions] : contents->models) {
    Json list = Json::array();
    for (const ModelHandle& model : versions) {
      list.push_back(version_json(call, *model, model == versions.back()));
    }
    models.push_back({{"name", name}, {"versions", std::move(list)}});
  }
  Json collections = Json::array();
  for (const auto& [name, server] : call.state.collections) collections.push_back(name);
  Json json = {{"models", std::move(models)}};
  json["aliases"] = contents->aliases.empty() ? Json::object() : Json(contents->aliases);
  json["collections"] = std::move(collections);
  return json_response(json);
}

HttpResponse show_model(ServeCall& call) {
  const ModelHandle model = model_of(call.state, call.captured.at(0));
  const auto contents = call.state.registry.contents();
  const RankingModel& ranker = model->scorer.model();
  Json json = {{"name", model->name}};
  const Json version = version_json(call, *model, contents->find(model->name) == model);
  for (const auto& [key, value] : *version.as<Json::Object>()) json[key] = value;
  json["fill"] = to_text(ranker.preparation.fill);
  const auto& normaliser = ranker.preparation.normaliser;
  json["normaliser"] =
      normaliser ? Json(normalisers()[static_cast<std::size_t>(normaliser->kind())].name) : Json();
  json["truth"] = ranker.training.truth;
  json["podium"] = ranker.training.podium_version;
  return json_response(json);
}

HttpResponse reload(ServeCall& call) {
  Json loaded = Json::array();
  Json failed = Json::array();
  for (const ModelChange& change : call.state.loader.reload(call.request.stop)) {
    if (change.problem.empty()) {
      loaded.push_back({{"model", change.reference}, {"version", change.version}});
    } else {
      failed.push_back({{"model", change.reference}, {"problem", change.problem}});
    }
  }
  return json_response({{"loaded", std::move(loaded)}, {"failed", std::move(failed)}});
}

constexpr std::array<ServeRoute, 7> model_table = {
    ServeRoute{"GET", "/healthz", {}, false, "Say that the service runs.", "Health", health},
    ServeRoute{
        "GET", "/readyz", {}, false, "Say whether all models are loaded.", "Readiness", readiness},
    ServeRoute{
        "GET", "/openapi.json", {}, false, "Describe the requests.", "Description", description},
    ServeRoute{"GET", "/metrics", Access::score, false, "Give metrics for Prometheus.", "",
               metrics},
    ServeRoute{"GET", "/v1/models", Access::score, false, "List the models.", "Models",
               list_models},
    ServeRoute{"GET", "/v1/models/{}", Access::score, false, "Describe a model.", "Model",
               show_model},
    ServeRoute{"POST", "/v1/reload", Access::admin, false,
               "Load the models whose files have changed, or could not be loaded before.", "Reload",
               reload},
};

}  // namespace

std::span<const ServeRoute> model_routes() {
  return model_table;
}

ModelHandle model_of(const ServeState& state, std::string_view reference) {
  const auto contents = state.registry.contents();
  if (ModelHandle model = contents->find(reference)) return model;
  if (const auto alias = contents->aliases.find(reference); alias != contents->aliases.end()) {
    throw Refusal(404, fmt::format("the alias {} means {}, which is not served at present",
                                   in_quotes(reference), in_quotes(alias->second)));
  }
  std::vector<std::string> known;
  const auto named = contents->models.find(reference.substr(0, reference.find_first_of(":@")));
  if (named != contents->models.end()) {
    for (const ModelHandle& model : named->second) {
      known.push_back(model->reference());
      known.push_back(model->name + "@" + model->version);
    }
  } else {
    for (const auto& [name, versions] : contents->models) known.push_back(name);
    for (const auto& [name, target] : contents->aliases) known.push_back(name);
  }
  const std::vector<std::string_view> names(known.begin(), known.end());
  throw Refusal(404, unknown_name("model", reference, names));
}

}  // namespace podium::serving
