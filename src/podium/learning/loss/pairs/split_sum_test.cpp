#include "podium/learning/loss/pairs/split_sum.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"

namespace podium {
namespace {

// More digits than double, so that the sums of the twin do not add to the error.
using Long = long double;

Long phi(Long m) {
  return std::max(Long{0}, -m) + std::log1p(std::exp(-std::abs(m)));
}

Long phi_slope(Long m) {
  const Long e = std::exp(-std::abs(m));
  return -(m > 0 ? e : Long{1}) / (1 + e);
}

/// Documents by descending score, each of one of two sides.
struct Documents {
  std::vector<double> score;
  std::vector<double> weight;
  std::vector<double> gain;
  std::vector<double> discount;
  std::vector<std::uint32_t> place;  ///< 0 for a better document, 1 for a worse one
  std::vector<std::uint32_t> ranks;

  RankedDocuments view(bool with_gains) const {
    return {.score = score,
            .weight = weight,
            .gain = with_gains ? std::span<const double>(gain) : std::span<const double>(),
            .discount = discount,
            .place = place};
  }
  SplitDocuments split() const { return {.ranks = ranks, .middle = 1, .middle_gain = 0.5}; }
};

Documents documents_of(std::vector<double> scores, double share_of_better, RandomStream& stream) {
  std::ranges::sort(scores, std::greater{});
  Documents documents{.score = scores};
  const auto n = static_cast<std::uint32_t>(scores.size());
  for (std::uint32_t rank = 0; rank < n; ++rank) {
    const bool is_better = stream.uniform() < share_of_better;
    documents.place.push_back(is_better ? 0 : 1);
    documents.weight.push_back(0.5 + stream.uniform());
    documents.gain.push_back(is_better ? 0.5 + stream.uniform() : 0.5 * stream.uniform());
    documents.discount.push_back(1.0 / std::log2(2.0 + rank) - 1.0 / std::log2(2.0 + n / 2));
    documents.ranks.push_back(rank);
  }
  return documents;
}

struct Sums {
  double value = 0.0;
  std::vector<double> slope;
};

Sums fast(const Documents& documents, bool with_gains) {
  Sums sums{.slope = std::vector<double>(documents.score.size())};
  sums.value = add_split_sum(documents.view(with_gains), documents.split(), sums.slope);
  return sums;
}

/// Compares with the sum over pairs; errors relative to the sum of the sizes of its terms.
void expect_sum_over_pairs(const Documents& documents, bool with_gains, double tolerance) {
  const std::size_t n = documents.score.size();
  Long value = 0;
  std::vector<Long> slope(n);
  std::vector<Long> size(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (documents.place[i] != 0) continue;
    for (std::size_t j = 0; j < n; ++j) {
      if (documents.place[j] == 0) continue;
      Long weight = Long{documents.weight[i]} * documents.weight[j];
      if (with_gains) {
        weight *= std::abs(Long{documents.gain[i]} - documents.gain[j]) *
                  std::abs(Long{documents.discount[i]} - documents.discount[j]);
      }
      const Long margin = Long{documents.score[i]} - documents.score[j];
      value += weight * phi(margin);
      const Long own = weight * phi_slope(margin);
      slope[i] += own;
      slope[j] -= own;
      size[i] += std::abs(own);
      size[j] += std::abs(own);
    }
  }
  const Sums found = fast(documents, with_gains);
  EXPECT_NEAR(found.value, static_cast<double>(value), tolerance * static_cast<double>(value));
  for (std::size_t i = 0; i < n; ++i) {
    // What is too small to matter beside the largest slope only has to be small.
    const Long scale = size[i] + 1e-3L * *std::ranges::max_element(size);
    ASSERT_NEAR(found.slope[i], static_cast<double>(slope[i]),
                tolerance * static_cast<double>(scale))
        << "rank " << i;
  }
}

std::vector<double> drawn(std::size_t count, RandomStream& stream,
                          const std::function<double(RandomStream&)>& draw) {
  std::vector<double> scores(count);
  for (double& score : scores) score = draw(stream);
  return scores;
}

TEST(SplitSum, OfTwoDocumentsIsTheLossOfTheirPair) {
  for (const bool with_gains : {false, true}) {
    for (const bool better_first : {false, true}) {
      for (const double start : {0.0, 0.3, -17.9}) {
        for (double apart = 0.0; apart < 60.0; apart += apart < 6.0 ? 0.0625 : 0.9) {
          Documents two{.score = {start, start - apart},
                        .weight = {1.0, 1.0},
                        .gain = {better_first ? 1.0 : 0.0, better_first ? 0.0 : 1.0},
                        .discount = {0.5, -0.5},
                        .place = {better_first ? 0U : 1U, better_first ? 1U : 0U},
                        .ranks = {0, 1}};
          const double margin = (better_first ? 1.0 : -1.0) * (two.score[0] - two.score[1]);
          const Sums found = fast(two, with_gains);
          const auto value = static_cast<double>(phi(margin));
          const auto slope = static_cast<double>(phi_slope(margin));
          EXPECT_NEAR(found.value, value, 2e-14 * value) << start << " and " << apart;
          EXPECT_NEAR(found.slope[better_first ? 0 : 1], slope, -2e-14 * slope);
          EXPECT_NEAR(found.slope[better_first ? 1 : 0], -slope, -2e-14 * slope);
        }
      }
    }
  }
}

TEST(SplitSum, EqualsTheSumOverPairs) {
  const std::vector<std::pair<std::string, std::function<double(RandomStream&)>>> kinds = {
      {"one cell", [](RandomStream& s) { return 0.2 + 0.1 * s.uniform(); }},
      {"both sides of 0", [](RandomStream& s) { return 0.1 * s.normal(); }},
      {"a few cells", [](RandomStream& s) { return s.normal(); }},
      {"many cells", [](RandomStream& s) { return 20.0 * s.normal(); }},
      {"a cell each", [](RandomStream& s) { return 5000.0 * s.normal(); }},
      {"far groups",
       [](RandomStream& s) { return (s.below(2) == 0 ? 300.0 : -40.0) + s.normal(); }},
      {"whole numbers", [](RandomStream& s) { return static_cast<double>(s.below(7)) - 3.0; }},
      {"equal", [](RandomStream&) { return -0.75; }},
      {"huge", [](RandomStream& s) { return 1e17 * s.normal(); }}};
  RandomStream stream(1, "", "split");
  for (const auto& [name, draw] : kinds) {
    for (const std::size_t n : {2U, 33U, 300U}) {
      for (const double share : {0.5, 0.05, 0.97}) {
        SCOPED_TRACE(name + ", " + std::to_string(n) + " documents, share " +
                     std::to_string(share));
        const Documents documents = documents_of(drawn(n, stream, draw), share, stream);
        expect_sum_over_pairs(documents, false, 2e-14);
        expect_sum_over_pairs(documents, true, 1e-13);
      }
    }
  }
}

// Several bands, of which some cut a cell in two.
TEST(SplitSum, EqualsTheSumOverPairsOfLongLists) {
  RandomStream stream(2, "", "split");
  for (const double scale : {0.2, 3.0, 300.0}) {
    SCOPED_TRACE(scale);
    const auto scores = drawn(4500, stream, [&](RandomStream& s) { return scale * s.normal(); });
    const Documents documents = documents_of(scores, 0.3, stream);
    expect_sum_over_pairs(documents, false, 2e-14);
    expect_sum_over_pairs(documents, true, 1e-13);
  }
}

TEST(SplitSum, AddsToSlopesOfChosenDocumentsOnly) {
  RandomStream stream(3, "", "split");
  const Documents all = documents_of(
      drawn(100, stream, [](RandomStream& s) { return 2.0 * s.normal(); }), 0.5, stream);
  std::vector<std::uint32_t> odd;
  Documents part;
  for (std::uint32_t rank = 1; rank < 100; rank += 2) {
    part.ranks.push_back(static_cast<std::uint32_t>(odd.size()));
    odd.push_back(rank);
    part.score.push_back(all.score[rank]);
    part.weight.push_back(all.weight[rank]);
    part.gain.push_back(all.gain[rank]);
    part.discount.push_back(all.discount[rank]);
    part.place.push_back(all.place[rank]);
  }
  for (const bool with_gains : {false, true}) {
    const Sums expected = fast(part, with_gains);
    std::vector<double> slope(100, 7.0);
    const double value =
        add_split_sum(all.view(with_gains), {.ranks = odd, .middle = 1, .middle_gain = 0.5}, slope);
    EXPECT_EQ(value, expected.value);
    for (std::size_t rank = 0; rank < 100; ++rank) {
      if (rank % 2 == 0) {
        EXPECT_EQ(slope[rank], 7.0);
      } else {
        EXPECT_NEAR(slope[rank], 7.0 + expected.slope[rank / 2], 1e-12);
      }
    }
  }
}

TEST(SplitSum, StaysFiniteAtTheEndsOfTheDoubles) {
  RandomStream stream(4, "", "split");
  Documents documents = documents_of({1.5e308, 1.0, 0.0, -1.0, -1.5e308}, 0.5, stream);
  for (std::uint32_t better = 0; better < 5; ++better) {
    for (std::uint32_t rank = 0; rank < 5; ++rank) {
      documents.place[rank] = rank == better ? 0 : 1;
      documents.gain[rank] = rank == better ? 1.0 : 0.25;
    }
    for (const bool with_gains : {false, true}) {
      const Sums found = fast(documents, with_gains);
      EXPECT_FALSE(std::isnan(found.value));
      for (const double slope : found.slope) EXPECT_TRUE(std::isfinite(slope));
    }
  }
}

TEST(SplitSum, HasTheSameBitsForAnyNumberOfThreads) {
  RandomStream stream(5, "", "split");
  const Documents documents = documents_of(
      drawn(20'000, stream, [](RandomStream& s) { return 3.0 * s.normal(); }), 0.3, stream);
  for (const bool with_gains : {false, true}) {
    Sums one;
    {
      const ThreadLimit limit(1);
      one = fast(documents, with_gains);
    }
    for (const std::size_t threads : {2U, 3U, 8U}) {
      const ThreadLimit limit(threads);
      const Sums many = fast(documents, with_gains);
      EXPECT_EQ(many.value, one.value);
      EXPECT_EQ(many.slope, one.slope);
    }
  }
}

}  // namespace
}  // namespace podium
