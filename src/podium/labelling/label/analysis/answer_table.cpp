#include "podium/labelling/label/analysis/answer_table.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/labelling/label/analysis/left_win.hpp"

namespace podium::labelling {

namespace {

/// A cell that no spreadsheet treats as a formula.
std::string inert(const std::string& text) {
  constexpr std::string_view beginnings = "=+-@\t\r";
  const bool is_formula = !text.empty() && beginnings.find(text.front()) != std::string_view::npos;
  return is_formula ? "'" + text : text;
}

enum class Undone : std::uint8_t { leave_out, keep };

/// Appends a row for each vote, which add(vote, query, row) begins after the query.
template <class Vote, class Add>
void add_rows(Table& table, const Judgements& judgements, const std::vector<Vote>& votes, Whom whom,
              Undone undone, Add&& add) {
  for (const Vote& vote : votes) {
    if (!vote.stands && undone == Undone::leave_out) continue;
    if (!counts(judgements.assessor[vote.assessor], whom)) continue;
    const LabelledQuery& query = judgements.query[vote.query];
    std::vector<Cell>& row = table.rows.emplace_back();
    row.emplace_back(inert(query.id));
    add(vote, query, row);
    row.emplace_back(vote.seconds);
    row.emplace_back(vote.record.paused);
    row.emplace_back(utc_time(vote.record.at));
    row.emplace_back(inert(vote.record.comment));
  }
}

std::string_view flag_text(bool flag) {
  return flag ? "true" : "false";
}

void add_author(const Assessor& assessor, std::vector<Cell>& row) {
  row.emplace_back(inert(assessor.name));
  row.emplace_back(flag_text(assessor.is_program));
}

/// Grade and its name; nothing for other answers.
void add_grade(const Grading& grading, const Judgements& judgements, std::vector<Cell>& row) {
  const bool is_grade = grading.kind == Grading::Kind::grade;
  row.push_back(is_grade ? Cell(grading.grade) : Cell(""));
  row.emplace_back(is_grade ? inert(judgements.scale.at(grading.grade)) : "");
}

/// The finished sessions of a tool, by assessor and query.
template <class Finished>
std::map<std::pair<std::uint32_t, std::uint32_t>, const Finished*> by_session(
    const std::vector<Finished>& finished) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, const Finished*> sessions;
  for (const Finished& session : finished) {
    sessions.emplace(std::pair(session.assessor, session.query), &session);
  }
  return sessions;
}

/// The place of a document in a list, from 1; nothing outside it.
Cell place_in(const TopKResult& list, DocIndex document) {
  for (std::size_t place = 0; place < list.top.size(); ++place) {
    if (std::ranges::count(list.top[place], document) > 0) return {place + 1};
  }
  return {""};
}

}  // namespace

Table preference_answers(const Judgements& judgements, Whom whom) {
  const auto add = [&](const PreferenceVote& vote, const LabelledQuery& query,
                       std::vector<Cell>& row) {
    const auto& [question, verdict] = vote.answer;
    const std::string left = inert(query.document[question.left]);
    const std::string right = inert(query.document[question.right]);
    const bool is_left = left_win(verdict) == 1.0;
    const bool is_decided = is_left || left_win(verdict) == 0.0;
    row.emplace_back(left);
    row.emplace_back(right);
    row.emplace_back(verdict_names[static_cast<std::size_t>(verdict)]);
    row.emplace_back(!is_decided ? "" : is_left ? left : right);
    row.emplace_back(!is_decided ? "" : is_left ? right : left);
    add_author(judgements.assessor[vote.assessor], row);
    row.emplace_back(purpose_names[static_cast<std::size_t>(question.purpose)]);
  };
  Table table{.columns = {"qid", "left", "right", "verdict", "winner", "loser", "assessor",
                          "program", "purpose", "seconds", "paused", "time", "comment"}};
  add_rows(table, judgements, judgements.preference, whom, Undone::leave_out, add);
  return table;
}

Table grade_answers(const Judgements& judgements, Whom whom) {
  const auto add = [&](const GradeVote& vote, const LabelledQuery& query, std::vector<Cell>& row) {
    row.emplace_back(inert(query.document[vote.grading.document]));
    row.emplace_back(grading_kind_names[static_cast<std::size_t>(vote.grading.kind)]);
    add_grade(vote.grading, judgements, row);
    add_author(judgements.assessor[vote.assessor], row);
  };
  Table table{.columns = {"qid", "document", "verdict", "grade", "name", "assessor", "program",
                          "seconds", "paused", "time", "comment"}};
  add_rows(table, judgements, judgements.grade, whom, Undone::leave_out, add);
  return table;
}

Table all_answers(const Judgements& judgements, Whom whom) {
  const auto lists = by_session(judgements.top_k);
  const auto grades = by_session(judgements.grades);
  const auto add_preference = [&](const PreferenceVote& vote, const LabelledQuery& query,
                                  std::vector<Cell>& row) {
    const auto& [question, verdict] = vote.answer;
    const auto list = lists.find({vote.assessor, vote.query});
    const bool is_finished = list != lists.end();
    row.emplace_back("preferences");
    add_author(judgements.assessor[vote.assessor], row);
    row.emplace_back(inert(query.document[question.left]));
    row.emplace_back(inert(query.document[question.right]));
    row.emplace_back(verdict_names[static_cast<std::size_t>(verdict)]);
    row.insert(row.end(), 2, Cell(""));
    row.emplace_back(purpose_names[static_cast<std::size_t>(question.purpose)]);
    for (const DocIndex document : {question.left, question.right}) {
      row.push_back(is_finished ? place_in(list->second->result, document) : Cell(""));
    }
    row.emplace_back(flag_text(is_finished));
    row.emplace_back(flag_text(!vote.stands));
  };
  const auto add_grading = [&](const GradeVote& vote, const LabelledQuery& query,
                               std::vector<Cell>& row) {
    row.emplace_back("grades");
    add_author(judgements.assessor[vote.assessor], row);
    row.emplace_back(inert(query.document[vote.grading.document]));
    row.emplace_back("");
    row.emplace_back(grading_kind_names[static_cast<std::size_t>(vote.grading.kind)]);
    add_grade(vote.grading, judgements, row);
    row.insert(row.end(), 3, Cell(""));
    row.emplace_back(flag_text(grades.contains({vote.assessor, vote.query})));
    row.emplace_back(flag_text(!vote.stands));
  };
  Table table{.columns = {"qid", "tool", "assessor", "program", "document", "other", "verdict",
                          "grade", "name", "purpose", "place", "other_place", "finished", "undone",
                          "seconds", "paused", "time", "comment"}};
  add_rows(table, judgements, judgements.preference, whom, Undone::keep, add_preference);
  add_rows(table, judgements, judgements.grade, whom, Undone::keep, add_grading);
  return table;
}

std::string utc_time(std::int64_t milliseconds) {
  using namespace std::chrono;  // NOLINT(google-build-using-namespace): names of a few lines
  const sys_time<std::chrono::milliseconds> instant{std::chrono::milliseconds(milliseconds)};
  const auto day = floor<days>(instant);
  const year_month_day date(day);
  const hh_mm_ss time(instant - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count(),
                     time.subseconds().count());
}

}  // namespace podium::labelling
