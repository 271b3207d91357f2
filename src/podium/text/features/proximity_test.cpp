#include "podium/text/features/proximity.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "podium/core/base/parallel.hpp"

namespace podium::text {
namespace {

const AnalyserOptions unstemmed{.stemmer = "none", .stop_words = "none"};

/// Every stretch and every pair, as the formulas say.
Proximity naive(const std::vector<TermPlace>& places, const std::vector<TermIndex>& query) {
  const std::set<TermIndex> own(query.begin(), query.end());
  std::set<TermIndex> wanted;
  for (const TermPlace& p : places) {
    if (own.contains(p.term)) wanted.insert(p.term);
  }
  Proximity result{.min_span = std::nan("")};
  for (const TermPlace& first : places) {
    for (const TermPlace& last : places) {
      std::set<TermIndex> inside;
      for (const TermPlace& p : places) {
        const bool is_inside = p.place >= first.place && p.place <= last.place;
        if (is_inside && own.contains(p.term)) inside.insert(p.term);
      }
      if (wanted.empty() || inside != wanted) continue;
      const double span = last.place - first.place + 1;
      if (!(result.min_span <= span)) result.min_span = span;
    }
  }
  for (std::size_t i = 1; i < query.size(); ++i) {
    for (const TermPlace& a : places) {
      for (const TermPlace& b : places) {
        if (a.term != query[i - 1] || b.term != query[i] || a.place == b.place) continue;
        const auto apart = static_cast<int>(b.place) - static_cast<int>(a.place);
        if (apart == 1) result.ordered += 1.0;
        const bool is_new = a.term != b.term || apart > 0;
        if (std::abs(apart) < 8 && is_new) result.unordered += 1.0;
      }
    }
  }
  return result;
}

TEST(Proximity, AgreesWithItsDefinition) {
  rc::check([] {
    const auto term = rc::gen::inRange<TermIndex>(0, 5);
    const auto query = *rc::gen::container<std::vector<TermIndex>>(term);
    std::vector<TermPlace> places;
    std::uint32_t place = 0;
    for (const TermIndex t : *rc::gen::container<std::vector<TermIndex>>(term)) {
      place += *rc::gen::inRange<std::uint32_t>(1, 5);
      places.push_back({place, t});
    }
    const Proximity found = proximity(places, query);
    const Proximity expected = naive(places, query);
    RC_ASSERT(found.min_span == expected.min_span ||
              (std::isnan(found.min_span) && std::isnan(expected.min_span)));
    RC_ASSERT(found.ordered == expected.ordered);
    RC_ASSERT(found.unordered == expected.unordered);
  });
}

TEST(ProximityPass, GivesThreeNumbersForEachStreamOfEachDocument) {
  Analyser analyser(unstemmed);
  const QueryTerms terms({{"1", "red car"}, {"2", "blue"}}, analyser);
  const StreamLayout layout{2, {{"title", {0}}, {"whole", {0, 1}}}};
  std::vector<QueryMeta> sampled(2);
  sampled[0].document = {{.id = "b"}, {.id = "a"}, {.id = "elsewhere"}};
  sampled[1].document = {{.id = "a"}};
  const std::vector<DocumentText> documents = {
      {"a", {"a red car", "the car is red"}}, {"unused", {"red car", ""}}, {"b", {"car", "red"}}};
  for (const std::size_t threads : {1U, 3U}) {
    const ThreadLimit limit(threads);
    ProximityPass pass(analyser, terms, layout, sampled);
    pass.add(std::span(documents).first(1));
    pass.add(std::span(documents).subspan(1));
    const auto columns = std::move(pass).finish();
    ASSERT_EQ(columns.size(), 2U);
    const auto row = [&](std::size_t query, std::size_t document) {
      const auto begin = columns[query].begin() + static_cast<std::ptrdiff_t>(document * 6);
      return std::vector<double>(begin, begin + 6);
    };
    // Title and body are 100 places apart: "car" is the first place, "red" the 102nd.
    EXPECT_THAT(row(0, 0), testing::ElementsAre(1, 0, 0, 102, 0, 0));
    EXPECT_THAT(row(0, 1), testing::ElementsAre(2, 1, 1, 2, 1, 2));
    EXPECT_THAT(row(0, 2), testing::Each(testing::IsNan()));
    EXPECT_TRUE(std::isnan(row(1, 0)[0]));
    EXPECT_EQ(row(1, 0)[1], 0.0);
  }
}

}  // namespace
}  // namespace podium::text
