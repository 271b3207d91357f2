#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "podium/labelling/label/analysis/judgements.hpp"
#include "podium/labelling/label/session/answer.hpp"
#include "podium/labelling/store/database.hpp"

namespace podium::labelling {

enum class Tool : std::uint8_t { preferences, grades };
inline constexpr std::array<std::string_view, 2> tool_names = {"preferences", "grades"};

/// One query to be labelled by one assessor with one tool.
struct Task {
  RowId id = 0;
  RowId project = 0;
  RowId query = 0;  ///< of StoredQuery
  RowId account = 0;
  Tool tool = Tool::preferences;
  bool is_done = false;
  std::size_t entries = 0;   ///< length of its log
  std::size_t answered = 0;  ///< answers that were not undone
};

/// Maximum of bytes of what an assessor writes about an answer.
inline constexpr std::size_t longest_comment = 10'000;

/// One line of a task's log.
struct StoredEntry {
  std::string key;  ///< chosen by the client; an entry with a known key is a repetition
  std::variant<Answer, Grading, Undo> action;
  std::string comment;
  double seconds = 0.0;  ///< from question to answer, without pauses
  double paused = 0.0;
  Instant at = 0;
};

/// The result of appending an entry.
enum class Appended : std::uint8_t {
  stored,    ///< it is on disk
  repeated,  ///< an entry with this key exists already; nothing changed
  conflict,  ///< the log has grown in the meantime; nothing changed
};

/// Tasks, their logs, and what comes of them; see LabelStore.
class TaskRepository {
 public:
  explicit TaskRepository(Database& database) : database_(database) {}

  /// Throws UsageError when a query is already assigned to the assessor.
  void add(std::span<const Task> tasks);
  Task get(RowId id) const;
  std::vector<Task> of_account(RowId account) const;
  std::vector<Task> in_project(RowId project) const;

  /// The log of a task from entry `first` on.
  std::vector<StoredEntry> entries(RowId task, std::size_t first = 0) const;

  /// Appends to a log that the caller knows to have `expected` entries.
  Appended append(RowId task, std::size_t expected, const StoredEntry& entry, bool is_done_then);

  void adjudicate(RowId query, RowId account, std::span<const DocIndex> top, Instant at);

  /// All judgements of a project.
  Judgements judgements(RowId project) const;

 private:
  Database& database_;
};

}  // namespace podium::labelling
