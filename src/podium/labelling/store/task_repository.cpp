#include "podium/labelling/store/task_repository.hpp"

#include <fmt/format.h>

#include "podium/labelling/store/fields.hpp"
#include "podium/labelling/store/task_rows.hpp"

namespace podium::labelling {

namespace {

std::vector<Task> chosen_tasks(Connection& connection, std::string_view condition, RowId value) {
  std::vector<Task> tasks;
  const std::string statement = fmt::format(
      "SELECT id, project, query, account, tool, is_done, entries, answered FROM tasks WHERE {} "
      "ORDER BY id",
      condition);
  for (const SqlRow& row : connection.run(statement, {value})) {
    Fields fields(row);
    tasks.push_back({.id = fields.whole(),
                     .project = fields.whole(),
                     .query = fields.whole(),
                     .account = fields.whole(),
                     .tool = fields.choice<Tool>(tool_names),
                     .is_done = fields.flag(),
                     .entries = fields.number<std::size_t>(),
                     .answered = fields.number<std::size_t>()});
  }
  return tasks;
}

void insert_task(Connection& connection, const Task& task) {
  const auto query = connection.run("SELECT project FROM queries WHERE id = ?", {task.query});
  if (query.empty()) throw UsageError(fmt::format("there is no query {}", task.query));
  const auto account = connection.run("SELECT id FROM accounts WHERE id = ?", {task.account});
  if (account.empty()) throw UsageError(fmt::format("there is no account {}", task.account));
  const auto added = connection.run(
      "INSERT INTO tasks (project, query, account, tool, is_done, entries, answered) "
      "VALUES (?, ?, ?, ?, 0, 0, 0) ON CONFLICT (query, account) DO NOTHING RETURNING id",
      {Fields(query.front()).whole(), task.query, task.account, name_of(task.tool, tool_names)});
  if (added.empty()) {
    throw UsageError(fmt::format(
        "query {} is already assigned to account {}; an assessor judges a query only once",
        task.query, task.account));
  }
}

}  // namespace

std::vector<Task> tasks_in(Connection& connection, RowId project) {
  return chosen_tasks(connection, "project = ?", project);
}

void TaskRepository::add(std::span<const Task> tasks) {
  database_.write([&](Connection& connection) {
    for (const Task& task : tasks) insert_task(connection, task);
  });
}

Task TaskRepository::get(RowId id) const {
  std::vector<Task> tasks;
  database_.read([&](Connection& connection) { tasks = chosen_tasks(connection, "id = ?", id); });
  if (tasks.empty()) throw UsageError(fmt::format("there is no task {}", id));
  return tasks.front();
}

std::vector<Task> TaskRepository::of_account(RowId account) const {
  std::vector<Task> tasks;
  database_.read(
      [&](Connection& connection) { tasks = chosen_tasks(connection, "account = ?", account); });
  return tasks;
}

std::vector<Task> TaskRepository::in_project(RowId project) const {
  std::vector<Task> tasks;
  database_.read([&](Connection& connection) { tasks = labelling::tasks_in(connection, project); });
  return tasks;
}

void TaskRepository::adjudicate(RowId query, RowId account, std::span<const DocIndex> top,
                                Instant at) {
  const std::string list = Json(top).dump();
  database_.write([&](Connection& connection) {
    const auto size = static_cast<std::size_t>(
        Fields(connection.run("SELECT COUNT(*) FROM documents WHERE query = ?", {query}).at(0))
            .whole());
    if (size == 0) throw UsageError(fmt::format("there is no query {}", query));
    std::vector<bool> is_listed(size, false);
    for (const DocIndex document : top) {
      if (document >= size || is_listed[document]) {
        throw UsageError(
            fmt::format("adjudication: found document {}, expected distinct numbers from 0 to {}",
                        document, size - 1));
      }
      is_listed[document] = true;
    }
    connection.run("INSERT INTO adjudications (query, account, top, at) VALUES (?, ?, ?, ?)",
                   {query, account, list, at});
  });
}

}  // namespace podium::labelling
