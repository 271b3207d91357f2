// What the curvature of every loss promises. A new row of losses() is tested at once.
#include <cmath>
#include <limits>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/loss/expect_near_fixture.hpp"
#include "podium/learning/loss/loss_contract_fixture.hpp"

namespace podium {
namespace {

using namespace fixture;

constexpr std::array both_kinds = {CurvatureKind::exact, CurvatureKind::bound};

class CurvatureContract : public LossContract {
 protected:
  /// for_all(), and again with documents that have weights if the loss looks at them.
  template <class Check>
  void for_all_weighted(const Check& check) const {
    for_all([&](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
      check(loss, query, stream);
      if (!entry().weighs_documents) return;
      PreparedQuery weighted = query;
      for (std::size_t doc = 0; doc < query.order.size(); ++doc) {
        weighted.row_weight.push_back(static_cast<float>(1 + stream.below(3)));
      }
      check(loss, weighted, stream);
    });
  }
};

INSTANTIATE_TEST_SUITE_P(Losses, CurvatureContract, testing::ValuesIn(all_losses()), test_name);

TEST_P(CurvatureContract, LeavesTheBitsOfValueAndGradient) {
  for_all_weighted([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    const std::vector<double> s = scores_off_kinks(stream, query.order.size());
    const Evaluated plain = evaluated(loss, query, s);
    for (const CurvatureKind kind : both_kinds) {
      const Evaluated found = curved(loss, query, s, kind);
      EXPECT_EQ(found.value, plain.value);
      EXPECT_EQ(found.gradient, plain.gradient);
    }
  });
}

TEST_P(CurvatureContract, IsTheChangeOfTheGradientIfItSaysSo) {
  if (entry().curvature != CurvatureSource::diagonal) return;
  for_all_weighted([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    constexpr double h = 1e-5;
    std::vector<double> s = scores_off_kinks(stream, query.order.size());
    const Evaluated here = curved(loss, query, s);
    for (std::size_t doc = 0; doc < s.size(); ++doc) {
      const double at = s[doc];
      s[doc] = at + h;
      const double after = evaluated(loss, query, s).gradient[doc];
      s[doc] = at - h;
      const double before = evaluated(loss, query, s).gradient[doc];
      s[doc] = at;
      const double change = (after - before) / (2.0 * h);
      EXPECT_NEAR(here.curvature[doc], change,
                  1e-6 * (1.0 + change) + 1e-10 * std::abs(here.gradient[doc]))
          << "document " << doc;
    }
  });
}

TEST_P(CurvatureContract, IsTheAbsoluteGradientIfItSaysSo) {
  if (entry().curvature != CurvatureSource::gradient) return;
  for_all_weighted([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    const std::vector<double> s = normal_scores(stream, query.order.size());
    for (const CurvatureKind kind : both_kinds) {
      const Evaluated found = curved(loss, query, s, kind);
      for (std::size_t doc = 0; doc < s.size(); ++doc) {
        EXPECT_EQ(found.curvature[doc], std::abs(found.gradient[doc]));
      }
    }
  });
}

// The second derivative along any direction, by differences of the gradient.
TEST_P(CurvatureContract, BoundIsNowhereBelowTheSecondDerivative) {
  if (entry().curvature != CurvatureSource::diagonal && entry().name != "rank-cosine") return;
  for_all_weighted([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    constexpr double h = 1e-5;
    const std::size_t n = query.order.size();
    const std::vector<double> s = scores_off_kinks(stream, n);
    const Evaluated here = curved(loss, query, s, CurvatureKind::bound);
    const std::vector<double> direction = normal_scores(stream, n);
    std::vector<double> after = s;
    std::vector<double> before = s;
    for (std::size_t i = 0; i < n; ++i) {
      after[i] += h * direction[i];
      before[i] -= h * direction[i];
    }
    const std::vector<double> rise = evaluated(loss, query, after).gradient;
    const std::vector<double> fall = evaluated(loss, query, before).gradient;
    double along = 0.0;
    double bound = 0.0;
    double largest = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      along += direction[i] * (rise[i] - fall[i]) / (2.0 * h);
      bound += here.curvature[i] * direction[i] * direction[i];
      largest = std::max(largest, std::abs(here.gradient[i]));
    }
    EXPECT_LE(along, bound * (1.0 + 1e-6) + 1e-6 + 1e-9 * largest);
  });
}

TEST_P(CurvatureContract, TakesAWeightAndAdds) {
  for_all_weighted([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    const std::vector<double> s = scores_off_kinks(stream, query.order.size());
    for (const CurvatureKind kind : both_kinds) {
      const Evaluated once = curved(loss, query, s, kind);
      std::vector<double> gradient(s.size(), 0.0);
      std::vector<double> curvature(s.size(), 7.0);
      Workspace workspace;
      loss.accumulate_curved(query.query(), s, 2.5, gradient, {curvature, kind}, workspace);
      for (std::size_t doc = 0; doc < s.size(); ++doc) {
        const double expected = 7.0 + 2.5 * once.curvature[doc];
        EXPECT_NEAR(curvature[doc], expected, 1e-12 * expected);
      }
    }
  });
}

TEST_P(CurvatureContract, IsFiniteAndNeverNegative) {
  for_all_weighted([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    std::vector<double> s = scores_off_kinks(stream, query.order.size());
    std::vector<double> far = s;
    for (double& score : far) score = score < 1.0 ? -1e6 : 1e6;
    std::vector<double> tiny = s;
    for (double& score : tiny) score *= 1e-200;
    for (const std::vector<double>& scores : {s, far, tiny}) {
      for (const CurvatureKind kind : both_kinds) {
        for (const double hessian : curved(loss, query, scores, kind).curvature) {
          EXPECT_TRUE(hessian >= 0.0 && std::isfinite(hessian)) << hessian;
        }
      }
    }
  });
}

TEST_P(CurvatureContract, IsPermutedWithTheDocuments) {
  for_all([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    const std::vector<double> s = scores_off_kinks(stream, query.order.size());
    const MovedQuery moved = with_moved_documents(loss, query, s, stream);
    const Evaluated here = curved(loss, query, s);
    const Evaluated there = curved(loss, moved.query, moved.scores);
    for (std::size_t doc = 0; doc < s.size(); ++doc) {
      EXPECT_NEAR(here.curvature[doc], there.curvature[moved.moved_to[doc]],
                  1e-12 * (1.0 + std::abs(here.value) + here.curvature[doc]));
    }
  });
}

TEST_P(CurvatureContract, ReadsNoMemoryItHasNotWritten) {
  for_all([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    const std::vector<double> s = scores_off_kinks(stream, query.order.size());
    const Evaluated clean = curved(loss, query, s);
    Workspace workspace;
    for (double& dirt : workspace.take<double>(4096)) dirt = std::nan("");
    workspace.clear();
    std::vector<double> gradient(s.size(), 0.0);
    std::vector<double> curvature(s.size(), 0.0);
    loss.accumulate_curved(query.query(), s, 1.0, gradient, {curvature}, workspace);
    EXPECT_EQ(curvature, clean.curvature);
  });
}

TEST_P(CurvatureContract, IsTheSumOverPairsThatWereGiven) {
  if (!entry().takes_pairs || entry().curvature != CurvatureSource::diagonal) return;
  for_all([](const Loss& loss, const PreparedQuery& query, RandomStream& stream) {
    std::vector<WeightedPair> pairs;
    for (DocIndex i = 0; i < query.order.size(); ++i) {
      for (DocIndex j = 0; j < query.order.size(); ++j) {
        if (query.truth.level[i] > query.truth.level[j]) pairs.push_back({i, j, 1.0});
      }
    }
    if (pairs.empty()) return;
    const std::vector<double> s = scores_off_kinks(stream, query.order.size());
    LossQuery given = query.query();
    given.pairs = pairs;
    for (const CurvatureKind kind : both_kinds) {
      Workspace workspace;
      std::vector<double> gradient(s.size(), 0.0);
      std::vector<double> curvature(s.size(), 0.0);
      const double value =
          loss.accumulate_curved(given, s, 1.0, gradient, {curvature, kind}, workspace);
      std::vector<double> plain(s.size(), 0.0);
      loss.accumulate(given, s, 1.0, plain, workspace);
      EXPECT_EQ(gradient, plain);
      // With ties = half the truth has more pairs.
      const Evaluated of_truth = curved(loss, query, s, kind);
      if (std::abs(value - of_truth.value) > 1e-9 * std::abs(value)) continue;
      for (std::size_t doc = 0; doc < s.size(); ++doc) {
        EXPECT_NEAR(curvature[doc], of_truth.curvature[doc], 1e-12 * (1.0 + curvature[doc]));
      }
    }
  });
}

// --- the specification's values ---

WeakOrder golden_truth(const std::string& name) {
  if (name.find("topk:3") != std::string::npos) return top3;
  if (name.find("top-vs-rest:3") != std::string::npos) return top3_against_rest;
  return graded;
}

TEST(Curvature, IsThatOfTheSpecification) {
  const nlohmann::json all = golden("curvature", "trees.json");
  ASSERT_FALSE(all.empty());
  for (const auto& item : all.items()) {
    const std::string& name = item.key();
    const nlohmann::json& expected = item.value();
    SCOPED_TRACE(name);
    const std::string loss_name = name.substr(0, name.find(' '));
    OptionText options;
    if (name.ends_with("cutoff=3")) options["cutoff"] = "3";
    const auto loss = find_loss(loss_name).make(options);
    const PreparedQuery query = prepared(*loss, golden_truth(name));
    const Evaluated exact = curved(*loss, query, scores);
    const Evaluated bound = curved(*loss, query, scores, CurvatureKind::bound);
    constexpr double accuracy = 1e-12;
    EXPECT_NEAR(exact.value, expected.at("value").get<double>(), accuracy * 20.0);
    const auto numbers = [&](const char* key) {
      return expected.at(key).get<std::vector<double>>();
    };
    expect_near(exact.gradient, numbers("gradient"), accuracy * 20.0);
    expect_near(bound.curvature, numbers("bound"), accuracy * 20.0);
    // The exact one of RankCosine may be negative, so that its bound takes the place.
    expect_near(exact.curvature, numbers(loss_name == "rank-cosine" ? "bound" : "curvature"),
                accuracy * 20.0);
  }
}

}  // namespace
}  // namespace podium
