#include "podium/labelling/store/export.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/table.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/line_reader.hpp"
#include "podium/labelling/label/analysis/answer_table.hpp"
#include "podium/labelling/store/fields.hpp"

namespace podium::labelling {

namespace {

/// The number of sessions with answers but without a result, of the given voters.
template <class Vote, class Finished>
std::size_t unfinished_count(const Judgements& judgements, const std::vector<Vote>& votes,
                             const std::vector<Finished>& finished, Voters voters) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> begun;
  for (const Vote& vote : votes) {
    const bool is_program = judgements.assessor[vote.assessor].is_program;
    if (vote.stands && (voters == Voters::everybody || !is_program)) {
      begun.emplace(vote.assessor, vote.query);
    }
  }
  for (const Finished& done : finished) begun.erase({done.assessor, done.query});
  return begun.size();
}

/// The error for an empty export, with a hint at judgements that were not included.
NothingToExport nothing(std::string_view what, std::size_t of_programs, std::size_t unfinished) {
  std::string text = fmt::format("found no {}, expected at least one", what);
  if (of_programs > 0) {
    text += fmt::format("; {} by programs, which do not count", of_programs);
  }
  if (unfinished > 0) text += "; " + counted(unfinished, "unfinished session");
  return {text, of_programs};
}

NothingToExport nothing_decided(const Judgements& judgements, const ExportOptions& options,
                                Tool tool) {
  const bool is_grades = tool == Tool::grades;
  const std::size_t all = is_grades
                              ? final_grades(judgements, Voters::everybody).size()
                              : final_tops(judgements, Voters::everybody, options.seed).size();
  const std::size_t unfinished =
      is_grades
          ? unfinished_count(judgements, judgements.grade, judgements.grades, options.voters)
          : unfinished_count(judgements, judgements.preference, judgements.top_k, options.voters);
  return nothing(fmt::format("query decided by {}", name_of(tool, tool_names)), all, unfinished);
}

/// Grades as judgements, with a copy of the ids that they borrow.
Qrels grade_qrels(const Judgements& judgements, Voters voters) {
  auto text = std::make_shared<std::vector<LabelledQuery>>(judgements.query);
  DocumentColumns columns;
  for (const FinalGrades& decided : final_grades(judgements, voters)) {
    const LabelledQuery& query = (*text)[decided.query];
    columns.query_id.push_back(query.id);
    for (std::size_t document = 0; document < decided.grade.size(); ++document) {
      if (!decided.grade[document]) continue;
      columns.document.push_back(query.document[document]);
      columns.value.push_back(static_cast<double>(*decided.grade[document]));
    }
    columns.query_end.push_back(columns.document.size());
  }
  columns.text = std::move(text);
  return {DocumentTable(std::move(columns))};
}

std::string letor_text(const Qrels& qrels) {
  std::string text;
  for (std::size_t i = 0; i < qrels.judged.query_count(); ++i) {
    const DocumentTable::Query query = qrels.judged[i];
    check_word(query.id, "query id");
    for (std::size_t row = 0; row < query.size(); ++row) {
      check_word(query.document[row], "document id");
      text += fmt::format("{} qid:{} #docid = {}\n", to_text(query.value[row]), query.id,
                          query.document[row]);
    }
  }
  return text;
}

/// An export of answers one by one.
struct AnswerExport {
  ExportKind kind;
  std::string_view noun;  ///< of what there must be one at least
  Table (*answers)(const Judgements& judgements, Whom whom);
};

constexpr std::array answer_exports = {
    AnswerExport{ExportKind::pairs, "answer to a preference question", preference_answers},
    AnswerExport{ExportKind::grades, "answer to a grading question", grade_answers},
    AnswerExport{ExportKind::answers, "answer", all_answers},
};

std::string answers_text(const Judgements& judgements, Voters voters, const AnswerExport& what) {
  const Table table = what.answers(judgements, voters);
  if (table.rows.empty()) {
    throw nothing(what.noun, what.answers(judgements, Voters::everybody).rows.size(), 0);
  }
  return render(table, TableFormat::csv);
}

/// One judgement group of trec_eval: all judgements of one source on one query, as levels. 0 is
/// reserved for documents that were called bad, as trec_eval requires.
class PreferenceLines {
 public:
  explicit PreferenceLines(const Judgements& judgements) : judgements_(judgements) {}

  void add(std::uint32_t query, std::string_view group, DocIndex document, double level) {
    const LabelledQuery& judged = judgements_.query[query];
    check_word(judged.id, "query id");
    check_word(judged.document[document], "document id");
    text_ += fmt::format("{} {} all {} {}\n", judged.id, group, judged.document[document],
                         to_text(level));
  }

  std::string text() && { return std::move(text_); }

