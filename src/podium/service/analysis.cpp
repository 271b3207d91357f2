// What administrators do with what was said: agreement, disagreements, decisions, exports.
#include <array>
#include <map>
#include <set>

#include "podium/base/text.hpp"
#include "podium/service/analysis_messages.hpp"
#include "podium/service/route.hpp"

namespace podium {

namespace {

/// The query of the project that the body names.
StoredQuery query_in_project(const Call& call, const Project& project) {
  const RowId id = whole_in(call.body, "query", 1, INT64_MAX);
  try {
    StoredQuery query = call.service.store.query(id);
    if (query.project == project.id) return query;
  } catch (const UsageError&) {
  }
  throw UsageError("query: found " + to_text(id) + ", expected a query of the project");
}

Response adjudicate(const Call& call) {
  const Project project = project_of(call);
  const StoredQuery query = query_in_project(call, project);
  const auto last = static_cast<std::int64_t>(query.query.document.size()) - 1;
  std::vector<DocIndex> top;
  for (const std::int64_t index : wholes_in(call.body, "top", 0, last)) {
    top.push_back(static_cast<DocIndex>(index));
  }
  const std::set<DocIndex> different(top.begin(), top.end());
  if (top.empty() || different.size() != top.size()) {
    throw UsageError("top: expected one document or more, each once");
  }
  call.service.store.adjudicate(query.id, call.account().id, top, call.now);
  call.record("adjudicate", project.settings.name + ": " + query.query.id);
  return json_response(Json::object());
}

/// How many answers there were in each hour, undos left out.
Json answers_by_hour(const Call& call, const Project& project) {
  constexpr Instant hour = 3600 * 1000;
  std::map<Instant, std::size_t> count;
  for (const Task& task : call.service.store.tasks_in(project.id)) {
    if (task.entries == 0) continue;
    for (const StoredEntry& entry : call.service.store.entries(task.id)) {
      if (!std::holds_alternative<Undo>(entry.action)) ++count[entry.at / hour * hour];
    }
  }
  Json list = Json::array();
  for (const auto& [at, answers] : count) list.push_back({{"at", at}, {"answers", answers}});
  return list;
}

Response analysis(const Call& call) {
  const Project project = project_of(call);
  Json json = analysis_json(call.service.store.judgements(project.id));
  json["progress"] = answers_by_hour(call, project);
  return json_response(json);
}

Response disagreements(const Call& call) {
  const Project project = project_of(call);
  return json_response({{"queries", disagreements_json(call.service.store.judgements(project.id),
                                                       call.service.store.queries(project.id))}});
}

constexpr std::array<Route, 3> routes = {
    Route{"GET", "/api/projects/{}/analysis", Who::administrator, 0, analysis},
    Route{"GET", "/api/projects/{}/disagreements", Who::administrator, 0, disagreements},
    Route{"POST", "/api/projects/{}/adjudications", Who::administrator, small_body, adjudicate},
};

}  // namespace

std::span<const Route> analysis_routes() {
  return routes;
}

}  // namespace podium
