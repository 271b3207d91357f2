#include "podium/labelling/service/task_sessions.hpp"

#include <algorithm>
#include <ctime>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium::labelling {

namespace {

PreferenceEntry preference_of(const StoredEntry& entry) {
  if (const auto* answer = std::get_if<Answer>(&entry.action)) return *answer;
  if (std::holds_alternative<Undo>(entry.action)) return Undo{};
  throw UsageError("expected a preference, found a grade");
}

Session with(const Session& session, const StoredEntry& entry) {
  const PreferenceEntry preference = preference_of(entry);
  const auto* answer = std::get_if<Answer>(&preference);
  return answer != nullptr ? answered(session, *answer) : undone(session);
}

GradedSession with(GradedSession session, const StoredEntry& entry) {
  if (std::holds_alternative<Undo>(entry.action)) return undone(std::move(session));
  if (const auto* grading = std::get_if<Grading>(&entry.action)) {
    return answered(std::move(session), *grading);
  }
  throw UsageError("expected a grade, found a preference");
}

/// The session after some entries. `done` counts the replayed ones, for the message about an entry
/// that is invalid.
TaskSession extended(TaskSession session, std::span<const StoredEntry> entries, std::size_t& done) {
  if (auto* graded = std::get_if<GradedSession>(&session)) {
    for (const StoredEntry& entry : entries) {
      *graded = with(std::move(*graded), entry);
      ++done;
    }
    return session;
  }
  SessionReplay replay(std::get<Session>(session));
  for (const StoredEntry& entry : entries) {
    replay.take(preference_of(entry));
    ++done;
  }
  return std::move(replay).session();
}

}  // namespace

bool has_question(const TaskSession& session) {
  if (const auto* preferences = std::get_if<Session>(&session)) {
    return next_question(*preferences).has_value();
  }
  return next_document(std::get<GradedSession>(session)).has_value();
}

std::size_t answer_count(const TaskSession& session) {
  return std::visit([](const auto& kind) { return kind.answers().size(); }, session);
}

SessionProgress progress(const TaskSession& session) {
  return std::visit([](const auto& kind) { return progress(kind); }, session);
}

std::int64_t steady_milliseconds() {
  // std::chrono::steady_clock stands still while the machine sleeps; sessions expire meanwhile.
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

TaskSessions::TaskSessions(LabelStore& store, std::function<std::int64_t()> steady,
                           std::size_t capacity)
    : store_(store), steady_(std::move(steady)), capacity_(std::max<std::size_t>(2, capacity)) {}

Work TaskSessions::current(const Task& task) {
  return current(task, store_.projects.get(task.project));
}

Work TaskSessions::current(const Task& task, const Project& project) {
  Cached state = cached(task, project);
  if (state.entries < task.entries) {
    const std::vector<StoredEntry> entries = store_.tasks.entries(task.id, state.entries);
    try {
      state.session = extended(std::move(state.session), entries, state.entries);
    } catch (const UsageError& error) {
      throw StorageError("the log of task " + to_text(task.id) + " cannot be replayed: entry " +
                         to_text(state.entries + 1) + ": " + error.what());
    }
    if (!entries.empty()) {
      state.last_entry = entries.back().at;
      state.last_steady.reset();
    }
    cache(task.id, state);
  }
  return {task,          project,          std::move(state.query), std::move(state.session),
          state.entries, state.last_entry, state.last_steady};
}

TaskSessions::Outcome TaskSessions::submit(const Work& work, std::size_t expected,
                                           const StoredEntry& entry) {
  if (expected > work.entries) return {Appended::conflict, work};
  if (expected < work.entries) {
    // The store refuses it, but tells whether it has been stored before.
    return {store_.tasks.append(work.task.id, expected, entry, work.task.is_done), work};
  }
  Work next = work;
  next.session = std::visit(
      [&](const auto& session) -> TaskSession { return with(session, entry); }, work.session);
  ++next.entries;
  next.task.is_done = !has_question(next.session);
  StoredEntry stored = entry;
  stored.at = std::max(entry.at, work.last_entry);
  const Appended appended = store_.tasks.append(work.task.id, expected, stored, next.task.is_done);
  if (appended != Appended::stored) {
    return {appended, current(store_.tasks.get(work.task.id), work.project)};
  }
  next.task.entries = next.entries;
  next.task.answered = answer_count(next.session);
  next.last_entry = stored.at;
  next.last_steady = steady_();
  cache(work.task.id, {next.query, next.session, next.entries, next.last_entry, next.last_steady});
  return {appended, std::move(next)};
}

TaskSessions::Cached TaskSessions::cached(const Task& task, const Project& project) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = cached_.find(task.id);
    if (found != cached_.end() && found->second.entries <= task.entries) {
      found->second.last_use = ++uses_;
      return found->second;
    }
    // The log is shorter than the cached one: the store was restored from a backup.
    if (found != cached_.end()) {
      cached_.erase(found);
      queries_.clear();
    }
  }
  std::shared_ptr<const LabelQuery> query = shared_query(task.query);
  if (task.tool == Tool::grades) {
    const auto grades = static_cast<std::uint32_t>(project.settings.scale.size());
    const std::size_t documents = query->document.size();
    return {std::move(query), GradedSession(documents, grades)};
  }
  const std::optional<Account> account = store_.people.account(task.account);
  expects(account.has_value(), "a task of an account");
  Session session(session_setup(project, *query, account->name));
  return {std::move(query), std::move(session)};
}

std::shared_ptr<const LabelQuery> TaskSessions::shared_query(RowId id) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = queries_.find(id);
    if (found != queries_.end()) {
      if (auto query = found->second.lock()) return query;
    }
  }
  auto query = std::make_shared<const LabelQuery>(store_.projects.query(id).query);
  const std::lock_guard lock(mutex_);
  if (queries_.size() >= capacity_) {
    std::erase_if(queries_, [](const auto& item) { return item.second.expired(); });
  }
  queries_[id] = query;
  return query;
}

void TaskSessions::cache(RowId task, Cached state) {
  const std::lock_guard lock(mutex_);
  state.last_use = ++uses_;
  const auto found = cached_.find(task);
  if (found == cached_.end()) {
    if (cached_.size() >= capacity_) {
      std::vector<std::uint64_t> uses;
      for (const auto& [id, old] : cached_) uses.push_back(old.last_use);
      const auto middle = uses.begin() + static_cast<std::ptrdiff_t>(uses.size() / 2);
      std::ranges::nth_element(uses, middle);
      const std::uint64_t oldest_to_stay = *middle;
      std::erase_if(cached_,
                    [&](const auto& item) { return item.second.last_use < oldest_to_stay; });
    }
    cached_.emplace(task, std::move(state));
  } else if (found->second.entries <= state.entries) {  // another thread may have cached more
    found->second = std::move(state);
  }
}

}  // namespace podium::labelling
