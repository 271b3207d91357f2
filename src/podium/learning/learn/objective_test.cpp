#include "podium/learning/learn/objective.hpp"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

/// Queries whose labels follow two of three features; the rows of each are shuffled by `order`.
Dataset graded_data(std::size_t levels, std::uint64_t order = 0) {
  DatasetBuilder builder(3);
  for (int q = 0; q < 30; ++q) {
    const std::string id = "q" + std::to_string(q);
    RandomStream stream(3, id, "rows");
    std::vector<std::vector<float>> rows;
    std::vector<double> labels;
    for (int doc = 0; doc < 12; ++doc) {
      std::vector<float> row(3);
      for (float& value : row) value = static_cast<float>(stream.uniform());
      labels.push_back(static_cast<double>(std::min(
          levels - 1,
          static_cast<std::size_t>(static_cast<double>(levels) * 0.5 * (row[0] + row[1])))));
      rows.push_back(row);
    }
    std::vector<std::size_t> places(rows.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (order > 0) RandomStream(order, id, "order").shuffle(std::span(places));
    std::vector<float> values;
    std::vector<double> shuffled;
    for (const std::size_t place : places) {
      values.insert(values.end(), rows[place].begin(), rows[place].end());
      shuffled.push_back(labels[place]);
    }
    builder.add_query(id, GradedTruth{shuffled}, values);
  }
  return std::move(builder).build();
}

const OptionText few = {{"rounds", "8"}, {"leaves", "6"}, {"min-rows", "5"}};

std::vector<std::string> remarks_of(const std::string& objective, std::size_t levels) {
  const PreparedTraining data({}, graded_data(levels));
  return train("lambdamart", merged(few, {{"objective", objective}}), data).summary.remarks;
}

TEST(Objective, SaysWhatItDoesNotTellApart) {
  EXPECT_THAT(remarks_of("map", 2), IsEmpty());
  EXPECT_THAT(remarks_of("ndcg@5", 4), IsEmpty());
  EXPECT_THAT(remarks_of("map", 4),
              ElementsAre("objective map trains for relevant or not; grades above 1 are not told "
                          "apart"));
  EXPECT_THAT(remarks_of("success@9", 2),
              ElementsAre("objective success@9 is flat for 100 % of the queries; train for ndcg@10 "
                          "and report success@9"));
}

TEST(Objective, RefusesTruthsThatItCannotRank) {
  const auto run = [](const char* truth, const char* objective) {
    const PreparedTraining data({.truth = parse_truth_setting(truth)}, graded_data(4));
    (void)train("lambdamart", merged(few, {{"objective", objective}}), data);
  };
  EXPECT_THAT([&] { run("full", "map"); },
              ThrowsMessage<UsageError>(HasSubstr("all documents are relevant")));
  EXPECT_THAT([&] { run("graded", "kappa-err"); },
              ThrowsMessage<UsageError>(HasSubstr("needs an order of the documents")));
  EXPECT_NO_THROW(run("topk:3", "map"));
  EXPECT_NO_THROW(run("full", "kappa-ndcg@3"));
}

TEST(Objective, TakesTheHighestGradeOfTheData) {
  OptionText options = {{"objective", "err@5"}};
  (void)resolve_objective(options, graded_data(4), 3.0);
  EXPECT_EQ(options.at("objective"), "err(max=3)@5");
}

TEST(Objective, OfNdcgIsTheDefaultOfLambdaMart) {
  const PreparedTraining data({}, graded_data(4));
  const TrainedModel plain = train("lambdamart", few, data);
  const TrainedModel named = train("lambdamart", merged(few, {{"objective", "ndcg@30"}}), data);
  EXPECT_EQ(score(plain.model, data.train()), score(named.model, data.train()));
}

// The first tree sees equal scores only: they must not be ranked in the order of the rows.
TEST(Objective, DoesNotDependOnTheOrderOfRows) {
  const Dataset test = graded_data(4, 99);
  for (const char* objective : {"ndcg@3", "map"}) {
    const auto scores = [&](std::uint64_t order) {
      const PreparedTraining data({}, graded_data(4, order));
      return score(train("lambdamart", merged(few, {{"objective", objective}}), data).model, test);
    };
    const std::vector<double> expected = scores(0);
    for (const std::uint64_t order : {1U, 2U}) {
      EXPECT_THAT(scores(order), testing::Pointwise(testing::DoubleNear(1e-10), expected));
    }
  }
}

}  // namespace
}  // namespace podium
