#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "podium/core/report/document.hpp"
#include "podium/learning/experiment/compare.hpp"
#include "podium/learning/study/spec.hpp"
#include "podium/learning/study/system.hpp"

namespace podium {

/// The systems of one table: the rows of a study on one data set with one truth, without those of
/// a sweep.
struct StudyGroup {
  std::string data;
  std::string truth;
  std::vector<StudySystem> systems;

  /// "OHSUMED", or "OHSUMED, topk:10" when there are several truths.
  std::string name(const StudySpec& spec) const;
};

/// The truth of the table that contains a system: the system's truth, or the study's first one when
/// the row sets its own truth.
std::string table_truth(const StudySpec& spec, const StudySystem& system);

/// The groups of a study in the order of its data and truths; a row that sets its own truth is in
/// the group of the study's first truth.
std::vector<StudyGroup> groups_of(const StudySpec& spec, std::span<const StudySystem> systems);

/// The measures of a study by their canonical names, in its order.
std::vector<std::string> measure_names(const StudySpec& spec);

/// All systems compared with the baseline by one measure; nothing when the group has no baseline,
/// no other system, or fewer than two queries.
std::optional<Comparison> compared(const StudySpec& spec, const StudyGroup& group,
                                   const std::string& measure);

/// The mark of a significant difference from the baseline; empty when there is none.
std::string mark_of(const PairComparison* pair);

/// Labelled queries that would have to be added to show a difference: 0 when it is shown, "none"
/// when no number helps.
Cell more_queries(const PairComparison& pair);

/// What the column of more_queries() means.
std::string more_queries_sentence();

/// The same with the study's metric first, as tables show them.
std::vector<std::string> measures_of_tables(const StudySpec& spec);

/// The meaning of the marks of significant differences from the baseline by this test.
std::string marks_sentence(const StudySpec& spec, const std::string& test);

/// What the profile says of lists shorter than a cut-off; empty where it pads them, as most do.
std::string short_lists_sentence(const StudySpec& spec);

/// The means of all measures, the best in bold, significant differences from the baseline marked.
TableBlock means_table(const StudySpec& spec, const StudyGroup& group);

/// The same in tables that are not wider than a page.
std::vector<TableBlock> means_tables(const StudySpec& spec, const StudyGroup& group);

/// The difference of the metric of every system from the baseline: interval, corrected p, effect
/// size, queries won, tied and lost, and queries that would settle it.
std::optional<TableBlock> differences_table(const StudySpec& spec, const StudyGroup& group);

/// Winning numbers [Qin10]: for each learner the number of others it beats, summed over data sets;
/// nothing for fewer than two data sets.
std::optional<TableBlock> winning_table(const StudySpec& spec, std::span<const StudyGroup> groups);

}  // namespace podium
