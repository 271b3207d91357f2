// What every measure promises, under every profile. A new row of measures() is tested at once.
#include <algorithm>
#include <cmath>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

constexpr double tolerance = 1e-12;

/// A measure under a profile, with its own random numbers.
struct Subject {
  Measure measure;
  const Profile* profile;
  mutable RandomStream stream;

  const MeasureEntry& entry() const { return measure.entry(); }

  double value(const WeakOrder& truth, std::span<const double> scores, bool average = false,
               Explanation* explanation = nullptr) const {
    const Ranking ranking = rank_by_score(scores);
    const TruthView view = truth.view();
    return measure(JudgedRanking(view, ranking, average), explanation).value();
  }

  /// A truth that the measure takes: grades 0 to 2, which all profiles know, or strict places.
  WeakOrder random_truth(std::size_t count) const {
    const WeakOrder grades = weak_order(GradedTruth{sample::random_scores(stream, count, 3)});
    if (!entry().needs_order) return grades;
    const std::size_t k = measure.cutoff() == no_cutoff ? 3 : measure.cutoff();
    const TruthSetting setting{.kind = TruthSetting::Kind::top_k, .k = k};
    return apply_setting(grades.view(), setting, stream.bits(), "q");
  }

  void expect_in_range(double v) const {
    EXPECT_TRUE(std::isfinite(v)) << v;
    EXPECT_GE(v, entry().minimum - tolerance);
    EXPECT_LE(v, entry().maximum + tolerance);
  }
};

const std::vector<std::string> with_options = {
    "map(from=2)",
    "iprec(recall=0.5)",
    "rbp(p=0.95)@3",
    "err(max=2000)",
    "wkt(weights=one)",
    "wkt(weights=kappa,normalised=true)",
    "wkt(capped=true,normalised=true,ties=count)@2",
    "rbo(p=0.5,truncated=true)",
    "compatibility(p=0.5)",
};

/// Without a cutoff, with small and large ones, and with options.
std::vector<std::string> names_of(const MeasureEntry& entry) {
  std::vector<std::string> names;
  const std::string name(entry.name);
  if (entry.cutoff != CutoffRule::required) names.push_back(name);
  if (entry.cutoff != CutoffRule::none) {
    for (const char* cutoff : {"@1", "@3", "@10"}) names.push_back(name + cutoff);
  }
  std::ranges::copy_if(with_options, std::back_inserter(names), [&](const std::string& text) {
    return find_measure(text).name == entry.name;
  });
  return names;
}

class MeasureContract : public testing::TestWithParam<const MeasureEntry*> {
 protected:
  /// Calls check(subject) for every way of naming the measure, under every profile that has it.
  template <class Check>
  void for_all(Check&& check) {
    for (const Profile& profile : profiles()) {
      for (const std::string& name : names_of(*GetParam())) {
        const bool is_cut = name.find('@') != std::string::npos;
        if (!has_measure(profile, *GetParam(), is_cut)) {
          EXPECT_THROW(parse_measure(name, profile), UsageError) << name << " " << profile.name;
          continue;
        }
        SCOPED_TRACE(name + " under " + std::string(profile.name));
        check(Subject{parse_measure(name, profile), &profile, RandomStream(1, name, "contract")});
      }
    }
  }
};

TEST_P(MeasureContract, NameParsesBackToAnEqualName) {
  for_all([](const Subject& s) {
    EXPECT_EQ(parse_measure(s.measure.name(), *s.profile).name(), s.measure.name());
    EXPECT_EQ(find_measure(s.measure.name()).name, s.entry().name);
  });
}

TEST_P(MeasureContract, IsInItsRangeForAnyScores) {
  for_all([](const Subject& s) {
    for (std::size_t count = 0; count < 12; ++count) {
      for (int round = 0; round < 5; ++round) {
        const WeakOrder truth = s.random_truth(count);
        s.expect_in_range(s.value(truth, sample::random_scores(s.stream, count, 4)));
      }
    }
  });
}

TEST_P(MeasureContract, NoOrderBeatsTheBestOne) {
  for_all([](const Subject& s) {
    for (int round = 0; round < 40; ++round) {
      const std::size_t count = 1 + s.stream.below(11);
      const WeakOrder truth = s.random_truth(count);
      const std::vector<double> best_scores(truth.level.begin(), truth.level.end());
      const double best = s.value(truth, best_scores);
      for (int other = 0; other < 10; ++other) {
        const auto order = sample::random_order(s.stream, count);
        const double v = s.value(truth, std::vector<double>(order.begin(), order.end()));
        if (s.entry().smaller_is_better) {
          EXPECT_GE(v, best - tolerance);
        } else {
          EXPECT_LE(v, best + tolerance);
        }
      }
    }
  });
}

