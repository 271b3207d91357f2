#include "podium/core/prepare/normalise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/core/prepare/feature_statistics.hpp"

namespace podium {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;
using testing::Pointwise;

using Kind = NormaliserKind;

constexpr float null = std::numeric_limits<float>::quiet_NaN();

Dataset one_column(const std::vector<std::vector<float>>& queries) {
  DatasetBuilder builder(1);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    builder.add_query("q" + to_text(q), GradedTruth{std::vector<double>(queries[q].size())},
                      queries[q]);
  }
  return std::move(builder).build();
}

std::vector<float> normalised(Kind kind, const Dataset& data) {
  return comparable_features(Normaliser::fit(kind, data).apply(data));
}

TEST(Normaliser, ScalesEachQueryToZeroAndOne) {
  // The specification's example of section A.4, then a constant and a single document.
  EXPECT_THAT(normalised(Kind::query_minmax, one_column({{3, 1, 1, 5, 3}, {4, 4}, {9}})),
              ElementsAre(0.5, 0, 0, 1, 0.5, 0, 0, 0));
}

TEST(Normaliser, RanksByTheShareOfSmallerValues) {
  EXPECT_THAT(normalised(Kind::query_rank, one_column({{3, 1, 1, 5, 3}, {4, 4}, {9}})),
              ElementsAre(0.5, 0, 0, 1, 0.5, 0, 0, 0));
  EXPECT_THAT(normalised(Kind::query_rank, one_column({{0, 100, null, 1}})),
              ElementsAre(0, 1, -999, 0.5));
}

TEST(Normaliser, LeavesMissingValuesMissing) {
  for (const NormaliserEntry& entry : normalisers()) {
    const auto values = normalised(entry.kind, one_column({{null, 2, 8}, {null}}));
    EXPECT_EQ(values[0], -999.0F) << entry.name;
    EXPECT_NE(values[1], -999.0F) << entry.name;
    EXPECT_EQ(values[3], -999.0F) << entry.name;
  }
}

TEST(Normaliser, TurnsConstantFeaturesIntoZero) {
  for (const NormaliserEntry& entry : normalisers()) {
    if (entry.kind == Kind::log1p) continue;
    // 0.1 has no exact mean: three of it must still not become 1 divided by a rounding error.
    EXPECT_THAT(normalised(entry.kind, one_column({{0.1F, 0.1F, 0.1F}})), ElementsAre(0, 0, 0))
        << entry.name;
  }
}

TEST(Normaliser, TakesTheLogarithmOfTheSize) {
  const auto values = normalised(Kind::log1p, one_column({{0, 1, -1, 99}}));
  EXPECT_THAT(values, Pointwise(FloatNear(1e-6F),
                                {0.0F, std::log(2.0F), -std::log(2.0F), std::log(100.F)}));
}

// Values of an independent program, as are those of the next two tests.
TEST(Normaliser, StandardisesAutomatically) {
  const Dataset data = one_column({{0, 0, 0, 1, 2}, {2, 5, 9, 9.5, 1000}});
  const Normaliser normaliser = Normaliser::fit(Kind::automatic, data);
  EXPECT_DOUBLE_EQ(normaliser.shift()[0], 102.85);
  EXPECT_DOUBLE_EQ(normaliser.scale()[0], 299.0692269358384);
  EXPECT_TRUE(normaliser.curves().empty());  // of ten values, none can be far from all others
  EXPECT_EQ(normalised(Kind::automatic, data), normalised(Kind::zscore, data));
}

TEST(Normaliser, StandardisesAutomaticallyByExactSums) {
  RandomStream random(1, "", "order");
  std::vector<std::vector<float>> queries(60, std::vector<float>(100));
  for (std::vector<float>& query : queries) {
    for (float& value : query) value = static_cast<float>(random.normal()) + 3.0F;
  }
  const Normaliser normaliser = Normaliser::fit(Kind::automatic, one_column(queries));
  const FeatureSummary summary = summarise_features(one_column(queries)).front();
  EXPECT_NEAR(normaliser.shift()[0], summary.mean, 1e-14);
  EXPECT_NEAR(normaliser.scale()[0], summary.deviation, 1e-14);
  for (int repeat = 0; repeat < 5; ++repeat) {  // any order of the rows
    random.shuffle(std::span(queries));
    for (std::vector<float>& query : queries) random.shuffle(std::span(query));
    const Normaliser other = Normaliser::fit(Kind::automatic, one_column(queries));
    EXPECT_TRUE(std::ranges::equal(other.shift(), normaliser.shift()));
    EXPECT_TRUE(std::ranges::equal(other.scale(), normaliser.scale()));
  }
}

