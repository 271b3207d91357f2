#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <variant>

#include "podium/labelling/label/session/graded_session.hpp"
#include "podium/labelling/label/session/session.hpp"
#include "podium/labelling/store/label_store.hpp"

namespace podium::labelling {

using TaskSession = std::variant<Session, GradedSession>;

/// A task with its current session.
struct Work {
  Task task;
  Project project;
  std::shared_ptr<const LabelQuery> query;  ///< without the bodies of its documents
  TaskSession session;
  std::size_t entries = 0;  ///< of the log, all replayed into the session
  Instant last_entry = 0;   ///< when its last question was answered; 0: never
  /// The same on the clock of TaskSessions; nothing when the last entry came from elsewhere.
  std::optional<std::int64_t> last_steady;
};

/// Milliseconds of a monotonic clock.
std::int64_t steady_milliseconds();

bool has_question(const TaskSession& session);
/// Answers that were not undone.
std::size_t answer_count(const TaskSession& session);
SessionProgress progress(const TaskSession& session);

/// The sessions of tasks: replays their logs, caches the result, and appends new entries. The cache
/// is compared with the store each time, so that several services may share one store. Safe to use
/// from several threads.
class TaskSessions {
 public:
  /// Caches up to `capacity` sessions; the least recently used are dropped first.
  explicit TaskSessions(LabelStore& store,
                        std::function<std::int64_t()> steady = steady_milliseconds,
                        std::size_t capacity = 2048);

  /// The current state of the task in the store.
  Work current(const Task& task);
  Work current(const Task& task, const Project& project);

  struct Outcome {
    Appended appended = Appended::stored;
    Work now;
  };

  /// Appends an entry that was made when the log had `expected` entries. Throws UsageError when it
  /// does not answer the current question. The times of a log never decrease: an entry gets the
  /// time of the one before it if the clock was set back in between.
  Outcome submit(const Work& work, std::size_t expected, const StoredEntry& entry);

 private:
  struct Cached {
    std::shared_ptr<const LabelQuery> query;
    TaskSession session;
    std::size_t entries = 0;
    Instant last_entry = 0;
    std::optional<std::int64_t> last_steady;
    std::uint64_t last_use = 0;
  };

  Cached cached(const Task& task, const Project& project);
  void cache(RowId task, Cached state);
  std::shared_ptr<const LabelQuery> shared_query(RowId id);

  LabelStore& store_;
  std::function<std::int64_t()> steady_;
  std::size_t capacity_;
  std::mutex mutex_;
  std::map<RowId, Cached> cached_;
  std::map<RowId, std::weak_ptr<const LabelQuery>> queries_;  ///< shared by tasks
  std::uint64_t uses_ = 0;
};

}  // namespace podium::labelling
