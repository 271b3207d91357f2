#include "podium/cli/study/demo_report.hpp"

#include "podium/core/measure/evaluate.hpp"
#include "podium/core/prepare/info.hpp"
#include "podium/learning/study/figures.hpp"
#include "podium/learning/study/group.hpp"

namespace podium::cli {

namespace {

constexpr const char* data_name = "generated queries";

/// The demo as if it were a study of one fold whose models chose nothing.
StudySpec spec_of(std::span<const DemoRanker> rankers, const std::string& baseline) {
  StudySpec spec{.name = "demo",
                 .measures = "map,ndcg@1-10,p@10,err",
                 .baseline = baseline,
                 .data = {{.name = data_name}}};
  for (const DemoRanker& ranker : rankers) spec.rows.push_back({.name = ranker.name});
  return spec;
}

StudySystem system_of(const StudySpec& spec, const Dataset& test, const DemoRanker& ranker) {
  const Profile& profile = find_profile(spec.profile);
  Evaluation found = evaluate(scored_queries(test, ranker.scores),
                              parse_measures(spec.measures, profile), profile, profile.ties);
  StudySystem system{.data = data_name,
                     .row = ranker.name,
                     .truth = spec.truths.front(),
                     .measure = measure_names(spec),
                     .mean = std::move(found.mean),
                     .query = std::move(found.query),
                     .value = std::move(found.value)};
  system.validation = system.mean_of(spec.metric);
  if (ranker.model) system.weight = feature_weights(ranker.model->kind).value;
  return system;
}

DataCard card_of(const Dataset& test) {
  DataCard card{.name = data_name, .folds = 1, .info = describe(test)};
  for (std::size_t f = 0; f < test.feature_count(); ++f) {
    card.feature.push_back(test.feature_name(f));
  }
  return card;
}

/// A few of the measures, without the column of validation values, of which the demo has none.
TableBlock means_of(StudySpec spec, const StudyGroup& group) {
  spec.measures = "map,ndcg@1,ndcg@3,ndcg@5,ndcg@10,p@10,err";
  TableBlock block = means_table(spec, group);
  block.table.columns.erase(block.table.columns.begin() + 1);
  for (auto& row : block.table.rows) row.erase(row.begin() + 1);
  block.note = marks_sentence(spec, "randomisation test, Holm-corrected");
  return block;
}

}  // namespace

ReportDocument demo_report(const Dataset& test, std::span<const DemoRanker> rankers,
                           const std::string& baseline) {
  const StudySpec spec = spec_of(rankers, baseline);
  StudyGroup group{data_name, spec.truths.front(), {}};
  for (const DemoRanker& ranker : rankers) group.systems.push_back(system_of(spec, test, ranker));
  ReportSection section{
      .title = "Five rankers on generated queries",
      .text = {
          "Rankers were trained on one half of the queries and evaluated on the other half. The "
          "labels are the planted truth plus noise, so the planted truth is an upper bound for "
          "everything that learns from labels."}};
  section.blocks.emplace_back(means_of(spec, group));
  if (auto table = differences_table(spec, group)) {
    table->note =
        "Over the test queries. Interval and p (t): t distribution, each row by itself. p "
        "corrected: randomisation test, Holm-corrected; it decides on the marks. d is Cohen's d "
        "of the paired differences. " +
        more_queries_sentence();
    section.blocks.emplace_back(std::move(*table));
  }
  for (CurvesBlock& curves : rank_curves(spec, group)) {
    curves.note = "Means over the test queries with 95 % confidence bands.";
    section.blocks.emplace_back(std::move(curves));
  }
  if (auto block = per_query_block(spec, group)) {
    block->note = "Each point is a test query.";
    section.blocks.emplace_back(std::move(*block));
  }
  const DataCard card = card_of(test);
  for (const StudySystem& system : group.systems) {
    if (system.weight.empty()) continue;
    const StudyGroup alone{group.data, group.truth, {system}};
    if (auto bars = weight_bars(spec, alone, card)) {
      bars->note = "The features with the largest weights.";
      section.blocks.emplace_back(std::move(*bars));
    }
  }
  section.blocks.emplace_back(data_cards({&card, 1}));
  ReportDocument document{.title = "Podium: a demonstration"};
  const std::optional<Comparison> comparison = compared(spec, group, spec.metric);
  for (const PairComparison& pair : comparison->pairs) {
    document.summary.push_back(spec.metric + ": " + pair.conclusion + ".");
  }
  document.sections.push_back(std::move(section));
  return document;
}

}  // namespace podium::cli
