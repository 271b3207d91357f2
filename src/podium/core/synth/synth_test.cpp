#include "podium/core/synth/synth.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/core/doctor/doctor.hpp"
#include "podium/core/prepare/info.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::Pair;

static_assert(has_all_fields<SynthOptions>());

TEST(Synth, HasTheSizesThatWereAskedFor) {
  const SyntheticDataset made =
      synthesise({.queries = 30, .documents = 12.5, .features = 7, .grades = 3}, 1);
  const DatasetInfo info = describe(made.data);
  EXPECT_EQ(info.queries, 30U);
  EXPECT_EQ(info.rows, 375U);
  EXPECT_EQ(made.utility.size(), 375U);
  EXPECT_EQ(info.features, 7U);
  EXPECT_GE(info.documents_per_query.min, 5U);
  EXPECT_LE(info.documents_per_query.max, 21U);
  // 40 % of 375 relevant; grade 1 twice as frequent as grade 2.
  EXPECT_THAT(info.labels, ElementsAre(Pair(0, 225), Pair(1, 100), Pair(2, 50)));
  EXPECT_EQ(made.data.document_id(0), "q1-d1");
}

TEST(Synth, HasThePresetsOfTheTimings) {
  EXPECT_EQ(describe(synthesise(synth_preset("G"), 1).data).labels.at(1.0), 500U);
  const SynthOptions small = synth_preset("S");
  EXPECT_EQ(std::llround(static_cast<double>(small.queries) * small.documents), 69'372);
  const SynthOptions medium = synth_preset("M");
  EXPECT_EQ(std::llround(static_cast<double>(medium.queries) * medium.documents), 740'000);
  EXPECT_EQ(medium.features, 136U);
  EXPECT_THROW(synth_preset("XL"), UsageError);
}

TEST(Synth, GradesByTheUtilityAloneWhenThereIsNoNoise) {
  const SyntheticDataset made = synthesise({.queries = 40, .documents = 20, .noise = 0.0}, 3);
  const auto labels = made.data.columns().label;
  std::map<double, std::pair<double, double>> range;  // label -> least and most utility
  for (std::size_t row = 0; row < labels.size(); ++row) {
    auto [place, is_new] = range.try_emplace(labels[row], made.utility[row], made.utility[row]);
    place->second.first = std::min(place->second.first, made.utility[row]);
    place->second.second = std::max(place->second.second, made.utility[row]);
  }
  ASSERT_EQ(range.size(), 5U);
  double below = -1e9;
  for (const auto& [label, utilities] : range) {
    EXPECT_GT(utilities.first, below);
    below = utilities.second;
  }
}

TEST(Synth, OrdersAllDocumentsByTheUtilityWhenThereIsNoNoise) {
  const SynthOptions options{.queries = 12, .documents = 15, .noise = 0.0, .order = true};
  const SyntheticDataset made = synthesise(options, 3);
  for (std::size_t q = 0; q < made.data.query_count(); ++q) {
    const QueryView query = made.data[q];
    EXPECT_EQ(query.truth.strict, query.size());
    std::vector<double> by_label(query.size());
    for (DocIndex doc = 0; doc < query.size(); ++doc) {
      by_label.at(static_cast<std::size_t>(query.truth.label[doc])) =
          made.utility[query.first_row + doc];
    }
    EXPECT_TRUE(std::ranges::is_sorted(by_label)) << query.id;
  }
}

TEST(Synth, OrdersTheSameDocumentsThatItGrades) {
  const SynthOptions options{.queries = 12, .documents = 15};
  SynthOptions ordered = options;
  ordered.order = true;
  const SyntheticDataset with_grades = synthesise(options, 3);
  const SyntheticDataset with_order = synthesise(ordered, 3);
  EXPECT_EQ(comparable_features(with_grades.data), comparable_features(with_order.data));
  for (std::size_t q = 0; q < with_order.data.query_count(); ++q) {
    const TruthView grades = with_grades.data[q].truth;
    const TruthView places = with_order.data[q].truth;
    for (DocIndex a = 0; a < places.size(); ++a) {
      for (DocIndex b = 0; b < places.size(); ++b) {
        EXPECT_TRUE(!grades.prefers(a, b) || places.prefers(a, b));
      }
    }
  }
}

/// Least squares by the normal equations: the share of the variance of y that x explains linearly.
double explained(const Dataset& data, std::span<const double> y) {
  const std::size_t n = data.feature_count() + 1;
  std::vector<std::vector<double>> system(n, std::vector<double>(n + 1, 0.0));
  std::vector<double> x(n, 1.0);
  double mean = 0.0;
  for (const double value : y) mean += value / static_cast<double>(y.size());
  const auto for_each_row = [&](auto&& visit) {
    for (std::size_t query = 0; query < data.query_count(); ++query) {
      for (DocIndex doc = 0; doc < data[query].size(); ++doc) {
        std::ranges::copy(data[query].features[doc].dense(), x.begin());
        visit(y[data[query].first_row + doc] - mean);
      }
    }
  };
  for_each_row([&](double target) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) system[i][j] += x[i] * x[j];
      system[i][n] += x[i] * target;
    }
  });
  for (std::size_t i = 0; i < n; ++i) {
    system[i][i] += 1e-9;
    for (std::size_t r = 0; r < n; ++r) {
      if (r == i) continue;
      const double factor = system[r][i] / system[i][i];
      for (std::size_t c = i; c <= n; ++c) system[r][c] -= factor * system[i][c];
    }
  }
  double residual = 0.0;
  double total = 0.0;
  for_each_row([&](double target) {
    double fit = 0.0;
    for (std::size_t i = 0; i < n; ++i) fit += x[i] * system[i][n] / system[i][i];
    residual += (target - fit) * (target - fit);
    total += target * target;
  });
  return 1.0 - residual / total;
}