TEST(PiecewiseLinear, MapsKnotsToNormalQuantilesOfTheirRanks) {
  const auto curve = PiecewiseLinear::of_normal_ranks(
      {{0, 3}, {1, 1}, {2, 2}, {5, 1}, {9, 1}, {9.5, 1}, {1000, 1}});
  EXPECT_THAT(curve.at, ElementsAre(0, 1, 2, 5, 9, 9.5, 1000));
  EXPECT_THAT(curve.image, Pointwise(DoubleNear(1e-12),
                                     {-1.2054528912720772, -0.46574883549853074,
                                      -0.02800124722575292, 0.4097463410470249, 0.738260312186821,
                                      1.1494503968205712, 1.840652953711851}));
  const std::array<std::pair<double, double>, 5> images = {{{-5, -1.2054528912720772},
                                                            {1.5, -0.24687504136214183},
                                                            {7, 0.5740033266169229},
                                                            {500, 1.4917369734537593},
                                                            {1e9, 1.840652953711851}}};
  for (const auto& [x, image] : images) EXPECT_NEAR(curve(x), image, 1e-12) << x;
  EXPECT_TRUE(std::isnan(curve(std::nan(""))));
}

TEST(Normaliser, UsesRanksWhereAValueIsFarFromAllOthers) {
  std::vector<float> column(201);
  std::iota(column.begin(), column.end(), 0.0F);
  column.back() = 1e6F;
  const Normaliser normaliser = Normaliser::fit(Kind::automatic, one_column({column}));
  ASSERT_EQ(normaliser.curves().size(), 1U);
  const PiecewiseLinear& curve = normaliser.curves().at(0);
  EXPECT_EQ(curve.at.size(), 72U);  // 64 evenly spaced, and four near each end
  EXPECT_GT(curve(199.0), curve(190.0) + 0.1);
  EXPECT_EQ(curve.at.back(), 1e6);
  std::vector<float> document = {1e6F};
  normaliser.apply_to_documents(document);
  EXPECT_EQ(document[0], static_cast<float>(curve(1e6)));
  EXPECT_LT(document[0], 4.0F);
}

TEST(Normaliser, KeepsTheZerosOfColumnsThatAreMostlyZero) {
  std::vector<float> column(2000);
  for (std::size_t i = 0; i < 20; ++i) column[i * 100] = std::exp(static_cast<float>(i) / 2.0F);
  const Normaliser curved = Normaliser::fit(Kind::automatic, one_column({column}));
  ASSERT_EQ(curved.curves().size(), 1U);
  EXPECT_EQ(curved.curves().at(0)(0.0), 0.0);
  EXPECT_EQ(curved.curves().at(0).at.size(), 21U);  // zero is one knot, all other values are more
  const Normaliser divided = Normaliser::fit(Kind::automatic, one_column({{0, 0, 0, 1, -2}}));
  EXPECT_EQ(divided.shift()[0], 0.0);
  EXPECT_GT(divided.scale()[0], 0.0);
  // Two values are as far apart by ranks as they are by themselves.
  std::vector<float> flag(2000);
  flag.front() = 1.0F;
  EXPECT_TRUE(Normaliser::fit(Kind::automatic, one_column({flag})).curves().empty());
}

TEST(Normaliser, UsesQuartilesThatAreInterpolated) {
  // Values 1 2 3 4: quartiles 1.75, 2.5, 3.25 (numpy.percentile agrees).
  EXPECT_THAT(normalised(Kind::robust, one_column({{4, 1}, {3, 2, null}})),
              Pointwise(FloatNear(1e-6F), {1.0F, -1.0F, 1 / 3.0F, -1 / 3.0F, -999.0F}));
}

TEST(Normaliser, ShowsThatQueryMinmaxAndRankAreIdempotent) {
  const Dataset data = random_dataset(3, 40, 4, 0.2);
  for (const Kind kind : {Kind::query_minmax, Kind::query_rank}) {
    const Dataset once = Normaliser::fit(kind, data).apply(data);
    EXPECT_EQ(normalised(kind, once), comparable_features(once));
  }
}

