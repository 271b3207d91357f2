#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/learning/learn/learn_fixture.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {
namespace {

/// Every algorithm on data at the edge of what makes sense.
class AnyAlgorithm : public testing::TestWithParam<AlgorithmEntry> {};

TEST_P(AnyAlgorithm, EndsInAnErrorOrAFiniteModel) {
  const std::vector<std::pair<const char*, Dataset>> edges = {
      {"one query", one_query({0, 2, 1}, {1, 2, 3}, 1)},
      {"one document", one_query({1}, {1, 2}, 2)},
      {"equal labels", one_query({1, 1, 1}, {1, 2, 3}, 1)},
      {"labels of zero", one_query({0, 0, 0}, {1, 2, 3}, 1)},
      {"negative labels", one_query({-1, 1, -1}, {1, 2, 3}, 1)},
      {"unjudged lowest", with_unjudged_rule(one_query({-1, 1, 0}, {1, 2, 3}, 1),
                                             {.kind = UnjudgedRule::Kind::lowest})},
      {"nothing judged", one_query({-1, -1}, {1, 2}, 1)},
      {"large labels", one_query({0, 1e6, 5}, {1, 2, 3}, 1)},
      {"equal features", one_query({0, 2, 1}, {5, 5, 5}, 1)},
      {"features of zero", one_query({0, 2, 1}, {0, 0, 0}, 1)},
      {"large features", one_query({0, 2, 1}, {1e14F, -1e14F, 3}, 1)},
      {"no features", one_query({0, 2, 1}, {}, 0)},
  };
  for (const auto& [name, dataset] : edges) {
    for (const char* truth : {"graded", "full", "topk:2"}) {
      for (const char* model : {"linear", "network"}) {
        std::optional<TrainedModel> trained;
        try {
          const PreparedTraining data({.truth = parse_truth_setting(truth)}, dataset);
          OptionText options = {{"model", model}, {"iterations", "8"}};
          if (GetParam().is_composed) {
            options.clear();
          } else if (GetParam().path_option.empty()) {  // it boosts
            options = {{"rounds", "8"}};
          } else if (std::string_view(model) == "network" &&
                     GetParam().with_defaults({})["optimiser"] == "newton") {
            options["optimiser"] = "lbfgs";
          }
          trained = train(GetParam().name, options, data);
        } catch (const NumericError&) {
          continue;
        } catch (const UsageError&) {
          continue;
        }
        for (const double value : score(trained->model, dataset)) {
          EXPECT_TRUE(std::isfinite(value)) << name << ", " << truth << ", " << model;
        }
      }
    }
  }
}

TEST_P(AnyAlgorithm, RefusesDataWithoutAnyDifference) {
  for (const std::vector<double>& labels : {std::vector<double>{1, 1, 1}, {0, 0, 0}}) {
    for (const char* truth : {"graded", "full", "topk:2"}) {
      const PreparedTraining data({.truth = parse_truth_setting(truth)},
                                  one_query(labels, {0.1F, 0.2F, 0.3F}, 1));
      EXPECT_THAT([&] { train(GetParam().name, {}, data); },
                  testing::ThrowsMessage<NumericError>(
                      testing::HasSubstr("no query can be used for training: each of the 1 queries "
                                         "has one document, equal labels only, or weight 0")))
          << truth;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, AnyAlgorithm,
                         testing::ValuesIn(algorithms().begin(), algorithms().end()),
                         [](const auto& row) {
                           std::string name(row.param.name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(SvmMapTraining, SaysThatAllDocumentsAreRelevantToIt) {
  const PreparedTraining data({}, one_query({1, 700, 1330}, {0.1F, 0.2F, 0.3F}, 1));
  EXPECT_THAT([&] { train("svmmap", {}, data); },
              testing::ThrowsMessage<NumericError>(testing::HasSubstr(
                  "in none of the 1 queries does the loss tell two documents apart, though labels "
                  "differ; it may count labels from a limit on as relevant: 1")));
  EXPECT_NO_THROW(train("svmmap", {{"relevant", "700"}}, data));
}

}  // namespace
}  // namespace podium
