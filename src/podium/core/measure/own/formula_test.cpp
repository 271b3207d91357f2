#include "podium/core/measure/own/formula.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using testing::HasSubstr;

std::optional<double> value_of(std::string_view formula, const std::vector<double>& ranked_labels,
                               std::size_t cutoff = no_cutoff,
                               std::string_view profile = "standard") {
  const WeakOrder truth = weak_order(GradedTruth{ranked_labels});
  const TruthView view = truth.view();
  const Ranking ranking = rank_by_score(sample::falling_scores(ranked_labels.size()));
  return Formula(formula).under(find_profile(profile), cutoff)(JudgedRanking(view, ranking),
                                                               nullptr);
}

std::string refusal(const std::string& formula) {
  try {
    const Formula read(formula);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Formula, ComputesLikeAPocketCalculator) {
  const std::vector<std::pair<const char*, double>> cases = {
      {"1+2*3", 7},
      {"(1+2)*3", 9},
      {"2^3^2", 512},
      {"-2^2", -4},
      {"2^-1", 0.5},
      {"8/4/2", 1},
      {"5-3-1", 1},
      {"--3", 3},
      {"1e2 + .5", 100.5},
      {"2 < 3", 1},
      {"2 >= 3", 0},
      {"1+1 == 2", 1},
      {"1 != 1", 0},
      {"log2(8)", 3},
      {"log(exp(2))", 2},
      {"sqrt(9)", 3},
      {"abs(-4)", 4},
      {"floor(2.7)", 2},
      {"min(2, max(3,1))", 2},
      {"if(0, 1, 7)", 7},
      {"if(2>1, 1, 7)", 1},
      {"1.5e-1*10", 1.5},
  };
  for (const auto& [formula, expected] : cases) {
    EXPECT_NEAR(value_of(formula, {1}).value(), expected, 1e-12) << formula;
  }
}

TEST(Formula, RestatesTheMeasuresOfTheLibrary) {
  const std::vector<std::pair<const char*, const char*>> pairs = {
      {"sum(gain*discount)", "dcg"},
      {"norm(sum(gain*discount))", "ndcg"},
      {"sum(gain*discount)/ideal(sum(gain*discount))", "ndcg"},
      {"sum(relevant)/k", "p"},
      {"sum(relevant)/total(relevant)", "recall"},
      {"sum(relevant*(before(relevant)+1)/rank)/total(relevant)", "map"},
      {"1/first(relevant)", "rr"},
      {"0.2*sum(relevant*0.8^(rank-1))", "rbp"},
      {"count(relevant) > 0", "success"},
      {"sum(gain/2^3/rank*exp(before(log(1-gain/2^3))))", "err(max=3)"},
      {"count(judged)/min(k,n)", "judged"},
  };
  RandomStream stream(1, "", "formula");
  for (const auto& [formula, name] : pairs) {
    for (int round = 0; round < 40; ++round) {
      std::vector<double> labels = sample::random_scores(stream, 1 + stream.below(9), 4);
      for (double& label : labels) label -= 1.0;
      labels[stream.below(labels.size())] = 2.0;
      const std::size_t cutoff = 1 + stream.below(10);
      const double expected =
          sample::measure_ranked(std::string(name) + "@" + std::to_string(cutoff), labels);
      EXPECT_NEAR(value_of(formula, labels, cutoff).value(), expected, 1e-12) << formula;
    }
  }
}

TEST(Formula, SeesTheProfile) {
  EXPECT_EQ(value_of("sum(gain)", {2, 1}), 4.0);
  EXPECT_EQ(value_of("sum(gain)", {2, 1}, no_cutoff, "trec"), 3.0);
  EXPECT_EQ(value_of("sum(relevant)", {2, 1}, no_cutoff, "mslr"), 1.0);
  EXPECT_EQ(value_of("sum(discount)", {2, 1}, no_cutoff, "letor4"), 2.0);
  EXPECT_THROW(value_of("sum(gain)", {3}, no_cutoff, "letor4"), UsageError);
  EXPECT_EQ(value_of("sum(label)", {3}, no_cutoff, "letor4"), 3.0);
}

TEST(Formula, KnowsWhatWasNotRetrieved) {
  const WeakOrder truth = weak_order(GradedTruth{{0, 1, 2}});
  const TruthView view = truth.view();
  const Ranking ranking = rank_by_score(std::vector<double>{1, 2});
  const JudgedRanking judged(view, ranking);
  const auto value = [&](const char* formula) {
    return Formula(formula).under(find_profile("standard"), no_cutoff)(judged, nullptr).value();
  };
  EXPECT_EQ(value("total(label)"), 3.0);
  EXPECT_EQ(value("sum(label)"), 1.0);
  EXPECT_EQ(value("ideal(sum(label/rank))"), 2.5);
  EXPECT_EQ(value("n"), 2.0);
  EXPECT_EQ(value("ideal(n)"), 3.0);
  EXPECT_EQ(value("total(sum(label))"), 3.0);  // of each of three documents
  EXPECT_EQ(value("sum(label/sum(label))"), 1.0);
  EXPECT_EQ(value("ideal(norm(sum(label)))"), 1.0);
  EXPECT_EQ(value_of("total(label)", {-1, 2}), 2.0);  // one of them is not judged
  EXPECT_EQ(value_of("ideal(n)", {-1, 2}), 1.0);
}

TEST(Formula, IsNotDefinedWhereItIsZeroByZero) {
  EXPECT_EQ(value_of("norm(sum(gain))", {0, 0}), std::nullopt);
  EXPECT_EQ(value_of("sum(relevant)/total(relevant)", {0, 0}), std::nullopt);
  EXPECT_EQ(value_of("1/first(relevant)", {0, 0}), 0.0);
  EXPECT_EQ(value_of("sum(label)", {}), 0.0);
  EXPECT_THROW(value_of("1/sum(gain)", {0, 0}), NumericError);
  EXPECT_THROW(value_of("sum(gain)", {2000}), NumericError);
}

TEST(Formula, IsALossWhenItSaysSo) {
  EXPECT_FALSE(Formula("sum(rank)").is_loss());
  EXPECT_TRUE(Formula("loss(sum(rank*relevant))").is_loss());
  EXPECT_EQ(value_of("loss(sum(rank*relevant))", {0, 1}), 2.0);
}

TEST(Formula, SaysWhereAndWhatIsWrong) {
  EXPECT_THAT(refusal(""), HasSubstr("character 1: found the end, expected a number"));
  EXPECT_THAT(refusal("sum(gain"), HasSubstr("character 9: found the end, expected ')'"));
  EXPECT_THAT(refusal("sum(gian)"), HasSubstr("character 5: found 'gian', expected one of: rank"));
  EXPECT_THAT(refusal("gain"), HasSubstr("put it inside sum, count, first or total"));
  EXPECT_THAT(refusal("before(gain)"), HasSubstr("put it inside sum"));
  EXPECT_THAT(refusal("total(rank)"), HasSubstr("has no meaning inside total"));
  EXPECT_THAT(refusal("norm(gain)"), HasSubstr("put it inside sum"));
  EXPECT_THAT(refusal("sum(norm(gain))"), HasSubstr("put it inside sum"));
  EXPECT_THAT(refusal("min(1)"), HasSubstr("found ')', expected ',': min takes 2 arguments"));
  EXPECT_THAT(refusal("sum gain"), HasSubstr("expected '(' after 'sum'"));
  EXPECT_THAT(refusal("1 2"), HasSubstr("character 3: found '2', expected an operator"));
  EXPECT_THAT(refusal("1 + + 2"), HasSubstr("found '+'"));
  EXPECT_THAT(refusal("1.2.3"), HasSubstr("expected a number"));
  EXPECT_THAT(refusal("1e-"), HasSubstr("expected a number"));
  EXPECT_THAT(refusal("negate(1)"), HasSubstr("expected one of"));
  EXPECT_THAT(refusal("loss(1)+1"), HasSubstr("around the whole formula"));
  EXPECT_THAT(refusal("1+loss(1)"), HasSubstr("around the whole formula"));
  EXPECT_THAT(refusal("2 = 2"), HasSubstr("found '='"));
  EXPECT_THAT(refusal("sum(rank<2<3)"), HasSubstr("found '<'"));
  EXPECT_THAT(refusal("1 \x01"), HasSubstr("an operator or the end"));
}

TEST(Formula, BoundsNestingAndLength) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '(') + "1" + std::string(depth, ')');
  };
  EXPECT_EQ(refusal(nested(40)), "accepted");
  EXPECT_THAT(refusal(nested(400)), HasSubstr("nested more than"));
  EXPECT_THAT(refusal(std::string(900, '-') + "1"), HasSubstr("nested more than"));
  std::string tower = "2";
  for (int i = 0; i < 300; ++i) tower += "^1";
  EXPECT_THAT(refusal(tower), HasSubstr("nested more than"));
  EXPECT_THAT(refusal(std::string(2000, '1')), HasSubstr("found 2000 characters"));
  std::string sum = "1";
  for (int i = 0; i < 499; ++i) sum += "+1";
  EXPECT_EQ(value_of(sum, {1}), 500.0);
}

