// Feature-null -> Feature-min -> QueryLevelNorm of the LETOR 3.0 OHSUMED files, cell by cell.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include <gtest/gtest.h>

#include "podium/core/format/read.hpp"
#include "podium/core/prepare/fill.hpp"
#include "podium/core/prepare/normalise.hpp"

namespace podium {
namespace {

std::optional<std::filesystem::path> ohsumed() {
  const char* data = std::getenv("PODIUM_DATA");
  if (data == nullptr) return std::nullopt;
  return std::filesystem::path(data) / "OHSUMED-LETOR3";
}

/// The published numbers are rounded to six digits.
constexpr double rounding = 5e-7 + 1e-12;

struct Difference {
  double largest = 0.0;
  std::size_t cells = 0;
};

void compare(const QueryView& a, const QueryView& b, Difference& difference) {
  ASSERT_EQ(a.id, b.id);
  ASSERT_EQ(a.exact.stored().size(), b.exact.stored().size());
  for (std::size_t i = 0; i < a.exact.stored().size(); ++i) {
    const double away = std::abs(a.exact.stored()[i] - b.exact.stored()[i]);
    ASSERT_FALSE(std::isnan(away));
    difference.largest = std::max(difference.largest, away);
    ++difference.cells;
  }
}

Dataset read_exactly(const std::filesystem::path& path) {
  return read_dataset(path, {.features = FeatureDetail::exact});
}

TEST(Letor3, FeatureNullBecomesFeatureMin) {
  const auto root = ohsumed();
  if (!root) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  const Dataset null = read_exactly(*root / "Feature-null" / "ALL" / "OHSUMED.txt");
  const Dataset min = read_exactly(*root / "Feature-min" / "ALL" / "OHSUMED.txt");
  const FillResult result = fill_missing(null, letor3_fill_policy(null));
  EXPECT_EQ(result.filled, 51'490U);
  EXPECT_EQ(result.kept, 0U);
  Difference difference;
  for (std::size_t query = 0; query < min.query_count(); ++query) {
    compare(result.data[query], min[query], difference);
  }
  EXPECT_EQ(difference.cells, 726'300U);
  EXPECT_LE(difference.largest, rounding);
}

TEST(Letor3, FeatureMinBecomesQueryLevelNorm) {
  const auto root = ohsumed();
  if (!root) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  const Dataset min = read_exactly(*root / "Feature-min" / "ALL" / "OHSUMED.txt");
  const Dataset ours = Normaliser::fit(NormaliserKind::query_minmax, min).apply(min);
  std::map<std::string, std::size_t, std::less<>> by_id;
  for (std::size_t query = 0; query < ours.query_count(); ++query) {
    by_id.emplace(ours[query].id, query);
  }
  Difference difference;
  for (int fold = 1; fold <= 5; ++fold) {  // the five test parts are the whole set
    const Dataset published =
        read_exactly(*root / "QueryLevelNorm" / ("Fold" + to_text(fold)) / "test.txt");
    for (std::size_t query = 0; query < published.query_count(); ++query) {
      const QueryView theirs = published[query];
      compare(ours[by_id.at(std::string(theirs.id))], theirs, difference);
    }
  }
  EXPECT_EQ(difference.cells, 726'300U);
  EXPECT_LE(difference.largest, rounding);
}

}  // namespace
}  // namespace podium
