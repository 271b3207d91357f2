#include "podium/labelling/service/project_messages.hpp"

#include <cstdint>
#include <map>
#include <set>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/labelling/label/session/closure.hpp"
#include "podium/labelling/service/route.hpp"
#include "podium/labelling/store/label_id.hpp"

namespace podium::labelling {

namespace {

constexpr std::size_t longest_name = 200;
constexpr std::size_t longest_text = 100'000;
constexpr std::size_t longest_grade = 100;
constexpr std::size_t longest_body = import_body;

OptionText options_in(const Body& body) {
  OptionText options;
  const auto given = member(body, "options");
  if (!given) return options;
  for (const auto& [name, value] : given->members()) {
    options[name] = text_in(*given, name, longest_name);
  }
  return options;
}

std::vector<std::string> scale_in(const Body& body) {
  if (!member(body, "scale")) return ProjectSettings{}.scale;
  std::vector<std::string> scale = texts_in(body, "scale", longest_grade);
  const std::set<std::string> different(scale.begin(), scale.end());
  if (scale.size() < 2 || scale.size() > 20 || different.size() != scale.size() ||
      different.contains("")) {
    throw body.at("scale").error("expected 2 to 20 distinct names, worst first");
  }
  return scale;
}

std::string id_in(const Body& json, std::string_view noun) {
  std::string id = text_in(json, "id", longest_body);
  if (const std::string problem = label_id_problem(id, noun); !problem.empty()) {
    throw json.at("id").error(problem);
  }
  return id;
}

LabelDocument document_in(const Body& json) {
  json.expect_keys({"id", "title", "url", "snippet", "text", "html"});
  LabelDocument document{.id = id_in(json, "document"),
                         .title = text_or_empty(json, "title", longest_text),
                         .url = text_or_empty(json, "url", longest_text),
                         .snippet = text_or_empty(json, "snippet", longest_text)};
  document.is_html = member(json, "html").has_value();
  if (document.is_html && member(json, "text")) {
    throw json.error("found 'html' beside 'text', expected one of them");
  }
  document.body = text_or_empty(json, document.is_html ? "html" : "text", longest_body);
  return document;
}

std::vector<GoldPair> gold_in(const Body& json, const LabelQuery& query) {
  std::vector<GoldPair> gold;
  const auto given = member(json, "gold");
  // A query of more documents is refused when it is stored; a table of their pairs would be large.
  if (!given || query.document.size() > max_documents) return gold;
  std::map<std::string, DocIndex, std::less<>> place;
  for (DocIndex i = 0; i < query.document.size(); ++i) place.emplace(query.document[i].id, i);
  const auto find = [&](const Body& id) {
    const auto found = place.find(id.text());
    if (found == place.end()) throw id.unexpected("a document of the query");
    return found->second;
  };
  Closure order(query.document.size());
  for (const Body& pair : given->items()) {
    const std::vector<Body> ids = pair.items();
    if (ids.size() != 2) throw pair.unexpected("a pair of ids");
    gold.push_back({find(ids[0]), find(ids[1])});
    if (!order.add_over(gold.back().better, gold.back().worse)) {
      throw pair.error(
          "found a gold pair that contradicts those before it, expected two documents "
          "in the same order as there");
    }
  }
  return gold;
}

LabelQuery query_in(const Body& json) {
  json.expect_keys({"id", "text", "description", "documents", "gold"});
  LabelQuery query{.id = id_in(json, "query"),
                   .text = text_in(json, "text", longest_text),
                   .description = text_or_empty(json, "description", longest_text)};
  for (const Body& document : json.at("documents").items()) {
    query.document.push_back(document_in(document));
  }
  query.gold = gold_in(json, query);
  return query;
}

}  // namespace

Json json_of(const ProjectSettings& settings) {
  Json options = Json::object();
  for (const OptionField& field : SessionOptions::fields()) {
    options[std::string(field.name)] = field.text_of(&settings.session);
  }
  return {{"name", settings.name},         {"guidelines", settings.guidelines},
          {"options", std::move(options)}, {"scale", settings.scale},
          {"seed", settings.seed},         {"overlap", settings.overlap}};
}

ProjectSettings settings_in(const Body& body) {
  ProjectSettings settings{.name = text_in(body, "name", longest_name),
                           .guidelines = text_or_empty(body, "guidelines", longest_text),
                           .session = parse_options<SessionOptions>(options_in(body)),
                           .scale = scale_in(body)};
  if (trimmed(settings.name).empty()) throw UsageError("name: the project needs a name");
  settings.seed = whole_or(body, "seed", 0, INT64_MAX, 1);
  settings.overlap = static_cast<std::uint32_t>(whole_or(body, "overlap", 1, 1000, 1));
  return settings;
}

std::vector<LabelQuery> queries_in(const Body& body) {
  std::vector<LabelQuery> queries;
  for (const Body& json : body.at("queries").items()) queries.push_back(query_in(json));
  return queries;
}

}  // namespace podium::labelling
