#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "podium/labelling/label/session/graded_session.hpp"
#include "podium/labelling/store/fields.hpp"
#include "podium/labelling/store/project_rows.hpp"
#include "podium/labelling/store/task_repository.hpp"
#include "podium/labelling/store/task_rows.hpp"

namespace podium::labelling {

namespace {

/// Adds the answers of a log to `votes`, with a mark for those that were undone, and returns the
/// log in the form for a session.
template <class What, class Vote, class Make>
std::vector<std::variant<What, Undo>> add_votes(const std::vector<StoredEntry>& entries,
                                                std::vector<Vote>& votes, Make&& make) {
  std::vector<std::variant<What, Undo>> log;
  std::vector<std::size_t> standing;
  for (const StoredEntry& entry : entries) {
    if (const auto* what = std::get_if<What>(&entry.action)) {
      standing.push_back(votes.size());
      votes.push_back(make(*what));
      votes.back().seconds = entry.seconds;
      votes.back().record = {entry.paused, entry.at, entry.comment};
      log.emplace_back(*what);
    } else if (std::holds_alternative<Undo>(entry.action) && !standing.empty()) {
      votes[standing.back()].stands = false;
      standing.pop_back();
      log.emplace_back(Undo{});
    } else {
      throw StorageError("the log of a task holds an entry of the wrong kind");
    }
  }
  return log;
}

/// Collects the judgements of a project from one snapshot of the database.
class JudgementReader {
 public:
  JudgementReader(Connection& connection, RowId project)
      : connection_(connection),
        project_(project_in(connection, project)),
        queries_(queries_in(connection, project)) {
    judgements_.k = project_.settings.session.k;
    judgements_.scale = project_.settings.scale;
    for (const StoredQuery& query : queries_) add_query(query);
  }

  Judgements judgements() && {
    const std::vector<Task> tasks = tasks_in(connection_, project_.id);
    add_assessors(tasks);
    for (const Task& task : tasks) add_task(task);
    add_adjudications();
    return std::move(judgements_);
  }

 private:
  void add_query(const StoredQuery& query) {
    query_place_.emplace(query.id, static_cast<std::uint32_t>(judgements_.query.size()));
    LabelledQuery judged{.id = query.query.id, .gold = query.query.gold};
    for (const LabelDocument& document : query.query.document) {
      judged.document.push_back(document.id);
    }
    judgements_.query.push_back(std::move(judged));
  }

  /// The accounts with tasks in the project, in the order in which they joined.
  void add_assessors(const std::vector<Task>& tasks) {
    for (const Task& task : tasks) assessor_place_.emplace(task.account, 0);
    for (auto& [account, place] : assessor_place_) {
      const auto rows =
          connection_.run("SELECT name, is_program FROM accounts WHERE id = ?", {account});
      Fields fields(rows.at(0));
      place = static_cast<std::uint32_t>(judgements_.assessor.size());
      judgements_.assessor.push_back({fields.text(), fields.flag()});
    }
  }

  void add_task(const Task& task) {
    const std::uint32_t assessor = assessor_place_.at(task.account);
    const std::uint32_t query = query_place_.at(task.query);
    const std::vector<StoredEntry> entries = entries_in(connection_, task.id, 0);
    if (task.tool == Tool::preferences) {
      const auto log =
          add_votes<Answer>(entries, judgements_.preference, [&](const Answer& answer) {
            return PreferenceVote{assessor, query, answer};
          });
      if (task.is_done) {
        SessionSetup setup =
            session_setup(project_, queries_[query].query, judgements_.assessor[assessor].name);
        judgements_.top_k.push_back({assessor, query, result(replayed(std::move(setup), log))});
      }
      return;
    }
    const auto log = add_votes<Grading>(entries, judgements_.grade, [&](const Grading& grading) {
      return GradeVote{assessor, query, grading};
    });
    if (task.is_done) {
      const auto grades = static_cast<std::uint32_t>(project_.settings.scale.size());
      const std::size_t documents = queries_[query].query.document.size();
      judgements_.grades.push_back({assessor, query, result(replayed(documents, grades, log))});
    }
  }

  /// Adds the last adjudication of each query.
  void add_adjudications() {
    std::map<std::uint32_t, std::vector<DocIndex>> last;
    for (const SqlRow& row : connection_.run(
             "SELECT adjudications.query, adjudications.top FROM adjudications "
             "JOIN queries ON queries.id = adjudications.query WHERE queries.project = ? "
             "ORDER BY adjudications.id",
             {project_.id})) {
      Fields fields(row);
      const std::uint32_t query = query_place_.at(fields.whole());
      last[query] = fields.json([](const JsonReader& json) {
        std::vector<DocIndex> top;
        for (const JsonReader& document : json.items()) {
          top.push_back(
              static_cast<DocIndex>(document.whole(0, std::numeric_limits<DocIndex>::max())));
        }
        return top;
      });
    }
    for (auto& [query, top] : last) judgements_.adjudication.push_back({query, std::move(top)});
  }

  Connection& connection_;
  Project project_;
  std::vector<StoredQuery> queries_;
  std::map<RowId, std::uint32_t> query_place_;
  std::map<RowId, std::uint32_t> assessor_place_;
  Judgements judgements_;
};

}  // namespace

Judgements TaskRepository::judgements(RowId project) const {
  Judgements judgements;
  database_.read([&](Connection& connection) {
    judgements = JudgementReader(connection, project).judgements();
  });
  return judgements;
}

}  // namespace podium::labelling
