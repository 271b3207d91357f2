#include "podium/service/project_messages.hpp"

#include <limits>
#include <map>
#include <set>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/service/route.hpp"

namespace podium {

namespace {

constexpr std::size_t longest_name = 200;
constexpr std::size_t longest_text = 100'000;
constexpr std::size_t longest_grade = 100;
constexpr std::size_t longest_body = import_body;

OptionText options_in(const Body& body) {
  OptionText options;
  const Body& given = member(body, "options");
  if (given.is_null()) return options;
  if (!given.is_object()) throw UsageError("options: expected an object of strings");
  for (const auto& [name, value] : given.items()) {
    options[name] = text_in(given, name, longest_name);
  }
  return options;
}

std::vector<std::string> scale_in(const Body& body) {
  if (member(body, "scale").is_null()) return ProjectSettings{}.scale;
  std::vector<std::string> scale = texts_in(body, "scale", longest_grade);
  const std::set<std::string> different(scale.begin(), scale.end());
  if (scale.size() < 2 || scale.size() > 20 || different.size() != scale.size() ||
      different.contains("")) {
    throw UsageError("scale: expected 2 to 20 distinct names, worst first");
  }
  return scale;
}

LabelDocument document_in(const Body& json) {
  LabelDocument document{.id = text_in(json, "id", longest_name),
                         .title = text_or_empty(json, "title", longest_text),
                         .url = text_or_empty(json, "url", longest_text),
                         .snippet = text_or_empty(json, "snippet", longest_text)};
  if (document.id.empty())
    throw UsageError("id: found an empty string, expected the id of a document");
  document.is_html = !member(json, "html").is_null();
  document.body = text_or_empty(json, document.is_html ? "html" : "text", longest_body);
  return document;
}

std::vector<GoldPair> gold_in(const Body& json, const LabelQuery& query) {
  std::vector<GoldPair> gold;
  if (member(json, "gold").is_null()) return gold;
  std::map<std::string, DocIndex, std::less<>> place;
  for (DocIndex i = 0; i < query.document.size(); ++i) place.emplace(query.document[i].id, i);
  const auto find = [&](const Body& id) {
    const auto found = id.is_string() ? place.find(id.get_ref<const std::string&>()) : place.end();
    if (found == place.end()) {
      throw UsageError("gold: found " +
                       (id.is_string() ? in_quotes(id.get_ref<const std::string&>())
                                       : std::string("no string")) +
                       ", expected a document of the query");
    }
    return found->second;
  };
  for (const Body& pair : array_in(json, "gold")) {
    if (!pair.is_array() || pair.size() != 2)
      throw UsageError("gold: expected pairs of document ids");
    gold.push_back({find(pair[0]), find(pair[1])});
  }
  return gold;
}

LabelQuery query_in(const Body& json) {
  LabelQuery query{.id = text_in(json, "id", longest_name),
                   .text = text_in(json, "text", longest_text),
                   .description = text_or_empty(json, "description", longest_text)};
  if (query.id.empty()) throw UsageError("id: found an empty string, expected the id of a query");
  for (const Body& document : array_in(json, "documents")) {
    query.document.push_back(document_in(document));
  }
  query.gold = gold_in(json, query);
  return query;
}

}  // namespace

Json json_of(const ProjectSettings& settings) {
  Json options = Json::object();
  for_each_field<SessionOptions>([&](const auto& field) {
    options[std::string(field.name)] = field.text_of(settings.session);
  });
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
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  settings.seed = static_cast<std::uint64_t>(whole_or(body, "seed", 0, largest, 1));
  settings.overlap = static_cast<std::uint32_t>(whole_or(body, "overlap", 1, 1000, 1));
  return settings;
}

std::vector<LabelQuery> queries_in(const Body& body) {
  std::vector<LabelQuery> queries;
  for (const Body& json : array_in(body, "queries")) {
    try {
      queries.push_back(query_in(json));
    } catch (const UsageError& error) {
      throw UsageError("query " + to_text(queries.size() + 1) + ": " + error.what());
    }
  }
  return queries;
}

}  // namespace podium
