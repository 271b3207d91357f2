#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <variant>

#include "podium/label/session/graded_session.hpp"
#include "podium/label/session/session.hpp"
#include "podium/store/label_store.hpp"

namespace podium {

using TaskSession = std::variant<Session, GradedSession>;

/// A task as it stands.
struct Work {
  Task task;
  Project project;
  std::shared_ptr<const LabelQuery> query;  ///< without bodies
  TaskSession session;
  std::size_t entries = 0;  ///< of its log, folded into the session
  Instant last_entry = 0;   ///< when its last question was answered; 0: never
};

bool has_question(const TaskSession& session);
/// Answers that stand.
std::size_t answer_count(const TaskSession& session);
SessionProgress progress(const TaskSession& session);

/// Where tasks are worked on: folds their logs, keeps what was folded, and adds what was said. What
/// is kept is compared with the store each time, so that several desks may share one. Safe to use
/// from several threads.
class WorkDesk {
 public:
  /// Keeps so many sessions; those unused for longest go first.
  explicit WorkDesk(LabelStore& store, std::size_t capacity = 2048);

  /// The task as the store has it now.
  Work current(const Task& task);
  Work current(const Task& task, const Project& project);

  struct Outcome {
    Appended appended = Appended::stored;
    Work now;
  };

  /// Appends an entry to the log of a task that whoever made it knew with `expected` entries.
  /// Throws UsageError when it does not fit what was asked.
  Outcome submit(const Work& work, std::size_t expected, const StoredEntry& entry);

 private:
  struct Kept {
    std::shared_ptr<const LabelQuery> query;
    TaskSession session;
    std::size_t entries = 0;
    Instant last_entry = 0;
    std::uint64_t last_use = 0;
  };

  Kept kept(const Task& task, const Project& project);
  void keep(RowId task, Kept state);
  std::shared_ptr<const LabelQuery> shared_query(RowId id);

  LabelStore& store_;
  std::size_t capacity_;
  std::mutex mutex_;
  std::map<RowId, Kept> kept_;
  std::map<RowId, std::weak_ptr<const LabelQuery>> queries_;  ///< that tasks share
  std::uint64_t uses_ = 0;
};

}  // namespace podium
