#include "podium/learning/study/report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/learning/experiment/statistics/correction.hpp"
#include "podium/learning/study/figures.hpp"
#include "podium/learning/study/group.hpp"
#include "podium/learning/study/learning_report.hpp"
#include "podium/learning/study/pooled_group.hpp"
#include "podium/learning/study/verdicts.hpp"

namespace podium {

namespace {

const DataCard* card_of(const StudyResults& results, const std::string& data) {
  const auto found = std::ranges::find(results.cards, data, &DataCard::name);
  return found == results.cards.end() ? nullptr : &*found;
}

void add_group(const StudySpec& spec, const StudyGroup& group, const StudyResults& results,
               ReportSection& section) {
  for (TableBlock& table : means_tables(spec, group)) section.blocks.emplace_back(std::move(table));
  if (auto table = differences_table(spec, group)) section.blocks.emplace_back(std::move(*table));
  for (CurvesBlock& curves : rank_curves(spec, group))
    section.blocks.emplace_back(std::move(curves));
  if (auto block = per_query_block(spec, group)) section.blocks.emplace_back(std::move(*block));
  const DataCard* card = card_of(results, group.data);
  if (card == nullptr) return;
  if (auto bars = weight_bars(spec, group, *card)) section.blocks.emplace_back(std::move(*bars));
}

/// The main result of a table in one sentence.
std::string sentence_of(const StudySpec& spec, const StudyGroup& group) {
  const MeasureEntry& entry = measure_entry(spec, spec.metric);
  const std::string metric = metric_plan_of(spec).metric.name();
  const StudySystem* chosen = &group.systems.front();
  for (const StudySystem& system : group.systems) {
    if (entry.is_better(system.validation, chosen->validation)) chosen = &system;
  }
  std::string text =
      fmt::format("{}: best on validation data is {}", group.name(spec), chosen->row);
  if (std::ranges::count(chosen->measure, metric) == 0) return text + ".";
  text += fmt::format(" ({} {:.4f} on test data)", metric, chosen->mean_of(metric));
  const std::optional<Comparison> comparison = compared(spec, group, metric);
  // A baseline that the study names has a sentence about every row.
  if (!comparison || !spec.baseline.empty() || chosen->row == baseline_of(spec).name) {
    return text + ".";
  }
  for (const PairComparison& pair : comparison->pairs) {
    if (comparison->ranker[pair.rankers.a] == chosen->row) text += "; " + pair.conclusion;
  }
  return text + ".";
}

void add_verdicts(const StudySpec& spec, const StudyGroup& group, ReportDocument& document) {
  for (std::string& sentence : verdict_sentences(spec, group)) {
    document.summary.push_back(std::move(sentence));
  }
}

}  // namespace

ReportSection study_section(const StudySpec& spec, const StudyResults& results) {
  ReportSection section{.title = spec.title, .text = spec.text};
  const std::vector<StudySystem> systems = systems_of(results.cells);
  const std::vector<StudyGroup> groups = groups_of(spec, systems);
  for (const StudyGroup& group : groups) add_group(spec, group, results, section);
  for (const StudyGroup& group : pooled_groups(spec, groups)) {
    if (auto table = differences_table(spec, group)) section.blocks.emplace_back(std::move(*table));
  }
  if (auto table = winning_table(spec, groups)) section.blocks.emplace_back(std::move(*table));
  const std::vector<LearningGroup> learning = learning_groups(spec, results.cells);
  for (CurvesBlock& curves : sweep_curves(spec, systems, learning)) {
    section.blocks.emplace_back(std::move(curves));
  }
  for (const LearningGroup& group : learning) {
    if (auto table = learning_table(spec, group, systems)) {
      section.blocks.emplace_back(std::move(*table));
    }
    section.blocks.emplace_back(forecast_table(spec, group));
  }
  return section;
}

ReportDocument study_report(std::span<const StudyResults> studies,
                            std::span<const std::string> commands, const ComparedBy& by) {
  ReportDocument document;
  ReportSection made{.title = "Method"};
  CardsBlock cards{.title = "Data sets"};
  for (const StudyResults& results : studies) {
    StudySpec spec = parse_study(results.spec_text, "the study in the results");
    if (!by.baseline.empty()) spec.baseline = find_row(spec, by.baseline).name;
    if (!by.correction.empty()) {
      (void)parse_correction(by.correction);
      spec.correction = by.correction;
    }
    if (document.title.empty()) document.title = spec.title;
    if (results.cells.size() < results.planned) {
      document.summary.push_back(
          fmt::format("{}: {} of {} cells are done; the others are missing below.", spec.title,
                      results.cells.size(), results.planned));
    }
    const std::vector<StudySystem> systems = systems_of(results.cells);
    const std::vector<StudyGroup> groups = groups_of(spec, systems);
    for (const StudyGroup& group : groups) {
      // Beside rows that are swept, a row that is not is the best of one.
      if (!spec.sweep || group.systems.size() > 1) {
        document.summary.push_back(sentence_of(spec, group));
      }
      if (!spec.baseline.empty()) add_verdicts(spec, group, document);
    }
    for (const StudyGroup& group : pooled_groups(spec, groups)) {
      add_verdicts(spec, group, document);
    }
    for (const LearningGroup& group : learning_groups(spec, results.cells)) {
      for (std::string& sentence : forecast_sentences(spec, group)) {
        document.summary.push_back(std::move(sentence));
      }
    }
    document.sections.push_back(study_section(spec, results));
    for (CardsBlock::Card& card : data_cards(results.cards).cards) {
      if (std::ranges::count(cards.cards, card.title, &CardsBlock::Card::title) == 0) {
        cards.cards.push_back(std::move(card));
      }
    }
    made.text.push_back(fmt::format("{}: {}, podium {}.", spec.title,
                                    counted(results.cells.size(), "cell"), results.version));
    made.blocks.emplace_back(CommandsBlock{.title = fmt::format("{}: specification", spec.title),
                                           .commands = {results.spec_text}});
  }
  made.blocks.emplace(made.blocks.begin(), std::move(cards));
  if (!commands.empty()) {
    made.blocks.emplace_back(
        CommandsBlock{.title = "Commands",
                      .commands = std::vector<std::string>(commands.begin(), commands.end())});
  }
  document.sections.push_back(std::move(made));
  return document;
}

}  // namespace podium