TEST_P(MeasureContract, DocumentsOfEqualLabelMaySwap) {
  for_all([](const Subject& s) {
    for (int round = 0; round < 40; ++round) {
      const std::size_t count = 2 + s.stream.below(9);
      const WeakOrder truth = s.random_truth(count);
      const auto order = sample::random_order(s.stream, count);
      std::vector<double> scores(order.begin(), order.end());
      const double before = s.value(truth, scores);
      for (std::size_t a = 0; a < count; ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          if (truth.level[a] == truth.level[b]) std::swap(scores[a], scores[b]);
        }
      }
      EXPECT_NEAR(s.value(truth, scores), before, tolerance * (1.0 + std::abs(before)));
    }
  });
}

TEST_P(MeasureContract, InputOrderOfDocumentsDoesNotMatter) {
  for_all([](const Subject& s) {
    for (int round = 0; round < 20; ++round) {
      const std::size_t count = 1 + s.stream.below(10);
      const WeakOrder truth = s.random_truth(count);
      const auto scores = sample::random_order(s.stream, count);
      const auto moved_to = sample::random_order(s.stream, count);
      WeakOrder moved = truth;
      std::vector<double> moved_scores(count);
      for (std::size_t doc = 0; doc < count; ++doc) {
        moved.level[moved_to[doc]] = truth.level[doc];
        moved.label[moved_to[doc]] = truth.label[doc];
        moved_scores[moved_to[doc]] = scores[doc];
      }
      EXPECT_EQ(s.value(moved, moved_scores),
                s.value(truth, std::vector<double>(scores.begin(), scores.end())));
    }
  });
}

TEST_P(MeasureContract, TakesListsOfNoneOneAndEqualDocuments) {
  for_all([](const Subject& s) {
    s.expect_in_range(s.value(s.random_truth(0), {}));
    s.expect_in_range(s.value(s.random_truth(1), std::vector<double>{3}));
    s.expect_in_range(s.value(s.random_truth(7), std::vector<double>(7, 0.5)));
    if (s.entry().needs_order) return;
    for (const double label : {-1.0, 0.0, 2.0}) {
      s.expect_in_range(
          s.value(weak_order(GradedTruth{{label, label, label}}), sample::falling_scores(3)));
    }
  });
}

TEST_P(MeasureContract, GivesItsDeclaredValueWhenNothingIsRelevant) {
  for_all([](const Subject& s) {
    if (s.entry().needs_order) return;  // an order always has a best document
    const double v = s.value(weak_order(GradedTruth{{0, 0, -1}}), sample::falling_scores(3));
    switch (s.entry().blank) {
      case BlankValue::zero:
        EXPECT_EQ(v, 0.0);
        break;
      case BlankValue::profile:
        EXPECT_EQ(v, s.profile->blank == Blank::one ? 1.0 : 0.0);
        break;
      case BlankValue::ordinary:
        s.expect_in_range(v);
        break;
    }
  });
}

TEST_P(MeasureContract, NoLabelOverflows) {
  for_all([](const Subject& s) {
    WeakOrder truth = weak_order(GradedTruth{{31, 0.5, 1330, 0.25, 0}});
    if (s.entry().needs_order) truth.strict = 5;
    for (const auto& scores :
         {std::vector<double>{5, 4, 3, 2, 1}, std::vector<double>{1, 2, 3, 4, 5}}) {
      try {
        s.expect_in_range(s.value(truth, scores));
      } catch (const NumericError& error) {  // DCG has no ideal that would bring its gains down
        EXPECT_EQ(s.entry().name, "dcg") << error.what();
      } catch (const UsageError& error) {  // a fixed scale of grades, or a table of gains
        EXPECT_THAT(error.what(), testing::AnyOf(testing::HasSubstr("above the highest grade"),
                                                 testing::HasSubstr("has gains for the labels")));
      }
    }
  });
}

/// The same truth and scores, and documents that are not judged: below all others in the ranking.
std::pair<WeakOrder, std::vector<double>> with_unjudged_below(const WeakOrder& truth,
                                                              std::vector<double> scores) {
  GradedTruth longer{truth.label};
  for (const double label : {-1.0, -2.0, -1.0}) {
    longer.label.push_back(label);
    scores.push_back(-1.0);
  }
  WeakOrder order = weak_order(longer);
  order.strict = truth.strict;
  return {order, scores};
}

