#include "podium/label/analysis/answer_table.hpp"

#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/label/analysis/left_win.hpp"

namespace podium {

namespace {

/// A cell that no spreadsheet treats as a formula.
std::string inert(const std::string& text) {
  constexpr std::string_view beginnings = "=+-@\t\r";
  const bool is_formula = !text.empty() && beginnings.find(text.front()) != std::string_view::npos;
  return is_formula ? "'" + text : text;
}

/// Calls add(vote, query, row) to fill a row for each vote that stands.
template <class Vote, class Add>
Table table_of(const Judgements& judgements, const std::vector<Vote>& votes, Whom whom,
               std::vector<std::string> columns, Add&& add) {
  Table table{.columns = std::move(columns)};
  for (const Vote& vote : votes) {
    if (!vote.stands || !counts(judgements.assessor[vote.assessor], whom)) continue;
    const LabelledQuery& query = judgements.query[vote.query];
    std::vector<Cell>& row = table.rows.emplace_back();
    row.emplace_back(inert(query.id));
    add(vote, query, row);
    row.emplace_back(vote.seconds);
    row.emplace_back(vote.record.paused);
    row.emplace_back(utc_time(vote.record.at));
    row.emplace_back(inert(vote.record.comment));
  }
  return table;
}

void add_author(const Assessor& assessor, std::vector<Cell>& row) {
  row.emplace_back(inert(assessor.name));
  row.emplace_back(assessor.is_program ? "true" : "false");
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
  return table_of(judgements, judgements.preference, whom,
                  {"qid", "left", "right", "verdict", "winner", "loser", "assessor", "program",
                   "purpose", "seconds", "paused", "time", "comment"},
                  add);
}

Table grade_answers(const Judgements& judgements, Whom whom) {
  const auto add = [&](const GradeVote& vote, const LabelledQuery& query, std::vector<Cell>& row) {
    const auto& [document, kind, grade] = vote.grading;
    const bool is_grade = kind == Grading::Kind::grade;
    row.emplace_back(inert(query.document[document]));
    row.emplace_back(grading_kind_names[static_cast<std::size_t>(kind)]);
    row.push_back(is_grade ? Cell(grade) : Cell(""));
    row.emplace_back(is_grade ? inert(judgements.scale.at(grade)) : "");
    add_author(judgements.assessor[vote.assessor], row);
  };
  return table_of(judgements, judgements.grade, whom,
                  {"qid", "document", "verdict", "grade", "name", "assessor", "program", "seconds",
                   "paused", "time", "comment"},
                  add);
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

}  // namespace podium