 private:
  const Judgements& judgements_;
  std::string text_;
};

std::string prefs_text(const Judgements& judgements, Voters voters) {
  PreferenceLines lines(judgements);
  std::vector<bool> is_adjudicated(judgements.query.size(), false);
  for (const Adjudication& word : judgements.adjudication) {
    is_adjudicated[word.query] = true;
    std::vector<double> level(judgements.query[word.query].document.size(), 1.0);
    double next = static_cast<double>(word.top.size()) + 1;
    for (const DocIndex document : word.top) level[document] = next--;
    for (std::size_t document = 0; document < level.size(); ++document) {
      lines.add(word.query, "adjudicated", static_cast<DocIndex>(document), level[document]);
    }
  }
  const auto is_left_out = [&](std::uint32_t assessor, std::uint32_t query) {
    return is_adjudicated[query] || !counts(judgements.assessor[assessor], voters);
  };
  const auto group = [](std::uint32_t assessor) {
    return fmt::format("assessor-{}", assessor + 1);
  };
  for (const FinishedTopK& finished : judgements.top_k) {
    if (is_left_out(finished.assessor, finished.query)) continue;
    const auto add = [&](const std::vector<DocIndex>& documents, double level) {
      for (const DocIndex document : documents) {
        lines.add(finished.query, group(finished.assessor), document, level);
      }
    };
    double next = static_cast<double>(finished.result.top.size()) + 1;
    for (const std::vector<DocIndex>& shared : finished.result.top) add(shared, next--);
    add(finished.result.rest, 1.0);
    add(finished.result.bad, 0.0);
  }
  for (const FinishedGrades& finished : judgements.grades) {
    if (is_left_out(finished.assessor, finished.query)) continue;
    for (std::size_t document = 0; document < finished.grade.size(); ++document) {
      if (!finished.grade[document]) continue;
      lines.add(finished.query, group(finished.assessor), static_cast<DocIndex>(document),
                static_cast<double>(*finished.grade[document]));
    }
  }
  std::string text = std::move(lines).text();
  if (text.empty()) {
    throw nothing("finished query",
                  voters == Voters::people ? judgements.top_k.size() + judgements.grades.size() : 0,
                  unfinished_count(judgements, judgements.preference, judgements.top_k, voters) +
                      unfinished_count(judgements, judgements.grade, judgements.grades, voters));
  }
  return text;
}

}  // namespace

std::vector<TopKRecord> top_k_records(const Judgements& judgements, const ExportOptions& options) {
  std::vector<TopKRecord> records;
  for (const FinalTop& decided : final_tops(judgements, options.voters, options.seed)) {
    const LabelledQuery& query = judgements.query[decided.query];
    TopKRecord& record = records.emplace_back();
    record.query_id = query.id;
    record.k = judgements.k;
    std::vector<bool> is_top(query.document.size(), false);
    for (const DocIndex document : decided.top) {
      record.top.push_back(query.document[document]);
      is_top[document] = true;
    }
    for (std::size_t document = 0; document < is_top.size(); ++document) {
      if (!is_top[document]) record.rest.push_back(query.document[document]);
    }
  }
  return records;
}

Qrels final_qrels(const Judgements& judgements, const ExportOptions& options) {
  Qrels qrels = options.tool == Tool::grades ? grade_qrels(judgements, options.voters)
                                             : qrels_of(top_k_records(judgements, options));
  if (qrels.judged.query_count() == 0) throw nothing_decided(judgements, options, options.tool);
  return qrels;
}

std::string export_text(const Judgements& judgements, ExportKind kind,
                        const ExportOptions& options) {
  const auto* const answers = std::ranges::find(answer_exports, kind, &AnswerExport::kind);
  if (answers != answer_exports.end()) return answers_text(judgements, options.voters, *answers);
  if (kind == ExportKind::prefs) return prefs_text(judgements, options.voters);
  if (kind == ExportKind::top_k) {
    const std::vector<TopKRecord> records = top_k_records(judgements, options);
    if (records.empty()) throw nothing_decided(judgements, options, Tool::preferences);
    return top_k_text(records);
  }
  const Qrels qrels = final_qrels(judgements, options);
  return kind == ExportKind::qrels ? qrels_text(qrels) : letor_text(qrels);
}

JudgedRows with_labels(const Dataset& data, const Qrels& judged, Unjudged unjudged,
                       const std::string& path) {
  const auto truth = [&](const QueryView& query, const DocumentTable::Query& labels) {
    std::unordered_map<std::string_view, double> label;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      label.emplace(labels.document[i], labels.value[i]);
    }
    GradedTruth graded;
    for (std::size_t row = 0; row < query.size(); ++row) {
      const auto found = label.find(data.document_id(query.first_row + row));
      graded.label.push_back(found == label.end() ? 0.0 : found->second);
    }
    return weak_order(graded);
  };
  return judged_rows(data, judged.judged, unjudged, path, truth);
}

}  // namespace podium::labelling
