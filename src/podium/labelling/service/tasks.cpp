// An assessor's work: tasks, their current questions, answers, documents.
#include <algorithm>
#include <array>
#include <map>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/text.hpp"
#include "podium/labelling/service/document_page.hpp"
#include "podium/labelling/service/route.hpp"

namespace podium::labelling {

namespace {

constexpr std::size_t longest_key = 64;
constexpr std::int64_t max_entries = 1'000'000'000;
constexpr std::int64_t largest_number = 1'000'000'000;
// The limit where the time of the last answer is not known, as for the first one of a task.
constexpr double longest_seconds = 24.0 * 3600.0;

/// The task, if it belongs to the caller; otherwise 404, as for one that does not exist.
Task own_task(const Call& call) {
  const RowId id = call.row(0);
  try {
    Task task = call.service.store.tasks.get(id);
    if (task.account == call.account().id) return task;
  } catch (const UsageError&) {
  }
  throw Refusal(404, "you have no such task");
}

Json task_json(const Task& task, const std::string& project, const std::string& query,
               const std::string& text) {
  return {{"id", task.id},
          {"project", project},
          {"query", {{"id", query}, {"text", text}}},
          {"tool", tool_names[static_cast<std::size_t>(task.tool)]},
          {"done", task.is_done},
          {"answered", task.answered}};
}

Json card(const Work& work, DocIndex index) {
  const LabelDocument& document = work.query->document.at(index);
  return {{"index", index},
          {"id", document.id},
          {"title", document.title},
          {"url", document.url},
          {"snippet", document.snippet},
          {"frame", "/api/tasks/" + to_text(work.task.id) + "/documents/" + to_text(index)}};
}

Json question_json(const Work& work) {
  if (const auto* session = std::get_if<Session>(&work.session)) {
    const auto question = next_question(*session);
    if (!question) return nullptr;
    return {{"left", card(work, question->left)}, {"right", card(work, question->right)}};
  }
  const auto document = next_document(std::get<GradedSession>(work.session));
  if (!document) return nullptr;
  return {{"document", card(work, *document)}};
}

Json state_json(const Work& work) {
  const SessionProgress done = progress(work.session);
  return {
      {"task", task_json(work.task, work.project.settings.name, work.query->id, work.query->text)},
      {"query",
       {{"id", work.query->id},
        {"text", work.query->text},
        {"description", work.query->description}}},
      {"guidelines", work.project.settings.guidelines},
      {"entries", work.entries},
      {"progress", {{"answered", done.answered}, {"remaining", done.expected_remaining}}},
      {"can_undo", done.answered > 0},
      {"ties", work.project.settings.session.ties},
      {"question", question_json(work)},
      {"scale", work.project.settings.scale}};
}

HttpResponse tasks(const Call& call) {
  Json list = Json::array();
  std::map<RowId, std::string> projects;
  std::map<RowId, QueryHead> queries;
  for (const Task& task : call.service.store.tasks.of_account(call.account().id)) {
    if (!projects.contains(task.project)) {
      projects[task.project] = call.service.store.projects.get(task.project).settings.name;
      for (QueryHead& head : call.service.store.projects.query_heads(task.project)) {
        queries.emplace(head.id, std::move(head));
      }
    }
    const QueryHead& query = queries.at(task.query);
    list.push_back(task_json(task, projects.at(task.project), query.name, query.text));
  }
  return json_response({{"tasks", std::move(list)}});
}

HttpResponse task(const Call& call) {
  return json_response(state_json(call.service.sessions.current(own_task(call))));
}

std::string key_in(const Body& body) {
  std::string key = text_in(body, "key", longest_key);
  const auto is_key_byte = [](char c) { return is_letter_or_digit(c) || c == '-'; };
  if (key.empty() || !std::ranges::all_of(key, is_key_byte)) {
    throw UsageError("key: found " + in_quotes(key) + ", expected letters, digits and '-'");
  }
  return key;
}

DocIndex document_in(const Body& body, std::string_view name) {
  return static_cast<DocIndex>(whole_in(body, name, 0, largest_number));
}

Answer answer_in(const Body& body, const Session& session) {
  const Verdict verdict = static_cast<Verdict>(body.at("verdict").choice(verdict_names));
  const auto asked = next_question(session);  // clients do not know the purpose of a question
  return {{document_in(body, "left"), document_in(body, "right"),
           asked ? asked->purpose : Purpose::needed},
          verdict};
}

Grading grading_in(const Body& body) {
  Grading grading{.document = document_in(body, "document")};
  grading.kind = static_cast<Grading::Kind>(body.at("verdict").choice(grading_kind_names));
  if (grading.kind == Grading::Kind::grade) {
    grading.grade = static_cast<std::uint32_t>(whole_in(body, "grade", 0, largest_number));
  }
  return grading;
}

/// The seconds since the last answer, whatever happened to the clock.
double seconds_since_answer(const Call& call, const Work& work) {
  const auto seconds = [](std::int64_t milliseconds) {
    return static_cast<double>(milliseconds) / 1000.0;
  };
  if (work.last_steady) return seconds(call.steady_now - *work.last_steady);
  const bool is_known = work.last_entry != 0 && work.last_entry <= call.now;
  return is_known ? seconds(call.now - work.last_entry) : longest_seconds;
}

/// Clients measure the time; it is clipped to the time since the last answer.
double clipped_seconds(const Call& call, std::string_view name, const Work& work) {
  return std::clamp(number_or(call.body, name, 0.0), 0.0,
                    std::max(0.0, seconds_since_answer(call, work)));
}

StoredEntry answer_entry(const Call& call, const Work& work) {
  const Body& body = call.body;
  StoredEntry entry{.key = key_in(body),
                    .comment = text_or_empty(body, "comment", longest_comment),
                    .seconds = clipped_seconds(call, "seconds", work),
                    .paused = clipped_seconds(call, "paused", work),
                    .at = call.now};
  if (const auto* session = std::get_if<Session>(&work.session)) {
    entry.action = answer_in(body, *session);
  } else {
    entry.action = grading_in(body);
  }
  return entry;
}

HttpResponse submit(const Call& call, const Work& work, const StoredEntry& entry) {
  const auto expected = whole_in(call.body, "expected", 0, max_entries);
  const TaskSessions::Outcome outcome = call.service.sessions.submit(work, expected, entry);
  if (outcome.appended != Appended::conflict) return json_response(state_json(outcome.now));
  return json_response({{"error", "the task was continued elsewhere; this is its current state"},
                        {"state", state_json(outcome.now)}},
                       409);
}

HttpResponse answer(const Call& call) {
  const Work work = call.service.sessions.current(own_task(call));
  return submit(call, work, answer_entry(call, work));
}

HttpResponse undo(const Call& call) {
  const Work work = call.service.sessions.current(own_task(call));
  return submit(call, work, {.key = key_in(call.body), .action = Undo{}, .at = call.now});
}

HttpResponse document(const Call& call) {
  const Task task = own_task(call);
  const auto index = parse_number<DocIndex>(call.captured.at(1));
  const StoredQuery query = call.service.store.projects.query(task.query);
  if (!index || *index >= query.query.document.size()) {
    throw Refusal(404, "this task has no such document");
  }
  HttpResponse response{
      .type = "text/html; charset=utf-8",
      .body = document_page(call.service.store.projects.document(task.query, *index),
                            query.query.text)};
  response.header.emplace("Content-Security-Policy", document_policy);
  response.header.emplace("Cache-Control", "private, no-store");
  return response;
}

constexpr std::string_view answer_members =
    "key,expected,left,right,document,verdict,grade,comment,seconds,paused";

constexpr std::array<Route, 5> routes = {
    Route{"GET", "/api/tasks", Who::logged_in, 0, tasks},
    Route{"GET", "/api/tasks/{}", Who::logged_in, 0, task},
    Route{"POST", "/api/tasks/{}/answers", Who::logged_in, word_body, answer, answer_members},
    Route{"POST", "/api/tasks/{}/undo", Who::logged_in, word_body, undo, "key,expected"},
    Route{"GET", "/api/tasks/{}/documents/{}", Who::logged_in, 0, document},
};

}  // namespace

std::span<const Route> task_routes() {
  return routes;
}

}  // namespace podium::labelling
