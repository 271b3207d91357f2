#include <type_traits>

#include <fmt/format.h>

#include "podium/labelling/store/fields.hpp"
#include "podium/labelling/store/task_repository.hpp"
#include "podium/labelling/store/task_rows.hpp"

namespace podium::labelling {

namespace {

constexpr std::string_view answer_kind = "answer";
constexpr std::string_view grading_kind = "grading";
constexpr std::string_view undo_kind = "undo";

using Action = decltype(StoredEntry::action);

/// kind, first_document, second_document, purpose, verdict, grade
std::vector<SqlValue> columns_of(const Action& action) {
  return std::visit(
      [](const auto& what) -> std::vector<SqlValue> {
        using What = std::decay_t<decltype(what)>;
        const SqlValue nothing;
        if constexpr (std::is_same_v<What, Answer>) {
          return {std::string(answer_kind),
                  std::int64_t{what.question.left},
                  std::int64_t{what.question.right},
                  name_of(what.question.purpose, purpose_names),
                  name_of(what.verdict, verdict_names),
                  nothing};
        } else if constexpr (std::is_same_v<What, Grading>) {
          return {std::string(grading_kind),
                  std::int64_t{what.document},
                  nothing,
                  nothing,
                  name_of(what.kind, grading_kind_names),
                  std::int64_t{what.grade}};
        } else {
          return {std::string(undo_kind), nothing, nothing, nothing, nothing, nothing};
        }
      },
      action);
}

Action action_of(Fields& fields) {
  const std::string kind = fields.text();
  if (kind == answer_kind) {
    Answer answer;
    answer.question.left = fields.number<DocIndex>();
    answer.question.right = fields.number<DocIndex>();
    answer.question.purpose = fields.choice<Purpose>(purpose_names);
    answer.verdict = fields.choice<Verdict>(verdict_names);
    fields.pass_over(1);
    return answer;
  }
  if (kind == grading_kind) {
    Grading grading{.document = fields.number<DocIndex>()};
    fields.pass_over(2);
    grading.kind = fields.choice<Grading::Kind>(grading_kind_names);
    grading.grade = fields.number<std::uint32_t>();
    return grading;
  }
  fields.pass_over(5);
  return Undo{};
}

bool has_key(Connection& connection, RowId task, const std::string& key) {
  return !connection.run("SELECT number FROM entries WHERE task = ? AND key = ?", {task, key})
              .empty();
}

void insert(Connection& connection, RowId task, std::size_t number, const StoredEntry& entry) {
  std::vector<SqlValue> columns = {task, static_cast<std::int64_t>(number), entry.key};
  for (SqlValue& value : columns_of(entry.action)) columns.push_back(std::move(value));
  columns.insert(columns.end(), {entry.comment, entry.seconds, entry.paused, entry.at});
  connection.run(
      "INSERT INTO entries (task, number, key, kind, first_document, second_document, purpose, "
      "verdict, grade, comment, seconds, paused, at) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      columns);
}

Appended append_in(Connection& connection, RowId task, std::size_t expected,
                   const StoredEntry& entry, bool is_done_then) {
  if (has_key(connection, task, entry.key)) return Appended::repeated;
  // This statement decides between concurrent appends: the row is locked, so the second one finds
  // another length.
  const std::int64_t more = std::holds_alternative<Undo>(entry.action) ? -1 : 1;
  const auto grown = connection.run(
      "UPDATE tasks SET entries = entries + 1, answered = answered + ?, is_done = ? "
      "WHERE id = ? AND entries = ? RETURNING id",
      {more, std::int64_t{is_done_then}, task, static_cast<std::int64_t>(expected)});
  if (!grown.empty()) {
    insert(connection, task, expected, entry);
    return Appended::stored;
  }
  if (connection.run("SELECT id FROM tasks WHERE id = ?", {task}).empty()) {
    throw UsageError(fmt::format("there is no task {}", task));
  }
  // A concurrent transaction may have stored this very entry in the meantime.
  return has_key(connection, task, entry.key) ? Appended::repeated : Appended::conflict;
}

}  // namespace

std::vector<StoredEntry> entries_in(Connection& connection, RowId task, std::size_t first) {
  std::vector<StoredEntry> entries;
  for (const SqlRow& row : connection.run(
           "SELECT key, kind, first_document, second_document, purpose, verdict, grade, comment, "
           "seconds, paused, at FROM entries WHERE task = ? AND number >= ? ORDER BY number",
           {task, static_cast<std::int64_t>(first)})) {
    Fields fields(row);
    entries.push_back({.key = fields.text(),
                       .action = action_of(fields),
                       .comment = fields.text(),
                       .seconds = fields.real(),
                       .paused = fields.real(),
                       .at = fields.whole()});
  }
  return entries;
}

std::vector<StoredEntry> TaskRepository::entries(RowId task, std::size_t first) const {
  std::vector<StoredEntry> entries;
  database_.read([&](Connection& connection) { entries = entries_in(connection, task, first); });
  return entries;
}

Appended TaskRepository::append(RowId task, std::size_t expected, const StoredEntry& entry,
                                bool is_done_then) {
  Appended outcome = Appended::conflict;
  database_.write([&](Connection& connection) {
    outcome = append_in(connection, task, expected, entry, is_done_then);
  });
  return outcome;
}

}  // namespace podium::labelling
