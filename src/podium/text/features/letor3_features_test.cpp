// All cells of LETOR 3.0 OHSUMED from its meta information, read from the folder that the
// environment variable PODIUM_DATA names.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

#include "podium/core/format/read.hpp"
#include "podium/core/prepare/fill.hpp"
#include "podium/core/prepare/normalise.hpp"
#include "podium/text/features/feature_recipe.hpp"
#include "podium/text/features/meta_xml.hpp"

namespace podium::text {
namespace {

namespace fs = std::filesystem;

/// The published numbers are rounded to six digits.
constexpr double rounding = 5e-7 + 1e-12;

/// The meta information of all queries.
class Letor3Features : public testing::Test {
 protected:
  void SetUp() override {
    const char* data = std::getenv("PODIUM_DATA");
    if (data == nullptr) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
    root_ = fs::path(data) / "OHSUMED-LETOR3";
    collection_ = read_collection_meta(root_ / "Meta" / "collectioninfo.xml");
    for (int query = 1; query <= 106; ++query) {
      queries_.push_back(read_query_meta(root_ / "Meta" / ("query-" + to_text(query) + ".xml")));
    }
  }

  Dataset features() const { return feature_dataset(recipe_, collection_, queries_); }

  fs::path root_;
  FeatureRecipe recipe_ = feature_recipe("ohsumed");
  CollectionMeta collection_;
  std::vector<QueryMeta> queries_;
};

/// Cells that agree up to `tolerance`, by query and document.
std::size_t equal_cells(const Dataset& ours, const Dataset& published,
                        double tolerance = rounding) {
  std::map<std::pair<std::string, std::string>, std::pair<std::size_t, std::size_t>> place;
  for (std::size_t q = 0; q < ours.query_count(); ++q) {
    for (std::size_t d = 0; d < ours[q].size(); ++d) {
      place[{std::string(ours[q].id), ours.document_id(ours[q].first_row + d)}] = {q, d};
    }
  }
  std::size_t equal = 0;
  const std::size_t width = ours.feature_count();
  for (std::size_t q = 0; q < published.query_count(); ++q) {
    const QueryView theirs = published[q];
    for (std::size_t d = 0; d < theirs.size(); ++d) {
      const auto [query, doc] =
          place.at({std::string(theirs.id), published.document_id(theirs.first_row + d)});
      const auto row = ours[query].exact.stored().subspan(doc * width, width);
      for (std::size_t f = 0; f < width; ++f) {
        const double a = row[f];
        const double b = theirs.exact.stored()[d * width + f];
        const bool same = std::isnan(b) ? std::isnan(a) : std::abs(a - b) <= tolerance;
        equal += same ? 1 : 0;
      }
    }
  }
  return equal;
}

Dataset read_exactly(const fs::path& path) {
  return read_dataset(path, {.features = FeatureDetail::exact});
}

TEST_F(Letor3Features, GiveFeatureNull) {
  const Dataset published = read_exactly(root_ / "Feature-null" / "ALL" / "OHSUMED.txt");
  EXPECT_EQ(equal_cells(features(), published), 726'300U);
  EXPECT_EQ(equal_cells(rounded_features(features(), 6), published, 0.0), 726'300U);
}

TEST_F(Letor3Features, GiveFeatureMin) {
  const Dataset published = read_exactly(root_ / "Feature-min" / "ALL" / "OHSUMED.txt");
  const FillResult filled = fill_missing(features(), recipe_.fill_policy());
  EXPECT_EQ(filled.filled, 51'490U);
  EXPECT_EQ(equal_cells(filled.data, published), 726'300U);
}

TEST_F(Letor3Features, GiveQueryLevelNorm) {
  const Dataset filled = fill_missing(rounded_features(features(), 6), recipe_.fill_policy()).data;
  const Dataset ours = Normaliser::fit(NormaliserKind::query_minmax, filled).apply(filled);
  std::size_t equal = 0;
  for (int fold = 1; fold <= 5; ++fold) {  // the five test parts are the whole set
    equal += equal_cells(
        ours, read_exactly(root_ / "QueryLevelNorm" / ("Fold" + to_text(fold)) / "test.txt"));
  }
  EXPECT_EQ(equal, 726'300U);
}

TEST_F(Letor3Features, SurviveOurXml) {
  EXPECT_EQ(parse_collection_meta(to_xml(collection_), "ours"), collection_);
  for (const QueryMeta& query : queries_) {
    const QueryMeta again = parse_query_meta(to_xml(query), "ours");
    ASSERT_EQ(again, query);
    const auto before = query_features(recipe_, collection_, query);
    const auto after = query_features(recipe_, collection_, again);
    for (std::size_t i = 0; i < before.size(); ++i) {
      ASSERT_TRUE(before[i] == after[i] || (std::isnan(before[i]) && std::isnan(after[i])));
    }
  }
}

}  // namespace
}  // namespace podium::text
