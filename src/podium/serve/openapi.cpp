#include <string>

#include "podium/base/text.hpp"
#include "podium/base/version.hpp"
#include "podium/serve/serve_route.hpp"

namespace podium {

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

/// null is JSON's word for a missing value.
Json number_or_null() {
  return {{"type", Json::array({"number", "null"})}};
}

Json query_schema() {
  const Json listed = list_of(number_or_null());
  const Json named = {{"type", "object"}, {"additionalProperties", number_or_null()}};
  const Json document =
      object_of({{"id", typed("string", "name of the document; default: its place, from 1 on")},
                 {"values", {{"oneOf", Json::array({listed, named})}}}},
                Json::array({"values"}));
  return object_of(
      {{"query", typed("string", "id of the query")},
       {"features", list_of(typed("string", "order of the values; default: that of the model"))},
       {"documents", list_of(document)},
       {"top", typed("integer", "how many of the best documents to return")},
       {"extra", {{"const", "ignore"}, {"description", "leave out features that are unknown"}}}},
      Json::array({"documents"}));
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

Json schemas() {
  Json all = Json::object();
  all["Query"] = query_schema();
  all["TextQuery"] = text_query_schema();
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

Json request_body(bool has_texts) {
  Json accepted = content("application/json", reference_to(has_texts ? "TextQuery" : "Query"));
  if (!has_texts) {
    accepted[rows_type] = {{"schema", {{"type", "string"}, {"format", "binary"}}}};
  }
  return {{"required", true}, {"content", std::move(accepted)}};
}

Json responses(const ServeRoute& route) {
  const auto refused = [](std::string_view description) {
    return Json{{"description", description},
                {"content", content("application/json", reference_to("Error"))}};
  };
  Json all = Json::object();
  all["200"] = {{"description", "the answer"}};
  if (route.has_body) {
    all["400"] = refused("the body is not what was expected");
    all["404"] = refused("there is no such model or collection");
    all["413"] = refused("the body is too large");
    all["415"] = refused("the body is of another type");
    all["422"] = refused("a document cannot be scored");
    all["429"] = refused("too many requests wait");
    all["503"] = refused("the request waited too long");
  }
  if (route.access) {
    all["401"] = refused("a token is needed");
    all["403"] = refused("the token is of another role");
  }
  return all;
}

Json operation(const ServeRoute& route, std::string_view parameter) {
  Json one = {{"summary", route.summary}};
  if (route.pattern.find("{}") != std::string_view::npos) {
    one["parameters"] = Json::array({Json{{"name", parameter},
                                          {"in", "path"},
                                          {"required", true},
                                          {"schema", {{"type", "string"}}}}});
  }
  if (route.has_body) one["requestBody"] = request_body(parameter == "collection");
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

}  // namespace podium