TEST(Formula, MeetsRubbish) {
  RandomStream stream(1, "", "rubbish");
  const std::string alphabet = "sumgainrkbefortl()+-*/^<>=!.,0123456789 @e_\xff";
  const std::vector<std::string> words = {"sum(",  "gain", "rank", "norm(",  "before(", "total(",
                                          "label", ")",    "+",    "^",      "-",       "(",
                                          ",",     "1",    "if(",  "first(", "loss(",   "k"};
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::size_t i = stream.below(20); i > 0; --i) {
      if (round % 2 == 0) {
        text += alphabet[stream.below(alphabet.size())];
      } else {
        text += words[stream.below(words.size())];
      }
    }
    try {
      const Formula formula(text);
      const WeakOrder truth = weak_order(GradedTruth{{1, 0, 2}});
      const TruthView view = truth.view();
      const Ranking ranking = rank_by_score(sample::falling_scores(3));
      formula.under(find_profile("standard"), 2)(JudgedRanking(view, ranking), nullptr);
    } catch (const UsageError&) {
    } catch (const NumericError&) {
    }
  }
}

TEST(Formula, ExplainsItsSums) {
  const WeakOrder truth = weak_order(GradedTruth{{0, 2}});
  const TruthView view = truth.view();
  const Ranking ranking = rank_by_score(sample::falling_scores(2));
  Explanation explanation;
  Formula("norm(sum(gain * discount))")
      .under(find_profile("standard"), no_cutoff)(JudgedRanking(view, ranking), &explanation);
  EXPECT_EQ(explanation.formula, "norm(sum(gain * discount))");
  EXPECT_THAT(explanation.terms.columns, testing::ElementsAre("rank", "document", "label", "gain",
                                                              "discount", "gain * discount"));
  ASSERT_EQ(explanation.terms.rows.size(), 2U);
  EXPECT_EQ(std::get<double>(explanation.terms.rows[1][3].value), 3.0);
  ASSERT_EQ(explanation.totals.size(), 2U);
  EXPECT_EQ(explanation.totals[0], std::pair(std::string("ideal sum(gain * discount)"), 3.0));
}

}  // namespace
}  // namespace podium
