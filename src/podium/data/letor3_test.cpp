// Feature-null -> Feature-min -> QueryLevelNorm of the LETOR 3.0 OHSUMED files, cell by cell.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>

#include <gtest/gtest.h>

#include "podium/data/fill.hpp"
#include "podium/data/normalise.hpp"
#include "podium/data/read.hpp"

namespace podium {
namespace {

std::optional<std::filesystem::path> ohsumed() {
  const char* data = std::getenv("PODIUM_DATA");
  if (data == nullptr) return std::nullopt;
  return std::filesystem::path(data) / "OHSUMED-LETOR3";
}

struct Difference {
  double largest = 0.0;  ///< in units of what is allowed
  std::size_t cells = 0;
};

/// Compares two queries cell by cell; `allowed(i)` is how far cell i may be off.
template <class Allowed>
void compare(const QueryView& a, const QueryView& b, Difference& difference, Allowed&& allowed) {
  ASSERT_EQ(a.id, b.id);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.features.values.size(); ++i) {
    const double away = std::abs(double{a.features.values[i]} - double{b.features.values[i]});
    ASSERT_FALSE(std::isnan(away));
    difference.largest = std::max(difference.largest, away / allowed(i));
    ++difference.cells;
  }
}

/// The published numbers are rounded to 5e-7. Ours come from features that are stored as float, so
/// x, min and max are off by half a unit in the last place each before (x - min) / (max - min) is
/// taken: with e = 2^-24 max(|min|, |max|) that moves the quotient by up to 4e / (max - min).
double allowed_after_norm(const FeatureRows& min_rows, std::size_t cell) {
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  for (std::size_t i = cell % min_rows.columns; i < min_rows.values.size(); i += min_rows.columns) {
    least = std::min(least, double{min_rows.values[i]});
    most = std::max(most, double{min_rows.values[i]});
  }
  const double e = std::ldexp(std::max(std::abs(least), std::abs(most)), -24);
  return 5e-7 + std::ldexp(1.0, -24) + (most > least ? 4.0 * e / (most - least) : 0.0);
}

TEST(Letor3, FeatureNullBecomesFeatureMin) {
  const auto root = ohsumed();
  if (!root) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  const Dataset null = read_dataset(*root / "Feature-null" / "ALL" / "OHSUMED.txt");
  const Dataset min = read_dataset(*root / "Feature-min" / "ALL" / "OHSUMED.txt");
  const FillResult result = fill_missing(null, letor3_fill_policy(null));
  EXPECT_EQ(result.filled, 51'490U);
  EXPECT_EQ(result.kept, 0U);
  Difference difference;
  for (std::size_t query = 0; query < min.query_count(); ++query) {
    compare(result.data[query], min[query], difference, [](std::size_t) { return 5e-7; });
  }
  EXPECT_EQ(difference.cells, 726'300U);
  EXPECT_LE(difference.largest, 1.0);
}

TEST(Letor3, FeatureMinBecomesQueryLevelNorm) {
  const auto root = ohsumed();
  if (!root) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  const Dataset min = read_dataset(*root / "Feature-min" / "ALL" / "OHSUMED.txt");
  const Dataset ours = Normaliser::fit(NormaliserKind::query_minmax, min).apply(min);
  std::map<std::string, std::size_t, std::less<>> by_id;
  for (std::size_t query = 0; query < ours.query_count(); ++query) {
    by_id.emplace(ours[query].id, query);
  }
  Difference difference;
  for (int fold = 1; fold <= 5; ++fold) {  // the five test parts are the whole set
    const Dataset published =
        read_dataset(*root / "QueryLevelNorm" / ("Fold" + to_text(fold)) / "test.txt");
    for (std::size_t query = 0; query < published.query_count(); ++query) {
      const QueryView theirs = published[query];
      const std::size_t same = by_id.at(std::string(theirs.id));
      compare(ours[same], theirs, difference,
              [&](std::size_t cell) { return allowed_after_norm(min[same].features, cell); });
    }
  }
  EXPECT_EQ(difference.cells, 726'300U);
  EXPECT_LE(difference.largest, 1.0);
}

}  // namespace
}  // namespace podium
