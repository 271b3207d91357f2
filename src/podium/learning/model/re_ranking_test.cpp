#include "podium/learning/model/re_ranking.hpp"

#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/learning/model/model_file.hpp"
#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;
using FileJson = nlohmann::ordered_json;

/// A linear model that looks at one feature alone.
NamedRanker by_feature(std::size_t feature, std::size_t features) {
  LinearModel model{{features}, std::vector<double>(features)};
  model.w[feature] = 1.0;
  return {"feature " + std::to_string(feature), model};
}

/// One query whose rankers are its columns: column[ranker][document] is a score.
Dataset query_of(const std::vector<std::vector<float>>& columns) {
  const std::size_t documents = columns.front().size();
  std::vector<float> values;
  for (std::size_t doc = 0; doc < documents; ++doc) {
    for (const auto& column : columns) values.push_back(column[doc]);
  }
  DatasetBuilder builder(columns.size());
  builder.add_query("q", GradedTruth{std::vector<double>(documents)}, values);
  return std::move(builder).build();
}

/// The first ranker is column 0, every other column a voter with the weight given.
ReRanking re_ranking(const std::vector<double>& weights) {
  const std::size_t features = weights.size() + 1;
  ReRanking model{by_feature(0, features)};
  for (std::size_t v = 0; v < weights.size(); ++v) {
    model.voters.push_back({by_feature(v + 1, features), weights[v]});
  }
  return model;
}

// --- a query that can be worked out by hand ---

// Documents A B C D E F in the first order; the voters' lists of A to E are the golden lists of the
// specification's example of aggregation, ABCDE (.5), BADCE (.3), CABED (.2). F is below the top.
const std::vector<std::vector<float>> golden = {
    {6, 5, 4, 3, 2, 1}, {5, 4, 3, 2, 1, 9}, {4, 5, 2, 3, 1, 9}, {4, 3, 5, 1, 2, 9}};

TEST(ReRanking, MakesTheGoldenOrderAndKeepsWhatIsBelowTheTop) {
  ReRanking model = re_ranking({.5, .3, .2});
  model.top = 5;
  model.depth = 5;
  for (const char* method : {"skr", "skr(sort=quick)", "kemeny"}) {
    model.aggregation = parse_aggregation(method);
    EXPECT_THAT(score(model, query_of(golden)), ElementsAre(5, 4, 3, 2, 1, 0)) << method;
  }
  model.top = 6;  // where all voters have F on top
  model.aggregation = {};
  EXPECT_THAT(score(model, query_of(golden)), ElementsAre(4, 3, 2, 1, 0, 5));
}

TEST(ReRanking, LetsTheVotersDecideByTheirWeights) {
  ReRanking model = re_ranking({.2, .3, .5});
  model.top = 5;
  model.depth = 5;
  // Half of the weight has C first, half has it below A and B: then the first order decides. E is
  // above D for .5 and below for .5.
  const std::vector<double> tied = score(model, query_of(golden));
  EXPECT_THAT(tied, ElementsAre(5, 4, 3, 2, 1, 0));
  model.voters[2].weight = .6;
  EXPECT_THAT(score(model, query_of(golden)), ElementsAre(4, 3, 5, 1, 2, 0));
}

