#pragma once

#include <span>
#include <string>
#include <vector>

#include "podium/experiment/compare.hpp"
#include "podium/report/document.hpp"
#include "podium/study/spec.hpp"
#include "podium/study/system.hpp"

namespace podium {

/// Systems that stand in one table: the rows of a study on one data set under one truth, none of
/// them swept.
struct StudyGroup {
  std::string data;
  std::string truth;
  std::vector<StudySystem> systems;

  /// "OHSUMED", or "OHSUMED, topk:10" when there are several truths.
  std::string name(const StudySpec& spec) const;
};

/// The truth whose table a system stands in: its own, or the study's first for a row with a truth
/// of its own.
std::string table_truth(const StudySpec& spec, const StudySystem& system);

/// The groups of a study in the order of its data and truths; a row with a truth of its own stands
/// with those of the study's first truth.
std::vector<StudyGroup> groups_of(const StudySpec& spec, std::span<const StudySystem> systems);

/// The measures of a study by their canonical names, in its order.
std::vector<std::string> measure_names(const StudySpec& spec);

/// Everything against the baseline by one measure; nothing when there is no baseline in the group,
/// no other system, or fewer than two queries.
std::optional<Comparison> compared(const StudySpec& spec, const StudyGroup& group,
                                   const std::string& measure);

/// Means of all measures, the best in bold, differences from the baseline marked.
TableBlock means_table(const StudySpec& spec, const StudyGroup& group);

/// The metric's difference of every system from the baseline: interval, corrected p, effect size,
/// queries won, tied and lost.
std::optional<TableBlock> differences_table(const StudySpec& spec, const StudyGroup& group);

/// Who beats how many others on how many data sets [Qin10]; nothing for fewer than two data sets.
std::optional<TableBlock> winning_table(const StudySpec& spec, std::span<const StudyGroup> groups);

}  // namespace podium