TEST(Synth, IsLinearUnlessToldOtherwise) {
  SynthOptions options{.queries = 60, .documents = 30, .features = 12, .nonlinearity = 0.0};
  const SyntheticDataset straight = synthesise(options, 5);
  EXPECT_NEAR(explained(straight.data, straight.utility), 1.0, 1e-6);
  options.nonlinearity = 0.6;
  const SyntheticDataset bent = synthesise(options, 5);
  const double share = explained(bent.data, bent.utility);
  EXPECT_LT(share, 0.9);
  EXPECT_GT(share, 0.4);
}

TEST(Synth, KeepsTheFeaturesWhenOnlyTheNoiseChanges) {
  SynthOptions options{.queries = 10, .documents = 10};
  const SyntheticDataset quiet = synthesise(options, 1);
  options.noise = 5.0;
  const SyntheticDataset loud = synthesise(options, 1);
  EXPECT_EQ(comparable_features(quiet.data), comparable_features(loud.data));
  EXPECT_EQ(quiet.utility, loud.utility);
  EXPECT_FALSE(std::ranges::equal(quiet.data.columns().label, loud.data.columns().label));
}

TEST(Synth, HasSixDecimals) {
  const Dataset data = synthesise({.queries = 20, .documents = 20}, 2).data;
  for (const float value : comparable_features(data)) {
    const double scaled = double{value} * 1e6;
    EXPECT_NEAR(scaled, std::round(scaled), 1e6 * std::abs(value) * 6e-8) << value;
  }
}

TEST(Synth, LeavesOutTheShareOfCellsThatIsMissing) {
  const SynthOptions options{.queries = 50, .documents = 50, .features = 10, .missing = 0.1};
  const DatasetInfo info = describe(synthesise(options, 1).data);
  EXPECT_NEAR(static_cast<double>(info.missing), 2500.0, 4.0 * std::sqrt(12'500 * 0.2 * 0.8));
  SynthOptions whole = options;
  whole.missing = 0.0;
  EXPECT_EQ(describe(synthesise(whole, 1).data).missing, 0U);
}

TEST(Synth, GivesNoErrorsToTheDoctor) {
  for (const Finding& finding : check_dataset(synthesise({}, 4).data)) {
    EXPECT_NE(finding.severity, Severity::error) << finding.check;
  }
}

TEST(Synth, DependsOnTheSeedAndNotOnThreads) {
  const SynthOptions options{.queries = 50, .documents = 20, .missing = 0.1};
  const auto with = [&](std::size_t threads, std::uint64_t seed) {
    const ThreadLimit limit(threads);
    const SyntheticDataset made = synthesise(options, seed);
    const auto labels = made.data.columns().label;
    return std::tuple(comparable_features(made.data), made.utility,
                      std::vector<double>(labels.begin(), labels.end()));
  };
  EXPECT_EQ(with(1, 7), with(4, 7));
  EXPECT_NE(with(1, 7), with(1, 8));
}

TEST(Synth, DrawsTheShareOfValuesThatIsAskedFor) {
  const SynthOptions options{
      .queries = 40, .documents = 25, .features = 200, .missing = 0.1, .density = 0.03};
  const Dataset data = synthesise(options, 1).data;
  EXPECT_TRUE(data.is_sparse());
  const auto stored = static_cast<double>(data.columns().features.size());
  EXPECT_NEAR(stored, 6000.0, 4.0 * std::sqrt(200'000 * 0.03 * 0.97));
  for (const float value : data.columns().features) EXPECT_NE(value, 0.0F);
  EXPECT_NEAR(static_cast<double>(describe(data).missing), 600.0, 4.0 * std::sqrt(3000 * 0.16));
  const ThreadLimit limit(1);
  EXPECT_EQ(feature_bits(synthesise(options, 1).data), feature_bits(data));
}

TEST(Synth, FollowsItsUtilityAlsoWhereDataIsSparse) {
  const SynthOptions options{.queries = 30,
                             .documents = 30,
                             .features = 40,
                             .noise = 0.0,
                             .nonlinearity = 0.0,
                             .density = 0.2};
  const SyntheticDataset made = synthesise(options, 5);
  EXPECT_NEAR(explained(made.data, made.utility), 1.0, 1e-6);
}

}  // namespace
}  // namespace podium