TEST(ReRanking, OfOneVoterIsItsOrderOfTheFirstDocuments) {
  const std::vector<std::vector<float>> columns = {{9, 8, 7, 6, 5, 4}, {1, 2, 3, 4, 5, 6}};
  ReRanking model = re_ranking({0.25});
  model.top = 4;
  model.depth = 4;
  EXPECT_THAT(score(model, query_of(columns)), ElementsAre(2, 3, 4, 5, 1, 0));
  model.top = 100;
  model.depth = 100;
  EXPECT_THAT(score(model, query_of(columns)), ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(ReRanking, CountsHalfOfThePlacesUnlessToldOtherwise) {
  const std::vector<std::vector<float>> columns = {{9, 8, 7, 6, 5, 4}, {1, 2, 3, 4, 5, 6}};
  ReRanking model = re_ranking({1.0});
  // The voter's three best, then the others in the first order.
  EXPECT_THAT(score(model, query_of(columns)), ElementsAre(2, 1, 0, 3, 4, 5));
  model.depth = 1;
  EXPECT_THAT(score(model, query_of(columns)), ElementsAre(4, 3, 2, 1, 0, 5));
}

TEST(ReRanking, BreaksTiesByTheFirstOrder) {
  // The voter has two grades; its tie of 2, 3 and 4 begins among the first 3 places and so counts
  // as a whole.
  const std::vector<std::vector<float>> columns = {{5, 6, 1, 2, 3, 4}, {0, 0, 1, 1, 1, 0}};
  ReRanking model = re_ranking({1.0});
  EXPECT_THAT(score(model, query_of(columns)), ElementsAre(1, 2, 3, 4, 5, 0));
  // A voter that sees no difference, or does not count, changes nothing.
  const std::vector<std::vector<float>> blind = {{5, 6, 1, 2, 3, 4}, {7, 7, 7, 7, 7, 7}};
  EXPECT_THAT(score(model, query_of(blind)), ElementsAre(4, 5, 0, 1, 2, 3));
  model.voters[0].weight = 0.0;
  EXPECT_THAT(score(model, query_of(columns)), ElementsAre(4, 5, 0, 1, 2, 3));
}

TEST(ReRanking, OfOneDocumentOrWithoutVotersIsTheFirstOrder) {
  EXPECT_THAT(score(re_ranking({1.0}), query_of({{3}, {4}})), ElementsAre(0));
  EXPECT_THAT(score(re_ranking({}), query_of({{3, 5, 4}})), ElementsAre(0, 2, 1));
}

// --- against a slow twin ---

/// Scores of the first ranker and of each voter, all rows.
using PartScores = std::vector<std::vector<double>>;

/// The definition, step by step. Lists are cut by the method, and documents below the top are items
/// that nobody lists.
std::vector<double> scores_by_hand(const ReRanking& model, const PartScores& parts,
                                   const QueryView& query) {
  const auto own = [&](std::size_t part) {
    return std::span(parts[part]).subspan(query.first_row, query.size());
  };
  const std::vector<DocIndex> order = rank_by_score(own(0)).order;
  const std::size_t top = std::min(model.top, order.size());
  const auto best = std::span(order).first(top);
  std::vector<Ballot> ballots;
  for (std::size_t v = 0; v < model.voters.size(); ++v) {
    std::vector<double> scores;
    for (const DocIndex doc : best) scores.push_back(own(v + 1)[doc]);
    ballots.push_back(ballot_by_score(best, scores, model.voters[v].weight));
  }
  OptionText options = model.aggregation.options;
  options["depth"] =
      std::to_string(model.depth > 0 ? model.depth : std::max<std::size_t>(1, top / 2));
  const Consensus consensus = find_aggregator(model.aggregation.method)
                                  .make(options)(Election(order.size(), ballots, order));
  std::vector<double> scores(order.size());
  for (std::size_t place = 0; place < order.size(); ++place) {
    scores[consensus.ranking.order[place]] = static_cast<double>(order.size() - place - 1);
  }
  return scores;
}

ReRanking random_re_ranking(std::size_t features, RandomStream& random) {
  const auto ranker = [&] {
    return NamedRanker{"linear", LinearModel{{features}, random_parameters(features, random)}};
  };
  ReRanking model{ranker()};
  for (int v = 0; v < 3; ++v) model.voters.push_back({ranker(), random.uniform()});
  return model;
}

/// Sorts whose pivots or halves depend on the number of items are not among the methods: where the
/// majority goes in circles, items below the top would change what they find.
TEST(ReRanking, IsTheAggregationOfListsThatTheMethodCuts) {
  const Dataset data = random_dataset(1, 20, 4);
  RandomStream random(2, "", "test");
  for (const char* method : {"skr", "skr(sort=local)", "kemeny", "copeland"}) {
    for (const auto& [top, depth] : std::vector<std::pair<std::size_t, std::size_t>>{
             {1, 0}, {3, 0}, {3, 2}, {6, 0}, {6, 1}, {6, 50}, {100, 0}, {100, 3}, {100, 100}}) {
      ReRanking model = random_re_ranking(4, random);
      model.top = top;
      model.depth = depth;
      model.aggregation = parse_aggregation(method);
      PartScores parts = {score(model.first->kind, data)};
      for (const Voter& voter : model.voters) parts.push_back(score(voter.ranker.kind, data));
      const std::vector<double> scores = score(model, data);
      for (std::size_t q = 0; q < data.query_count(); ++q) {
        const auto own = std::span(scores).subspan(data[q].first_row, data[q].size());
        EXPECT_EQ(std::vector<double>(own.begin(), own.end()),
                  scores_by_hand(model, parts, data[q]))
            << method << ", top " << top << ", depth " << depth;
      }
    }
  }
}

// --- what it refuses ---

TEST(ReRanking, CannotScoreADocumentAlone) {
  RankingModel model{.kind = re_ranking({1.0}), .preparation = {.features = {.count = 2}}};
  EXPECT_THAT([&] { score_document(model, std::vector<float>(2)); },
              ThrowsMessage<UsageError>(HasSubstr("needs all documents of a query")));
}

TEST(ReRanking, NamesADocumentWhoseScoreIsNotFinite) {
  ReRanking model = re_ranking({1.0});
  std::get<LinearModel>(model.voters[0].ranker.kind).w[1] = 1e300;
  EXPECT_THAT(
      [&] {
        score(model, query_of({{1, 2}, {1, 1e30F}}));
      },
      ThrowsMessage<NumericError>(HasSubstr("document '2': found the score inf")));
}

TEST(ReRanking, TakesMissingValuesWhenAllPartsDo) {
  const WeakRankerSum thresholds{2, {{{.feature = 0, .threshold = 2.0}, 1.0}}};
  ReRanking model{NamedRanker{"one", thresholds}, {{{"two", thresholds}, 1.0}}};
  EXPECT_TRUE(model.accepts_missing());
  model.voters.push_back({by_feature(0, 2), 1.0});
  EXPECT_FALSE(model.accepts_missing());
}

TEST(ReRanking, IsWholeWhenItsPartsFit) {
  EXPECT_TRUE(re_ranking({1.0, 0.0}).is_whole());
  ReRanking model = re_ranking({1.0});
  model.voters[0].ranker = by_feature(0, 3);
  EXPECT_FALSE(model.is_whole());
  model = re_ranking({-1.0});
  EXPECT_FALSE(model.is_whole());
  model = re_ranking({1.0});
  model.aggregation.method = "dice";
  EXPECT_FALSE(model.is_whole());
  model = re_ranking({1.0});
  model.voters[0].ranker.kind = re_ranking({1.0});
  EXPECT_FALSE(model.is_whole());
  model = re_ranking({1.0});
  model.top = 0;
  EXPECT_FALSE(model.is_whole());
}

TEST(ReRanking, IsCopiedAndComparedAsAWhole) {
  const ReRanking model = re_ranking({1.0});
  ReRanking copy = model;
  EXPECT_EQ(copy, model);
  std::get<LinearModel>(copy.first->kind).w[0] = 2.0;
  EXPECT_FALSE(copy == model);
}

TEST(ReRanking, WeighsFeaturesAsItsFirstRankerDoes) {
  const FeatureWeights weights = feature_weights(re_ranking({1.0}));
  EXPECT_THAT(weights.value, ElementsAre(1.0, 0.0));
  EXPECT_EQ(weights.meaning,
            "in the first stage: change of the score per unit of the prepared feature");
}

TEST(Aggregation, IsReadAndWritten) {
  for (const char* text : {"skr", "skr(missing=paper,sort=quick)", "rrf(k=10)"}) {
    EXPECT_EQ(to_text(parse_aggregation(text)), text);
  }
  EXPECT_THROW(parse_aggregation("dice"), UsageError);
  EXPECT_THROW(parse_aggregation("skr(sort=bubble)"), UsageError);
  for (const char* text : {"skr(sort=quick", "skr(quick)", "rrf(k=1,k=2)"}) {
    EXPECT_THAT([&] { parse_aggregation(text); },
                ThrowsMessage<UsageError>(HasSubstr("aggregation: found '" + std::string(text))));
  }
}

TEST(ReRanking, IsReadStrictly) {
  const RankingModel model{.kind = re_ranking({0.5}), .preparation = {.features = {.count = 2}}};
  const auto complaint = [&](const auto& change) -> std::string {
    FileJson json = FileJson::parse(to_json(model));
    change(json["parameters"]);
    try {
      model_from_json(json.dump(), "m.json");
    } catch (const DataError& error) {
      return error.what();
    }
    return "accepted";
  };
  const std::string place = "m.json: parameters";
  EXPECT_EQ(complaint([](FileJson&) {}), "accepted");
  EXPECT_EQ(complaint([](FileJson& json) { json["voters"] = FileJson::array(); }), "accepted");
  for (const char* key : {"top", "depth", "aggregation", "first", "voters"}) {
    EXPECT_EQ(complaint([&](FileJson& json) { json.erase(key); }),
              place + ": found no '" + key + "', expected one");
  }
  EXPECT_THAT(complaint([](FileJson& json) { json["top"] = 0; }),
              HasSubstr(place + ".top: found 0, expected a whole number from 1"));
  EXPECT_EQ(complaint([](FileJson& json) { json["voters"][0]["weight"] = -1; }),
            place + ".voters[0].weight: found -1, expected a weight of 0 or more");
  EXPECT_THAT(complaint([](FileJson& json) { json["first"]["weight"] = 1; }),
              HasSubstr(place + ".first: found the key 'weight'"));
  EXPECT_EQ(complaint([](FileJson& json) { json["voters"][0]["kind"] = "re-ranking"; }),
            place +
                ".voters[0].kind: found a re-ranking inside another, expected a ranker of one "
                "stage");
  EXPECT_THAT(complaint([](FileJson& json) { json["first"]["parameters"]["weights"].erase(0); }),
              HasSubstr(place + ".first.parameters.weights: found a list of 1"));
  EXPECT_THAT(complaint([](FileJson& json) { json["aggregation"]["method"] = "dice"; }),
              HasSubstr(place + ".aggregation: unknown aggregator 'dice'"));
  EXPECT_THAT(complaint([](FileJson& json) { json["aggregation"]["options"]["sort"] = "bubble"; }),
              HasSubstr(place + ".aggregation: option 'sort': found 'bubble'"));
}

}  // namespace
}  // namespace podium
