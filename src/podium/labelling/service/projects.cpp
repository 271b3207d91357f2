// Administration of projects: settings, queries, assignments, the dashboard.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/text.hpp"
#include "podium/labelling/label/session/assignment.hpp"
#include "podium/labelling/service/project_messages.hpp"
#include "podium/labelling/service/route.hpp"

namespace podium::labelling {

namespace {

HttpResponse projects(const Call& call) {
  Json list = Json::array();
  for (const Project& project : call.service.store.projects.all()) {
    const std::vector<Task> tasks = call.service.store.tasks.in_project(project.id);
    list.push_back({{"id", project.id},
                    {"name", project.settings.name},
                    {"created", project.created},
                    {"queries", call.service.store.projects.query_heads(project.id).size()},
                    {"tasks", tasks.size()},
                    {"done", std::ranges::count_if(tasks, &Task::is_done)}});
  }
  return json_response({{"projects", std::move(list)}});
}

HttpResponse create_project(const Call& call) {
  const ProjectSettings settings = settings_in(call.body);
  const RowId id = call.service.store.projects.create(settings, call.now);
  call.record("project created", settings.name);
  return json_response({{"id", id}});
}

/// The expected number of remaining questions of a project's tasks. Tasks that have not started
/// are alike if they have the same tool and number of documents: it is computed for one of them.
class RemainingQuestions {
 public:
  RemainingQuestions(const Call& call, const Project& project) : call_(call), project_(project) {}

  double of(const Task& task, std::size_t documents) {
    if (task.is_done) return 0.0;
    if (task.entries > 0) return computed(task);
    const auto [place, is_new] = at_start_.try_emplace({task.tool, documents});
    if (is_new) place->second = computed(task);
    return place->second;
  }

 private:
  double computed(const Task& task) {
    return progress(call_.service.sessions.current(task, project_).session).expected_remaining;
  }