TEST_P(MeasureContract, DoesNotCountUnjudgedDocumentsAmongTheJudged) {
  for_all([](const Subject& s) {
    const std::string_view name = s.entry().name;
    // These look at the whole ranked list, or count how much of it is judged.
    if (name == "judged" || name == "meanndcg" || name == "rbo") return;
    const bool pads =
        s.profile->ndcg_short == ShortList::pad && s.profile->precision_short == ShortList::pad;
    for (int round = 0; round < 20; ++round) {
      const std::size_t count = 2 + s.stream.below(8);
      if (!pads && s.measure.cutoff() != no_cutoff && count < s.measure.cutoff()) continue;
      const WeakOrder truth = s.random_truth(count);
      const auto scores = sample::random_scores(s.stream, count, 5);
      const auto [longer, more] = with_unjudged_below(truth, scores);
      EXPECT_EQ(s.value(longer, more), s.value(truth, scores));
    }
  });
}

TEST_P(MeasureContract, CountsWhatWasJudgedButNotRetrieved) {
  for_all([](const Subject& s) {
    for (int round = 0; round < 20; ++round) {
      const std::size_t count = 4 + s.stream.below(5);
      const WeakOrder truth = s.random_truth(count);
      s.expect_in_range(s.value(truth, sample::random_scores(s.stream, 3, 5)));
      s.expect_in_range(s.value(truth, {}));
    }
  });
}

TEST_P(MeasureContract, MeanOverTiesIsTheMeanOverAllOrders) {
  for_all([](const Subject& s) {
    if (!s.entry().averages_ties) return;  // it does not promise that
    const bool looks_at_scores = s.entry().name == "wkt" || s.entry().name == "kendall";
    for (int round = 0; round < 25; ++round) {
      const std::size_t count = 1 + s.stream.below(6);
      const WeakOrder truth = s.random_truth(count);
      const auto scores = sample::random_scores(s.stream, count, 3);
      if (looks_at_scores) {  // ties are part of its definition: their order plays no part
        EXPECT_EQ(s.value(truth, scores, true), s.value(truth, scores));
        continue;
      }
      const double mean = sample::mean_over_orders(
          scores, [&](const std::vector<double>& distinct) { return s.value(truth, distinct); });
      EXPECT_NEAR(s.value(truth, scores, true), mean, tolerance * (1.0 + std::abs(mean)));
    }
  });
}

TEST_P(MeasureContract, ExplainsTheValueItGives) {
  for_all([](const Subject& s) {
    for (const bool average : {false, s.entry().averages_ties}) {
      const WeakOrder truth = s.random_truth(6);
      const auto scores = sample::random_scores(s.stream, 6, 4);
      Explanation explanation;
      const double v = s.value(truth, scores, average, &explanation);
      EXPECT_EQ(v, s.value(truth, scores, average));
      EXPECT_FALSE(explanation.formula.empty());
      EXPECT_FALSE(explanation.terms.columns.empty());
      for (const auto& row : explanation.terms.rows) {
        EXPECT_EQ(row.size(), explanation.terms.columns.size());
      }
      ASSERT_FALSE(explanation.totals.empty());
      EXPECT_EQ(explanation.totals.back(), std::pair(s.measure.name(), v));
    }
  });
}

TEST_P(MeasureContract, RefusesAGradedTruthWhenItNeedsAnOrder) {
  for_all([](const Subject& s) {
    const auto refusal = [&]() -> std::string {
      try {
        s.value(sample::graded, sample::scores);
      } catch (const UsageError& error) {
        return error.what();
      }
      return "accepted";
    };
    EXPECT_THAT(refusal(),
                testing::HasSubstr(s.entry().needs_order ? "--truth topk:K" : "accepted"));
  });
}

std::vector<const MeasureEntry*> all_rows() {
  std::vector<const MeasureEntry*> rows;
  for (const MeasureEntry& entry : measures()) rows.push_back(&entry);
  return rows;
}

INSTANTIATE_TEST_SUITE_P(AllMeasures, MeasureContract, testing::ValuesIn(all_rows()),
                         [](const testing::TestParamInfo<const MeasureEntry*>& param) {
                           std::string name(param.param->name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace podium
