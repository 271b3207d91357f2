#include <array>

#include "podium/core/base/error.hpp"
#include "podium/core/http/json_response.hpp"
#include "podium/core/http/refusal.hpp"
#include "podium/serving/serve_route.hpp"

namespace podium::serving {

namespace {

/// The model that a request is about. Its sender is an administrator by a token: where there are
/// no tokens, everybody who reaches the service is one, and that is not enough for writing files.
StoredModel stored_model(const ServeCall& call) {
  if (!call.state.access()) {
    throw Refusal(
        403, "models can only be changed in a service with tokens; start it with --tokens FILE");
  }
  StoredModel stored{.name = std::string(call.captured.at(0)), .label = {}};
  const auto label = call.request.query.find("label");
  if (label != call.request.query.end()) stored.label = label->second;
  return stored;
}

/// Does work that changes the folder, on the thread that reads models. What the disk refuses is no
/// secret for an administrator.
void changing_folder(ServeCall& call, const StoredModel& stored,
                     const std::function<void()>& work) {
  try {
    call.state.loader.run(work, call.request.stop);
  } catch (const Refusal&) {
    throw;
  } catch (const StorageError& error) {
    call.state.note({stored.reference(), {}, error.what()});
    throw Refusal(500, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    call.state.note({stored.reference(), {}, error.what()});
    throw Refusal(500, error.what());
  } catch (const Error& error) {
    call.state.note({stored.reference(), {}, error.what()});
    throw;
  }
}

HttpResponse put_model(ServeCall& call) {
  const StoredModel stored = stored_model(call);
  ModelRegistry& registry = call.state.registry;
  ModelHandle model;
  changing_folder(call, stored, [&] {
    model = registry.store(stored, call.request.body, call.state.options.model_bytes);
  });
  call.state.note({model->reference(), model->version, {}});
  const auto contents = registry.contents();
  const auto versions = contents->models.find(model->name);
  Json json = model_json(*model);
  json["default"] = versions != contents->models.end() && versions->second.back() == model;
  return json_response(json);
}

HttpResponse delete_model(ServeCall& call) {
  const StoredModel stored = stored_model(call);
  changing_folder(call, stored, [&] { call.state.registry.remove(stored); });
  call.state.note_removed(stored.reference());
  return json_response({{"removed", stored.reference()}});
}

constexpr std::array<ServeRoute, 2> storing_table = {
    ServeRoute{"PUT", "/v1/models/{}", Access::admin, true,
               "Write a model into the folder of models, and serve it.", "Stored", put_model,
               model_file_schema, "label"},
    ServeRoute{"DELETE", "/v1/models/{}", Access::admin, false,
               "Remove a model from the folder of models.", "Removed", delete_model, "", "label"},
};

}  // namespace

std::span<const ServeRoute> storing_routes() {
  return storing_table;
}

}  // namespace podium::serving