  const Call& call_;
  const Project& project_;
  std::map<std::pair<Tool, std::size_t>, double> at_start_;
};

Json task_rows(const Call& call, const Project& project, std::span<const QueryHead> queries) {
  std::map<RowId, std::size_t> documents;
  for (const QueryHead& query : queries) documents[query.id] = query.documents;
  RemainingQuestions remaining(call, project);
  Json rows = Json::array();
  for (const Task& task : call.service.store.tasks.in_project(project.id)) {
    rows.push_back({{"id", task.id},
                    {"query", task.query},
                    {"account", task.account},
                    {"tool", tool_names[static_cast<std::size_t>(task.tool)]},
                    {"done", task.is_done},
                    {"answered", task.answered},
                    {"remaining", remaining.of(task, documents.at(task.query))}});
  }
  return rows;
}

HttpResponse dashboard(const Call& call) {
  const Project project = project_of(call);
  const std::vector<QueryHead> heads = call.service.store.projects.query_heads(project.id);
  Json queries = Json::array();
  for (const QueryHead& head : heads) {
    queries.push_back(
        {{"id", head.id}, {"name", head.name}, {"text", head.text}, {"documents", head.documents}});
  }
  Json accounts = Json::array();
  for (const Account& account : call.service.store.people.accounts())
    accounts.push_back(json_of(account));
  return json_response({{"settings", json_of(project.settings)},
                        {"queries", std::move(queries)},
                        {"tasks", task_rows(call, project, heads)},
                        {"accounts", std::move(accounts)}});
}

HttpResponse change_project(const Call& call) {
  const Project project = project_of(call);
  const ProjectSettings settings = settings_in(call.body);
  call.service.store.projects.change(project.id, settings);
  call.record("project changed", settings.name);
  return json_response(Json::object());
}

HttpResponse import(const Call& call) {
  const Project project = project_of(call);
  const std::vector<LabelQuery> queries = queries_in(call.body);
  std::size_t documents = 0;
  for (const LabelQuery& query : queries) documents += query.document.size();
  call.service.store.projects.add_queries(project.id, queries);
  call.record("import", project.settings.name + ": " + counted(queries.size(), "query", "queries"));
  return json_response({{"queries", queries.size()}, {"documents", documents}});
}

using EnabledAccounts = std::map<RowId, Account>;

EnabledAccounts enabled_accounts(const LabelStore& store) {
  EnabledAccounts enabled;
  for (Account& account : store.people.accounts()) {
    if (account.is_enabled) enabled.emplace(account.id, std::move(account));
  }
  return enabled;
}

/// The accounts of the request: distinct, enabled, and either all people or all programs.
std::vector<std::int64_t> assessors_in(const Call& call, const EnabledAccounts& enabled) {
  const auto named = wholes_in(call.body, "assessors", 1, INT64_MAX);
  std::vector<std::int64_t> ids(named.begin(), named.end());
  for (const std::int64_t id : ids) {
    if (!enabled.contains(id)) {
      throw UsageError("assessors: found " + to_text(id) + ", expected an enabled account");
    }
  }
  if (std::set<std::int64_t>(ids.begin(), ids.end()).size() != ids.size() || ids.empty()) {
    throw UsageError("assessors: expected at least one account, each only once");
  }
  const auto is_program = [&](std::int64_t id) { return enabled.at(id).is_program; };
  if (std::ranges::any_of(ids, is_program) && !std::ranges::all_of(ids, is_program)) {
    throw UsageError("assessors: found both people and programs, expected only one kind");
  }
  return ids;
}

/// The existing tasks that count towards the overlap: those of enabled people if people are
/// assigned, those of enabled programs if programs are.
std::vector<Assignment> existing_assignments(const Call& call, const Project& project,
                                             const EnabledAccounts& enabled, bool of_programs) {
  std::vector<Assignment> existing;
  for (const Task& task : call.service.store.tasks.in_project(project.id)) {
    const auto owner = enabled.find(task.account);
    if (owner == enabled.end() || owner->second.is_program != of_programs) continue;
    existing.push_back({task.account, task.query, static_cast<std::int64_t>(task.tool)});
  }
  return existing;
}

std::vector<std::int64_t> tools_in(const Call& call) {
  std::set<std::int64_t> tools;
  for (const Body& tool : call.body.at("tools").items()) {
    tools.insert(static_cast<std::int64_t>(tool.choice(tool_names)));
  }
  if (tools.empty())
    throw UsageError("tools: found none, expected at least one of " + joined(tool_names));
  return {tools.begin(), tools.end()};
}

HttpResponse assign(const Call& call) {
  const Project project = project_of(call);
  const EnabledAccounts enabled = enabled_accounts(call.service.store);
  AssignmentRequest request{.assessor = assessors_in(call, enabled), .tool = tools_in(call)};
  request.overlap = whole_or(call.body, "overlap", 1, 1000, project.settings.overlap);
  request.cap = whole_or(call.body, "cap", 0, 1'000'000, 0);
  for (const StoredQuery& query : call.service.store.projects.queries(project.id)) {
    request.query.push_back(query.id);
  }
  request.existing =
      existing_assignments(call, project, enabled, enabled.at(request.assessor.front()).is_program);
  std::vector<Task> tasks;
  for (const Assignment& assignment : missing_assignments(request)) {
    tasks.push_back({.query = assignment.query,
                     .account = assignment.assessor,
                     .tool = static_cast<Tool>(assignment.tool)});
  }
  call.service.store.tasks.add(tasks);
  call.record("assign", project.settings.name + ": " + counted(tasks.size(), "task"));
  return json_response({{"tasks", tasks.size()}});
}

constexpr std::string_view settings_members = "name,guidelines,options,scale,seed,overlap";

constexpr std::array<Route, 6> routes = {
    Route{"GET", "/api/projects", Who::administrator, 0, projects},
    Route{"POST", "/api/projects", Who::administrator, small_body, create_project,
          settings_members},
    Route{"GET", "/api/projects/{}", Who::administrator, 0, dashboard},
    Route{"PUT", "/api/projects/{}", Who::administrator, small_body, change_project,
          settings_members},
    Route{"POST", "/api/projects/{}/import", Who::administrator, import_body, import, "queries"},
    Route{"POST", "/api/projects/{}/assign", Who::administrator, small_body, assign,
          "assessors,tools,overlap,cap"},
};

}  // namespace

std::span<const Route> project_routes() {
  return routes;
}

}  // namespace podium::labelling