/// The formulas of the header, one cell at a time: over the query or over the whole set.
float restated(Kind kind, const Dataset& data, std::size_t query, DocIndex doc, std::size_t f) {
  const bool in_query = kind == Kind::query_minmax || kind == Kind::query_zscore;
  std::vector<double> values;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    if (in_query && q != query) continue;
    for (DocIndex d = 0; d < data[q].size(); ++d) {
      if (!std::isnan(data[q].features[d][f])) values.push_back(data[q].features[d][f]);
    }
  }
  const double x = data[query].features[doc][f];
  if (std::isnan(x)) return -999.0F;
  const auto [minimum, maximum] = std::ranges::minmax(values);
  if (minimum == maximum) return 0.0F;
  if (kind == Kind::minmax || kind == Kind::query_minmax) {
    return static_cast<float>((x - minimum) / (maximum - minimum));
  }
  double mean = 0.0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  double variance = 0.0;
  for (const double value : values) {
    variance += (value - mean) * (value - mean) / static_cast<double>(values.size());
  }
  return static_cast<float>((x - mean) / std::sqrt(variance));
}

TEST(Normaliser, AgreesWithTheFormulasOnRandomData) {
  const Dataset data = random_dataset(11, 30, 3, 0.3);
  for (const Kind kind : {Kind::query_minmax, Kind::query_zscore, Kind::minmax, Kind::zscore}) {
    std::vector<float> expected;
    for (std::size_t query = 0; query < data.query_count(); ++query) {
      for (DocIndex doc = 0; doc < data[query].size(); ++doc) {
        for (std::size_t f = 0; f < 3; ++f) {
          expected.push_back(restated(kind, data, query, doc, f));
        }
      }
    }
    EXPECT_THAT(normalised(kind, data), Pointwise(FloatNear(1e-6F), expected));
  }
}

TEST(Normaliser, IsTheSameForAnyNumberOfThreads) {
  const Dataset data = random_dataset(5, 3000, 20, 0.1);
  for (const NormaliserEntry& entry : normalisers()) {
    const auto with = [&](std::size_t threads) {
      const ThreadLimit limit(threads);
      const Normaliser normaliser = Normaliser::fit(entry.kind, data);
      return std::pair(normaliser, comparable_features(normaliser.apply(data)));
    };
    EXPECT_EQ(with(1), with(4)) << entry.name;
  }
}

TEST(Normaliser, IsFittedOnceAndAppliedToOtherData) {
  const Normaliser normaliser = Normaliser::fit(Kind::minmax, one_column({{10, 20}}));
  EXPECT_THAT(comparable_features(normaliser.apply(one_column({{15}, {30, 0}}))),
              ElementsAre(0.5, 2, -1));
  std::vector<float> document = {12.5F};
  normaliser.apply_to_documents(document);
  EXPECT_THAT(document, ElementsAre(0.25));
}

TEST(Normaliser, SaysThatQueryLevelKindsCannotServeOneDocument) {
  const Dataset data = one_column({{1, 2}});
  for (const NormaliserEntry& entry : normalisers()) {
    const Normaliser normaliser = Normaliser::fit(entry.kind, data);
    EXPECT_EQ(normaliser.is_servable(), !entry.name.starts_with("query-"));
    std::vector<float> document = {1};
    if (entry.servable) {
      EXPECT_NO_THROW(normaliser.apply_to_documents(document));
    } else {
      EXPECT_THROW(normaliser.apply_to_documents(document), UsageError);
    }
  }
}

TEST(Normaliser, SurvivesJsonBitForBit) {
  const Dataset data = random_dataset(9, 50, 6, 0.1);
  for (const NormaliserEntry& entry : normalisers()) {
    const Normaliser normaliser = Normaliser::fit(entry.kind, data);
    EXPECT_EQ(Normaliser::from_json(normaliser.to_json(), "n.json"), normaliser) << entry.name;
    EXPECT_THAT(normaliser.to_json(),
                HasSubstr(entry.servable ? "\"servable\": true" : "\"servable\": false"));
  }
}

