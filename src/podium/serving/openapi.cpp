#include <map>
#include <string>

#include "podium/core/base/text.hpp"
#include "podium/core/base/version.hpp"
#include "podium/serving/serve_route.hpp"

namespace podium::serving {

namespace {

Json typed(std::string_view type, std::string_view description) {
  return {{"type", type}, {"description", description}};
}

Json list_of(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

Json object_of(Json properties, Json required) {
  return {
      {"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}};
}

Json reference_to(std::string_view schema) {
  return {{"$ref", "#/components/schemas/" + std::string(schema)}};
}

/// A text for a feature of words; null is JSON's word for a missing value.
Json feature_value() {
  return {{"type", Json::array({"number", "string", "null"})}};
}

Json query_schema() {
  const Json listed = list_of(feature_value());
  const Json named = {{"type", "object"}, {"additionalProperties", feature_value()}};
  const Json document =
      object_of({{"id", typed("string", "name of the document; default: its place, from 1 on")},
                 {"values", {{"oneOf", Json::array({listed, named})}}}},
                Json::array({"values"}));
  return object_of(
      {{"query", typed("string", "id of the query")},
       {"features", list_of(typed("string", "order of listed values; default: that of the model"))},
       {"documents", list_of(document)},
       {"top", typed("integer", "how many of the best documents to return")},
       {"extra", {{"const", "ignore"}, {"description", "leave out features that are unknown"}}}},
      Json::array({"documents"}));
}

/// A query that names its model.
Json queries_schema() {
  Json query = query_schema();
  query["properties"]["model"] = typed("string", "the model that scores");
  query["required"].push_back("model");
  return object_of({{"requests", list_of(std::move(query))}}, Json::array({"requests"}));
}

Json text_query_schema() {
  const Json document = {
      {"type", "object"},
      {"description", "id, url, html, fields of text by name, and columns: numbers by feature"}};
  return object_of({{"model", typed("string", "the model that ranks")},
                    {"query", typed("string", "the words of the query")},
                    {"documents", list_of(document)},
                    {"top", typed("integer", "how many of the best documents to return")}},
                   Json::array({"model", "query", "documents"}));
}

Json plain(std::string_view type) {
  return {{"type", type}};
}

/// An object that always has all of these members.
Json record(Json properties) {
  Json required = Json::array();
  for (const auto& [name, schema] : *properties.as<Json::Object>()) required.push_back(name);
  return object_of(std::move(properties), std::move(required));
}

/// An object with members that are not always there, too.
Json with_optional(Json object, const Json& properties) {
  for (const auto& [name, schema] : *properties.as<Json::Object>()) {
    object["properties"][name] = schema;
  }
  return object;
}

Json optional_label() {
  return {{"label", typed("string", "of the version; not there if the model has none")}};
}

/// What an answer says of the model that gave it, and this.
Json answer_with(Json properties) {
  properties["model"] = plain("string");
  properties["version"] = plain("string");
  return with_optional(record(std::move(properties)), optional_label());
}

Json ranked_document(const Json& more = Json::object()) {
  Json properties = {
      {"id", plain("string")}, {"rank", plain("integer")}, {"score", plain("number")}};
  for (const auto& [name, schema] : *more.as<Json::Object>()) properties[name] = schema;
  return record(std::move(properties));
}

Json version_properties() {
  return {{"version", typed("string", "of the content of the file")},
          {"default", typed("boolean", "whether the name alone means this version")},
          {"kind", plain("string")},
          {"algorithm", plain("string")},
          {"serving", typed("string", "what a score depends on")},
          {"loaded", {{"type", "string"}, {"format", "date-time"}}},
          {"features", list_of(plain("string"))}};
}

Json model_schema() {
  Json properties = version_properties();
  properties["name"] = plain("string");
  properties["fill"] = plain("string");
  properties["normaliser"] = {{"type", Json::array({"string", "null"})}};
  properties["truth"] = plain("string");
  properties["podium"] = typed("string", "the version of Podium that trained the model");
  return with_optional(record(std::move(properties)), optional_label());
}

void add_answers(Json& all) {
  const Json part = record({{"name", plain("string")},
                            {"value", feature_value()},
                            {"adds", typed("number", "to the score")}});
  const Json explained =
      ranked_document({{"reference", plain("number")}, {"features", list_of(part)}});
  const Json probabilities =
      record({{"grade", typed("number", "the least label of which this is the probability")},
              {"values", list_of(plain("number"))}});
  all["Scores"] = with_optional(answer_with({{"scores", list_of(plain("number"))}}),
                                {{"probabilities", list_of(probabilities)}});
  all["QueryError"] = record({{"status", plain("integer")}, {"error", plain("string")}});
  const Json document =
      with_optional(record({{"id", plain("string")}, {"values", list_of(feature_value())}}),
                    {{"label", typed("number", "if the file has labels")}});
  const Json number = typed("integer", "their number, for ?rows=none");
  const Json queries =
      list_of(record({{"id", plain("string")},
                      {"documents", {{"oneOf", Json::array({list_of(document), number})}}}}));
  all["ReadQueries"] = with_optional(
      record({{"queries", queries},
              {"remarks", list_of(typed("string", "what was moved or left out"))}}),
      {{"features", list_of(typed("string", "order of the values; default: by number"))}});
  all["Answers"] = record(
      {{"answers",
        list_of({{"oneOf", Json::array({reference_to("Scores"), reference_to("QueryError")})}})}});
  all["Ranking"] = answer_with({{"ranking", list_of(ranked_document())}});
  all["TextRanking"] = answer_with({{"ranking", list_of(ranked_document())},
                                    {"uncounted_words", list_of(plain("string"))},
                                    {"features_in_other_units", list_of(plain("string"))},
                                    {"truncated_documents", plain("integer")}});
  all["Explanation"] =
      answer_with({{"compared_with", plain("string")}, {"ranking", list_of(explained)}});
  all["Version"] = with_optional(record(version_properties()), optional_label());
  all["Model"] = model_schema();
  all["Models"] =
      record({{"models", list_of(record({{"name", plain("string")},
                                         {"versions", list_of(reference_to("Version"))}}))},
              {"aliases", {{"type", "object"}, {"additionalProperties", plain("string")}}},
              {"collections", list_of(plain("string"))}});
  all["Reload"] = record(
      {{"loaded", list_of(record({{"model", plain("string")}, {"version", plain("string")}}))},
       {"failed", list_of(record({{"model", plain("string")}, {"problem", plain("string")}}))}});
  all["Stored"] =
      answer_with({{"default", typed("boolean", "whether the name alone means this version")}});
  all["Removed"] = record({{"removed", typed("string", "the reference of the model")}});
  all["Health"] = record({{"ok", plain("boolean")}, {"version", plain("string")}});
  all["Readiness"] = record({{"ready", plain("boolean")}});
  all["Description"] = plain("object");
}

Json schemas() {
  Json all = Json::object();
  all["Query"] = query_schema();
  all["Queries"] = queries_schema();
  all["TextQuery"] = text_query_schema();
  all[data_file_schema] = {{"type", "string"}, {"format", "binary"}};
  all[model_file_schema] = typed("object", "a model file as podium train writes it");
  add_answers(all);
  all["Error"] = object_of({{"error", typed("string", "what is wrong, in a sentence")}},
                           Json::array({"error"}));
  return all;
}

/// "/v1/models/{}/score" as "/v1/models/{model}/score".
std::string path_of(const ServeRoute& route, std::string_view parameter) {
  std::string path(route.pattern);
  if (const std::size_t place = path.find("{}"); place != std::string::npos) {
    path.insert(place + 1, parameter);
  }
  return path;
}

Json content(std::string_view type, Json schema) {
  return {{std::string(type), {{"schema", std::move(schema)}}}};
}

Json binary_schema() {
  return {{"type", "string"}, {"format", "binary"}};
}

Json request_body(const ServeRoute& route) {
  if (route.body == data_file_schema) {
    return {{"required", true}, {"content", content("*/*", reference_to(route.body))}};
  }
  Json accepted = content(json_type, reference_to(route.body));
  if (route.body == "Query") accepted[rows_type] = {{"schema", binary_schema()}};
  if (route.body == model_file_schema) {
    accepted["application/octet-stream"] = {{"schema", binary_schema()}};  // packed
  }
  return {{"required", true}, {"content", std::move(accepted)}};
}

bool changes_folder(const ServeRoute& route) {
  return route.method == "PUT" || route.method == "DELETE";
}

Json responses(const ServeRoute& route) {
  const auto refused = [](std::string_view description) {
    return Json{{"description", description},
                {"content", content(json_type, reference_to("Error"))}};
  };
  Json all = Json::object();
  Json answer = route.result.empty() ? content("text/plain", plain("string"))
                                     : content(json_type, reference_to(route.result));
  if (route.result == "Scores") answer[scores_type] = {{"schema", binary_schema()}};
  all["200"] = {{"description", "the answer"}, {"content", std::move(answer)}};
  if (route.result == "Readiness") {
    all["503"] = {{"description", "not all models are loaded"},
                  {"content", content(json_type, reference_to(route.result))}};
  }
  if (route.pattern.find("{}") != std::string_view::npos) {
    all["404"] = refused("there is no such model or collection");
  }
  if (route.pattern.starts_with("/v1/")) {
    all["400"] = refused("the address has a parameter that is not expected");
  }
  if (changes_folder(route)) {
    all["400"] = refused("the name, the label or the model is not what was expected");
    all["409"] = refused("this model cannot be changed by a request");
    all["500"] = refused("the folder of models cannot be written");
  }
  if (route.body == model_file_schema) {
    all["413"] = refused("the model is too large");
    all["422"] = refused("the model gives scores that are not finite");
  } else if (route.has_body) {
    all["400"] = refused("the body is not what was expected");
    all["413"] = refused("the body is too large, or needs more memory than there is");
    all["415"] = refused("the body is of another type, or packed");
    all["422"] = refused("a document cannot be scored");
    all["429"] = refused("too many requests wait");
    all["503"] = refused("the request waited too long, or there is not enough memory");
  }
  if (route.access == Access::admin) {
    all["503"] =
        refused("too many requests wait for models to be loaded, or there is not enough memory");
  }
  if (route.access) {
    all["401"] = refused("a token is needed");
    all["403"] = refused("the token is of another role");
  }
  return all;
}

/// Of the addresses of all requests.
const std::map<std::string_view, std::string_view> parameter_descriptions = {
    {"query", "the id of the only query that is wanted"},
    {"rows", "none: ids and numbers of documents alone"},
    {"features", "LETOR: how many features there are at least"},
    {"first", "LETOR: the number of the first feature, 0 or 1"},
    {"words", "CSV: columns whose values are words: NAME,NAME,..."},
    {"label", "of the version"}};

Json operation(const ServeRoute& route, std::string_view parameter) {
  Json one = {{"summary", route.summary}};
  if (route.pattern.find("{}") != std::string_view::npos) {
    one["parameters"] = Json::array({Json{{"name", parameter},
                                          {"in", "path"},
                                          {"required", true},
                                          {"schema", {{"type", "string"}}}}});
  }
  for (const std::string_view name : split_outside_brackets(route.parameters, ',')) {
    one["parameters"].push_back({{"name", name},
                                 {"in", "query"},
                                 {"description", parameter_descriptions.at(name)},
                                 {"schema", {{"type", "string"}}}});
  }
  if (route.has_body) one["requestBody"] = request_body(route);
  one["responses"] = responses(route);
  if (route.access) one["security"] = Json::array({Json{{"token", Json::array()}}});
  return one;
}

}  // namespace

Json openapi() {
  Json paths = Json::object();
  for (const ServeRoute& route : serve_routes()) {
    const bool has_collection = route.pattern.starts_with("/v1/collections/");
    const std::string_view parameter = has_collection ? "collection" : "model";
    paths[path_of(route, parameter)][lower_case(route.method)] = operation(route, parameter);
  }
  return {{"openapi", "3.1.0"},
          {"info", {{"title", "podium serve"}, {"version", version()}}},
          {"paths", std::move(paths)},
          {"components",
           {{"schemas", schemas()},
            {"securitySchemes", {{"token", {{"type", "http"}, {"scheme", "bearer"}}}}}}}};
}

}  // namespace podium::serving
