#include "podium/core/measure/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/relabel.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Queries of graded documents without features.
Dataset dataset(const std::vector<std::vector<double>>& labels,
                const std::vector<std::vector<std::string>>& ids = {}) {
  DatasetBuilder builder(0);
  for (std::size_t q = 0; q < labels.size(); ++q) {
    builder.add_query("q" + std::to_string(q + 1), GradedTruth{labels[q]}, {},
                      ids.empty() ? std::vector<std::string>{} : ids[q]);
  }
  return std::move(builder).build();
}

Evaluation evaluated(const Dataset& data, std::span<const double> scores, std::string_view measures,
                     TieRule ties = TieRule::input, std::string_view profile = "standard") {
  const Profile& conventions = find_profile(profile);
  return evaluate(scored_queries(data, scores), parse_measures(measures, conventions), conventions,
                  ties);
}

template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(EvaluateScores, TakesEachMeasureOnItsOwnTruth) {
  const Dataset data = dataset({{0, 2, 1, 0, 2, 1}, {1, 1, 0}, {0, 0, 3, 1, 2, 0, 1}});
  std::vector<double> scores(data.row_count());
  for (std::size_t row = 0; row < scores.size(); ++row) scores[row] = std::sin(row);
  const Profile& profile = find_profile("standard");
  const MetricPlan conventions{parse_measure("map", profile), &profile, TieRule::input};
  const TruthSetting top5 = parse_truth_setting("topk:5");
  const std::vector<Measure> both = {parse_measure("kappa-err", profile), conventions.metric};
  const Evaluation all = evaluate_scores(data, scores, both, conventions, top5, 7);
  EXPECT_THAT(all.measure, ElementsAre("map", "kappa-err"));
  for (const Measure& measure : both) {
    const Dataset truth = measure.entry().needs_order ? with_setting(data, top5, 7) : data;
    const double mean =
        evaluate(scored_queries(truth, scores), std::span(&measure, 1), profile, conventions.ties)
            .mean.front();
    const auto place = std::ranges::find(all.measure, measure.name()) - all.measure.begin();
    EXPECT_EQ(all.mean[static_cast<std::size_t>(place)], mean) << measure.name();
    EXPECT_EQ(
        evaluate_scores(data, scores, std::span(&measure, 1), conventions, top5, 7).mean.front(),
        mean);
  }
}

TEST(Evaluate, GivesEveryMeasureOfEveryQueryAndTheirMeans) {  // SPEC C.4, letor3
  const Dataset data = dataset({{1, 0, 2, 0}, {0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0}});
  std::vector<double> scores;
  for (std::size_t row = 0; row < data.row_count(); ++row)
    scores.push_back(-static_cast<double>(row));
  const Evaluation result = evaluated(data, scores, "p@5,map,ndcg@5", TieRule::input, "letor3");
  EXPECT_EQ(result.profile, "letor3");
  EXPECT_THAT(result.query, ElementsAre("q1", "q2"));
  EXPECT_THAT(result.measure, ElementsAre("p@5", "map", "ndcg@5"));
  EXPECT_EQ(result.value[0][0], 0.0);
  EXPECT_EQ(result.value[0][1], 0.4);
  EXPECT_NEAR(result.mean[0], 0.2, 1e-9);
  EXPECT_NEAR(result.mean[1], 0.612121212, 1e-9);
  EXPECT_NEAR(result.mean[2], 0.247469709, 1e-9);
  EXPECT_EQ(result.short_lists, 1U);
}

TEST(Evaluate, ComparesScoresAsFloatsWhereTheProfileSaysSo) {
  const Dataset data = dataset({{1, 0}});
  const std::vector<double> close = {1e8, 1e8 + 1.0};  // equal as 32-bit floats
  EXPECT_EQ(evaluated(data, close, "ndcg@1").mean[0], 0.0);
  EXPECT_EQ(evaluated(data, close, "ndcg@1", TieRule::input, "xgboost").mean[0], 1.0);
  const std::vector<double> large = {1e300, 1e200};  // both infinite as floats
  EXPECT_EQ(evaluated(data, large, "ndcg@1", TieRule::input, "xgboost").tied, 1U);
}

TEST(Evaluate, CountsBlankShortAndTiedQueries) {
  const Dataset data = dataset({{0, 0}, {1, 0, 1}, {2, 1, 0}, {1, 1, 0}});
  const std::vector<double> scores = {2, 1, 1, 1, 0, 3, 2, 1, 5, 5, 0};
  const Evaluation result = evaluated(data, scores, "ndcg@3,map");
  EXPECT_EQ(result.blank, 1U);
  EXPECT_EQ(result.short_lists, 1U);
  EXPECT_EQ(result.tied, 1U);  // equal labels under one score do no harm
  EXPECT_EQ(evaluated(data, scores, "map").short_lists, 0U);
}