TEST(Normaliser, RefusesRubbishAsJson) {
  for (const char* text :
       {"", "[]", "{", "{\"podium_normaliser\":2}", "{\"podium_normaliser\":1}",
        R"({"podium_normaliser":1,"kind":"minmin","features":[]})",
        R"({"podium_normaliser":1,"kind":"minmax","features":["1"]})",
        R"({"podium_normaliser":1,"kind":"minmax","features":["1"],"shift":[0],"scale":[]})",
        R"({"podium_normaliser":1,"kind":"minmax","features":["1"],"shift":[0],"scale":["x"]})",
        R"({"podium_normaliser":1,"kind":"minmax","features":["1"],"shift":[0],"scale":[-1]})",
        R"({"podium_normaliser":1,"kind":"auto","features":["1"],"shift":[0],"scale":[1],
            "curves":{"1":{"at":[1],"image":[0]}}})",
        R"({"podium_normaliser":1,"kind":"auto","features":["1"],"shift":[0],"scale":[1],
            "curves":{"1":{"at":[1,1],"image":[0,1]}}})",
        R"({"podium_normaliser":1,"kind":"auto","features":["1"],"shift":[0],"scale":[1],
            "curves":{"1":{"at":[1,2],"image":[0]}}})",
        R"({"podium_normaliser":1,"kind":"auto","features":["1"],"shift":[0],"scale":[2],
            "curves":{"1":{"at":[1,2],"image":[0,1]}}})",
        R"({"podium_normaliser":1,"kind":"auto","features":["1"],"shift":[0],"scale":[1],
            "curves":{"2":{"at":[1,2],"image":[0,1]}}})",
        R"({"podium_normaliser":1,"kind":"zscore","features":["1"],"shift":[0],"scale":[1],
            "curves":{"1":{"at":[1,2],"image":[0,1]}}})",
        R"({"podium_normaliser":1,"kind":"log1p","features":["1"],"curve":1})"}) {
    EXPECT_THROW(Normaliser::from_json(text, "n.json"), DataError) << text;
  }
}

TEST(Normaliser, RefusesOtherFeaturesThanItsOwn) {
  const Normaliser normaliser = Normaliser::fit(Kind::minmax, random_dataset(1, 2, 3));
  EXPECT_THROW(normaliser.apply(random_dataset(1, 2, 4)), UsageError);
  DatasetMemory named;
  named.feature_count = 3;
  for (const char* name : {"1", "title", "3"}) named.add_feature_name(name);
  EXPECT_THROW(normaliser.apply(build_dataset(std::move(named))), UsageError);
}

TEST(Normaliser, RefusesInfiniteFeaturesNamingThem) {
  const Dataset data = one_column({{1, std::numeric_limits<float>::infinity(), 2}});
  for (const NormaliserEntry& entry : normalisers()) {
    if (entry.kind == Kind::query_rank) continue;  // infinity has a rank
    try {
      Normaliser::fit(entry.kind, data).apply(data);
      ADD_FAILURE() << entry.name;
    } catch (const NumericError& error) {
      EXPECT_THAT(error.what(), HasSubstr("query q0, document")) << entry.name;
    }
  }
}

TEST(Normaliser, GivesSparseDataTheBitsOfDenseData) {
  for (const bool has_signs : {false, true}) {
    const Dataset dense = sparse_data({.share = 0.05, .missing = 0.1, .has_signs = has_signs}, 4);
    const Dataset sparse = as_sparse(dense);
    for (const NormaliserEntry& entry : normalisers()) {
      const Normaliser normaliser = Normaliser::fit(entry.kind, dense);
      EXPECT_EQ(Normaliser::fit(entry.kind, sparse), normaliser) << entry.name;
      const Dataset result = normaliser.apply(sparse);
      EXPECT_EQ(feature_bits(result), feature_bits(normaliser.apply(dense))) << entry.name;
      const bool moves_zeros = entry.kind == Kind::query_zscore || entry.kind == Kind::zscore;
      if (!has_signs) EXPECT_EQ(result.is_sparse(), !moves_zeros) << entry.name;
    }
  }
}

TEST(Normaliser, MovesTheZerosOfAFewFeaturesOfSparseData) {
  const Dataset dense = sparse_data({.share = 0.04, .has_signs = true}, 4);
  std::string names;
  std::string shift;
  std::string scale;
  for (std::size_t f = 0; f < dense.feature_count(); ++f) {
    const std::string comma = f == 0 ? "" : ",";
    names += comma + '"' + dense.feature_name(f) + '"';
    shift += comma + (f == 7 ? "0.5" : "0");
    scale += comma + "2";
  }
  const Normaliser moving =
      Normaliser::from_json(R"({"podium_normaliser":1,"kind":"minmax","features":[)" + names +
                                R"(],"shift":[)" + shift + R"(],"scale":[)" + scale + "]}",
                            "n.json");
  const Dataset sparse = moving.apply(as_sparse(dense));
  EXPECT_TRUE(sparse.is_sparse());
  EXPECT_EQ(feature_bits(sparse), feature_bits(moving.apply(dense)));
  EXPECT_EQ(sparse[0].features[0][7], (dense[0].features[0][7] - 0.5F) / 2.0F);
}

}  // namespace
}  // namespace podium
