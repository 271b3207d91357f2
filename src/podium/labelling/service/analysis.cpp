// Administration of judgements: agreement, disagreements, decisions, exports.
#include <array>
#include <map>
#include <set>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/text.hpp"
#include "podium/labelling/label/analysis/assessor_choice.hpp"
#include "podium/labelling/service/analysis_messages.hpp"
#include "podium/labelling/service/route.hpp"
#include "podium/labelling/store/export.hpp"

namespace podium::labelling {

namespace {

/// The query of the project that the body names.
StoredQuery query_in_project(const Call& call, const Project& project) {
  const auto id = static_cast<RowId>(whole_in(call.body, "query", 1, INT64_MAX));
  try {
    StoredQuery query = call.service.store.projects.query(id);
    if (query.project == project.id) return query;
  } catch (const UsageError&) {
  }
  throw UsageError("query: found " + to_text(id) + ", expected a query of the project");
}

HttpResponse adjudicate(const Call& call) {
  const Project project = project_of(call);
  const StoredQuery query = query_in_project(call, project);
  std::vector<DocIndex> top;
  for (const std::uint64_t index :
       wholes_in(call.body, "top", 0, query.query.document.size() - 1)) {
    top.push_back(static_cast<DocIndex>(index));
  }
  const std::set<DocIndex> different(top.begin(), top.end());
  if (top.empty() || different.size() != top.size()) {
    throw UsageError("top: expected at least one document, each only once");
  }
  call.service.store.tasks.adjudicate(query.id, call.account().id, top, call.now);
  call.record("adjudicate", project.settings.name + ": " + query.query.id);
  return json_response(Json::object());
}

/// The number of answers per hour, without undos.
Json answers_by_hour(const Call& call, const Project& project) {
  constexpr Instant hour = Instant{3600} * 1000;
  std::map<Instant, std::size_t> count;
  for (const Task& task : call.service.store.tasks.in_project(project.id)) {
    if (task.entries == 0) continue;
    for (const StoredEntry& entry : call.service.store.tasks.entries(task.id)) {
      if (!std::holds_alternative<Undo>(entry.action)) ++count[entry.at / hour * hour];
    }
  }
  Json list = Json::array();
  for (const auto& [at, answers] : count) list.push_back({{"at", at}, {"answers", answers}});
  return list;
}

/// The names of the accounts in a parameter: ids, separated by commas.
std::vector<std::string> names_in(const Call& call, std::string_view parameter) {
  const auto given = call.request.query.find(parameter);
  if (given == call.request.query.end()) return {};
  std::vector<std::string> names;
  std::string_view rest = given->second;
  while (true) {
    const std::string_view id = rest.substr(0, rest.find(','));
    const auto number = parse_number<RowId>(id);
    const auto account = number ? call.service.store.people.account(*number) : std::nullopt;
    if (!account) {
      throw UsageError(std::string(parameter) + ": found " + in_quotes(id) +
                       ", expected the id of an account");
    }
    names.push_back(account->name);
    if (id.size() == rest.size()) return names;
    rest.remove_prefix(id.size() + 1);
  }
}

/// The judgements of the assessors that the request asks for.
Judgements judgements_of(const Call& call, const Project& project) {
  return chosen_judgements(call.service.store.tasks.judgements(project.id),
                           {.only = names_in(call, "only"), .without = names_in(call, "without")});
}

HttpResponse analysis(const Call& call) {
  const Project project = project_of(call);
  Json json = analysis_json(judgements_of(call, project));
  json["progress"] = answers_by_hour(call, project);
  return json_response(json);
}

HttpResponse disagreements(const Call& call) {
  const Project project = project_of(call);
  return json_response(disagreements_json(judgements_of(call, project),
                                          call.service.store.projects.queries(project.id),
                                          project.settings.seed));
}

/// The index of a parameter's value in `names`; `otherwise` where it is not given.
std::size_t choice_of(const Call& call, std::string_view name,
                      std::span<const std::string_view> names, std::size_t otherwise) {
  const auto given = call.request.query.find(name);
  if (given == call.request.query.end()) return otherwise;
  const Body parameters(Json{{name, given->second}}, {});
  return parameters.at(name).choice(names);
}

/// A project's name as a part of a file name.
std::string file_stem(std::string name) {
  for (char& c : name) {
    if (!is_letter_or_digit(c) && c != '-') c = '_';
  }
  return name;
}

/// Ending and media type of each kind of file, in the order of export_kind_names.
struct FileKind {
  std::string_view ending;
  std::string_view type;
};

constexpr std::string_view plain_text = "text/plain; charset=utf-8";
constexpr std::string_view csv_text = "text/csv; charset=utf-8; header=present";
constexpr std::array<FileKind, export_kind_names.size()> file_kinds = {
    FileKind{".jsonl", "application/x-ndjson"},
    FileKind{".txt", plain_text},
    FileKind{".txt", plain_text},
    FileKind{".txt", plain_text},
    FileKind{".csv", csv_text},
    FileKind{".csv", csv_text},
    FileKind{".csv", csv_text}};

HttpResponse export_file(const Call& call) {
  const Project project = project_of(call);
  if (!call.request.query.contains("what")) {
    throw UsageError("what: missing, expected one of " + joined(export_kind_names));
  }
  const std::size_t kind = choice_of(call, "what", export_kind_names, 0);
  const ExportOptions options{.tool = static_cast<Tool>(choice_of(call, "tool", tool_names, 0)),
                              .seed = project.settings.seed};
  if (call.request.query.contains("tool") && !takes_tool(static_cast<ExportKind>(kind))) {
    throw UsageError("tool: needs what=letor or what=qrels");
  }
  const auto& [ending, type] = file_kinds.at(kind);
  HttpResponse response{
      .type = std::string(type),
      .body = export_text(judgements_of(call, project), static_cast<ExportKind>(kind), options)};
  const std::string what(export_kind_names.at(kind));
  response.header.emplace("Content-Disposition", "attachment; filename=\"" +
                                                     file_stem(project.settings.name) + "-" + what +
                                                     std::string(ending) + "\"");
  call.record("export", project.settings.name + ": " + what);
  return response;
}

constexpr std::array<Route, 4> routes = {
    Route{"GET", "/api/projects/{}/export", Who::administrator, 0, export_file,
          "what,tool,only,without"},
    Route{"GET", "/api/projects/{}/analysis", Who::administrator, 0, analysis, "only,without"},
    Route{"GET", "/api/projects/{}/disagreements", Who::administrator, 0, disagreements,
          "only,without"},
    Route{"POST", "/api/projects/{}/adjudications", Who::administrator, small_body, adjudicate,
          "query,top"},
};

}  // namespace

std::span<const Route> analysis_routes() {
  return routes;
}

}  // namespace podium::labelling