TEST(Evaluate, TakesTheHighestGradeOfErrFromAllQueries) {
  // Chapelle09: a perfect document stops the reader with (2^4 - 1)/2^4, a fair one with 1/2^4.
  const Dataset data = dataset({{4, 0}, {1, 0}});
  const std::vector<double> scores = {2, 1, 2, 1};
  const Evaluation result = evaluated(data, scores, "err,err(max=5)");
  EXPECT_THAT(result.measure, ElementsAre("err(max=4)", "err(max=5)"));
  EXPECT_THAT(result.value[0], ElementsAre(15.0 / 16, 1.0 / 16));
  EXPECT_THAT(result.value[1], ElementsAre(15.0 / 32, 1.0 / 32));
}

TEST(Evaluate, KeepsUnjudgedDocumentsInTheRankingButNotAmongTheJudged) {
  const Dataset data = dataset({{-1, 1, 0, 2}, {-1, -1}, {0, 1}});
  const std::vector<double> scores = {4, 3, 2, 1, 2, 1, 2, 1};
  const Evaluation result = evaluated(data, scores, "rr,map,judged@1,kendall");
  EXPECT_THAT(result.query, ElementsAre("q1", "q3")) << "q2 has no judged document";
  EXPECT_EQ(result.unjudged, 1U);
  EXPECT_EQ(result.blank, 0U);
  EXPECT_THAT(result.value[0], ElementsAre(0.5, 0.5));
  EXPECT_THAT(result.value[1], ElementsAre((1.0 / 2 + 2.0 / 4) / 2, 0.5));
  EXPECT_THAT(result.value[2], ElementsAre(0.0, 1.0));
  const std::vector<double> judged = {3, 2, 1};
  EXPECT_EQ(result.value[3][0], evaluated(dataset({{1, 0, 2}}), judged, "kendall").mean[0]);
}

TEST(Evaluate, CountsNoTieOfAnUnjudgedDocumentWithAnIrrelevantOne) {
  const std::vector<double> equal = {1, 1, 0};
  EXPECT_EQ(evaluated(dataset({{-1, 0, 2}}), equal, "map").tied, 0U);
  EXPECT_EQ(evaluated(dataset({{-1, 1, 0}}), equal, "map").tied, 1U);
}

TEST(Evaluate, LeavesSkippedQueriesOutOfTheMean) {
  Profile skipping = find_profile("standard");
  skipping.blank = Blank::skip;
  const Dataset data = dataset({{0, 0}, {0, 1}});
  const std::vector<double> scores = {2, 1, 2, 1};
  const auto queries = scored_queries(data, scores);
  const Evaluation result =
      evaluate(queries, parse_measures("map", skipping), skipping, TieRule::input);
  EXPECT_TRUE(std::isnan(result.value[0][0]));
  EXPECT_EQ(result.mean[0], 0.5);
  const Evaluation blank_only = evaluate(std::span(queries).first(1),
                                         parse_measures("map", skipping), skipping, TieRule::input);
  EXPECT_TRUE(std::isnan(blank_only.mean[0]));
}

TEST(Evaluate, WeighsQueriesInItsMeans) {
  const Dataset data = dataset({{0, 1}, {1, 0}, {1, 0}});
  const std::vector<double> scores = {2, 1, 2, 1, 2, 1};
  const auto mean = [&](std::vector<double> weight) {
    return evaluated(data.with_weights({}, std::move(weight)), scores, "map").mean[0];
  };
  EXPECT_EQ(mean({1, 1, 1}), evaluated(data, scores, "map").mean[0]);
  EXPECT_EQ(mean({6, 1, 1}), 0.625);  // of 1/2, 1 and 1
  EXPECT_EQ(mean({0, 1, 2}), 1.0);
  EXPECT_TRUE(std::isnan(mean({0, 0, 0})));
}

TEST(Evaluate, DoesNotCountQueriesWithoutDocuments) {
  const Dataset data = dataset({{1}});
  const std::vector<double> scores = {1};
  std::vector<ScoredQuery> queries = scored_queries(data, scores);
  queries.push_back({.id = "empty"});
  const Profile& standard = find_profile("standard");
  const Evaluation result =
      evaluate(queries, parse_measures("map", standard), standard, TieRule::input);
  EXPECT_THAT(result.query, ElementsAre("q1"));
  EXPECT_EQ(result.mean[0], 1.0);
}

TEST(Evaluate, CountsJudgedDocumentsThatWereNotRetrieved) {
  const Dataset data = dataset({{1, 0, 1}});
  const std::vector<double> scores = {1, 2, 0};
  std::vector<ScoredQuery> queries = scored_queries(data, scores);
  queries[0].scores = queries[0].scores.first(2);
  const Profile& standard = find_profile("standard");
  const auto measures = parse_measures("recall@10,rr", standard);
  EXPECT_THAT(evaluate(queries, measures, standard, TieRule::input).mean, ElementsAre(0.5, 0.5));
  queries[0].scores = {};
  EXPECT_THAT(evaluate(queries, measures, standard, TieRule::input).mean, ElementsAre(0.0, 0.0));
}

TEST(Evaluate, BreaksTiesByEveryRule) {
  const Dataset data = dataset({{0, 2, 1}}, {{"a", "b", "c"}});
  const std::vector<double> scores = {7, 7, 7};
  const auto dcg1 = [&](TieRule ties) { return evaluated(data, scores, "dcg@1", ties).mean[0]; };
  EXPECT_EQ(dcg1(TieRule::input), 0.0);
  EXPECT_EQ(dcg1(TieRule::docid), 1.0);  // "c"
  EXPECT_EQ(dcg1(TieRule::worst), 0.0);
  EXPECT_EQ(dcg1(TieRule::best), 3.0);
  EXPECT_NEAR(dcg1(TieRule::expected), 4.0 / 3.0, 1e-12);
}

TEST(Evaluate, FindsTheIdsOfLaterQueries) {
  const Dataset data = dataset({{0, 1}, {0, 1}}, {{"b", "a"}, {"a", "b"}});
  const std::vector<double> scores = {1, 1, 1, 1};
  const Evaluation result = evaluated(data, scores, "p@1", TieRule::docid);
  EXPECT_THAT(result.value[0], ElementsAre(0.0, 1.0));
}

TEST(Evaluate, KeepsExpectedBetweenWorstAndBest) {
  RandomStream stream(1, "", "ties");
  std::vector<std::vector<double>> labels(20);
  std::vector<double> scores;
  for (auto& query : labels) {
    for (int d = 0; d < 8; ++d) {
      query.push_back(static_cast<double>(stream.below(3)));
      scores.push_back(static_cast<double>(stream.below(3)));
    }
  }
  const Dataset data = dataset(labels);
  const char* names = "p@3,recall@3,map,rr,dcg,ndcg@3,meanndcg,err,rbp";
  const Evaluation worst = evaluated(data, scores, names, TieRule::worst);
  const Evaluation mean = evaluated(data, scores, names, TieRule::expected);
  const Evaluation best = evaluated(data, scores, names, TieRule::best);
  for (std::size_t m = 0; m < worst.mean.size(); ++m) {
    EXPECT_LT(worst.mean[m], mean.mean[m]) << worst.measure[m];
    EXPECT_LT(mean.mean[m], best.mean[m]) << worst.measure[m];
  }
}

TEST(Evaluate, GivesTheSameBitsForAnyNumberOfThreads) {
  RandomStream stream(1, "", "threads");
  std::vector<std::vector<double>> labels(3000);
  std::vector<double> scores;
  for (auto& query : labels) {
    query.resize(1 + stream.below(40));
    for (double& label : query) {
      label = static_cast<double>(stream.below(5));
      scores.push_back(stream.uniform());
    }
  }
  const Dataset data = dataset(labels);
  const auto run = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    return evaluated(data, scores, "map,ndcg@1-10,err,kendall");
  };
  const Evaluation one = run(1);
  const Evaluation two = run(2);
  EXPECT_EQ(one.value, two.value);
  EXPECT_EQ(one.mean, two.mean);
}

TEST(Evaluate, RefusesAScoreThatIsNotANumberNamingQueryAndDocument) {
  const Dataset data = dataset({{1, 0}, {1, 0}});
  const std::vector<double> scores = {1, 2, 3, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_THROW(evaluated(data, scores, "map"), NumericError);
  EXPECT_EQ(refusal([&] { evaluated(data, scores, "map"); }),
            "query 'q2': the score of document 2 is not a number");
}

TEST(Evaluate, RefusesMeasuresThatCannotWorkWithTruthOrTies) {
  const Dataset data = dataset({{1, 0}});
  const std::vector<double> scores = {1, 2};
  EXPECT_THAT(
      refusal([&] { evaluated(data, scores, "map,kappa-ndcg@10"); }),
      HasSubstr("query 'q1': kappa-ndcg@10 needs an order of the documents, but the truth is "
                "graded; use --truth topk:K"));
  EXPECT_THAT(refusal([&] { evaluated(data, scores, "compatibility", TieRule::expected); }),
              HasSubstr("compatibility does not support tie rule 'expected'"));
  EXPECT_THAT(refusal([&] { evaluated(data, scores, "map", TieRule::docid); }),
              HasSubstr("tie rule 'docid' needs document ids"));
}

TEST(Evaluate, TakesFractionalLabelsAsTheProgramsOfTheProfilesDo) {
  const Dataset data = dataset({{0.6, 0.5, 0, 1}});
  const std::vector<double> scores = {4, 3, 2, 1};
  // Derived from the rules of the programs: LightGBM's map counts labels above 0.5, trec_eval reads
  // whole numbers, RankLib counts labels above 0.
  EXPECT_EQ(evaluated(data, scores, "map@4", TieRule::input, "lightgbm").mean[0], 0.75);
  EXPECT_EQ(evaluated(data, scores, "map@4", TieRule::input, "trec").mean[0], 0.25);
  EXPECT_EQ(evaluated(data, scores, "map", TieRule::input, "ranklib").mean[0], 2.75 / 3.0);
  EXPECT_EQ(evaluated(data, scores, "map@4").mean[0], 2.75 / 3.0);
  EXPECT_EQ(evaluated(data, scores, "map(from=1)@4").mean[0], 0.25);
  // A query is blank where nothing is relevant.
  const Dataset small = dataset({{0.1, 0}, {0, 0}});
  const Evaluation both = evaluated(small, std::vector<double>{2, 1, 2, 1}, "p@1,rbp,map");
  EXPECT_EQ(both.blank, 1U);
  EXPECT_THAT(both.value[0], ElementsAre(1.0, 0.0));
  EXPECT_THAT(both.value[2], ElementsAre(1.0, 0.0));
  for (const char* profile : {"lightgbm", "xgboost"}) {
    EXPECT_EQ(
        refusal([&] { evaluated(data, scores, "ndcg@4", TieRule::input, profile); }),
        fmt::format("query 'q1': found label 0.6; ndcg@4 of profile {} takes whole labels only, as "
                    "that program does; profile standard takes any",
                    profile));
  }
}

TEST(Explain, AddsUpToTheValueOfTheEvaluation) {
  const Dataset data = dataset({{0, 2, 1}});
  const std::vector<double> scores = {3, 2, 1};
  const Measure ndcg = parse_measure("ndcg", find_profile("standard"));
  const Explanation explanation = explain(scored_queries(data, scores)[0], ndcg, TieRule::input);
  EXPECT_EQ(explanation.terms.rows.size(), 3U);
  EXPECT_EQ(explanation.totals.back().first, "ndcg");
  EXPECT_EQ(explanation.totals.back().second, evaluated(data, scores, "ndcg").mean[0]);
}

TEST(Explain, NamesDocumentsByTheirIds) {
  const Dataset graded = dataset({{0, 1, 2}, {0, 1, 2}}, {{"a", "b", "c"}, {"d", "e", ""}});
  const Dataset ordered = with_setting(graded, parse_truth_setting("topk:2"), 1);
  const std::vector<double> scores = {3, 2, 1, 1, 2, 3};
  const auto column = [&](const Dataset& data, std::string_view measure, std::string_view name) {
    const Explanation explanation =
        explain(scored_queries(data, scores)[1], parse_measure(measure, find_profile("standard")),
                TieRule::input);
    const auto& columns = explanation.terms.columns;
    const auto place = static_cast<std::size_t>(std::ranges::find(columns, name) - columns.begin());
    std::vector<std::string> cells;
    for (const auto& row : explanation.terms.rows) cells.push_back(shown(row.at(place)));
    return cells;
  };
  EXPECT_THAT(column(graded, "ndcg", "document"), ElementsAre("3", "e", "d"));  // one has no id
  EXPECT_THAT(column(graded, "kendall", "document"), ElementsAre("3", "e", "d"));
  EXPECT_THAT(column(ordered, "topk-loss@2", "document"), ElementsAre("3", "e"));
  EXPECT_THAT(column(ordered, "topk-loss@2", "true document"), ElementsAre("3", "e"));
}

}  // namespace
}  // namespace podium
