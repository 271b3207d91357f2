#include "podium/learning/loss/structural/violated_ranking.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/learning/loss/loss_fixture.hpp"
#include "podium/learning/loss/structural/ranking_oracle_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using Scores = std::vector<double>;

std::vector<std::uint32_t> violated(const Scores& relevant, const Scores& others) {
  std::vector<std::uint32_t> relevant_above(others.size(), 99);
  find_violated_ranking(relevant, others, relevant_above);
  return relevant_above;
}

/// Relevant documents are 0 .. R-1 and others R .. R+N-1, each by descending score.
Order order_of(const std::vector<std::uint32_t>& relevant_above, std::size_t relevant) {
  Order order;
  std::size_t other = 0;
  for (std::size_t r = 0; r <= relevant; ++r) {
    for (; other < relevant_above.size() && relevant_above[other] == r; ++other) {
      order.push_back(static_cast<DocIndex>(relevant + other));
    }
    if (r < relevant) order.push_back(static_cast<DocIndex>(r));
  }
  return order;
}

Scores descending(Scores scores) {
  std::ranges::sort(scores, std::greater{});
  return scores;
}

// From the specification's worked example.
TEST(ViolatedRanking, GivesTheWorkedExample) {
  EXPECT_THAT(violated({0.8, 0.8, 0.3, 0.1}, {0.9, 0.4}), ElementsAre(0, 2));
}

TEST(ViolatedRanking, PutsEqualScoresUpsideDownAndLeavesWideMarginsAlone) {
  EXPECT_THAT(violated({0, 0, 0}, {0, 0}), ElementsAre(0, 0));
  EXPECT_THAT(violated({9, 9, 9}, {0, 0}), ElementsAre(3, 3));
  EXPECT_THAT(violated({}, {0, 0}), ElementsAre(0, 0));
  EXPECT_THAT(violated({0, 0}, {}), ElementsAre());
}

// Cases in which both sides of the comparison are binary fractions.
TEST(ViolatedRanking, BreaksTiesForTheRelevant) {
  EXPECT_THAT(violated({0.25}, {0}), ElementsAre(1));
  EXPECT_THAT(violated({0.249}, {0}), ElementsAre(0));
  EXPECT_THAT(violated({0.5}, {0, -9}), ElementsAre(1, 1));
  EXPECT_THAT(violated({0.499}, {0, -9}), ElementsAre(0, 1));
  EXPECT_THAT(violated({9, 0.25}, {0, 0, -9}), ElementsAre(1, 2, 2));
}

TEST(ViolatedRanking, IsTheWorstOfAllRankings) {
  RandomStream stream(1, "violated-ranking", "all");
  for (int round = 0; round < 300; ++round) {
    const std::size_t relevant = 1 + stream.below(3);
    const std::size_t others = 1 + stream.below(6 - relevant);
    const double step = round % 2 == 0 ? 0.125 : 0.5;
    Scores s = descending(fixture::tied_scores(stream, relevant, 4, step));
    const Scores t = descending(fixture::tied_scores(stream, others, 4, step));
    const auto order = order_of(violated(s, t), relevant);
    s.insert(s.end(), t.begin(), t.end());
    std::vector<bool> is_relevant(s.size(), false);
    std::fill_n(is_relevant.begin(), relevant, true);
    EXPECT_NEAR(fixture::violation(order, is_relevant, s),
                fixture::largest_violation(is_relevant, s), 1e-14);
  }
}

// The slow twin, in whole numbers: 1 / m is a multiple of 1 / 27720 for m <= 12.
class ExactTwin {
 public:
  static constexpr long unit = 27720;

  /// Scores are in eighths.
  ExactTwin(const std::vector<long>& s, const std::vector<long>& t) : s_(s), t_(t) {}

  /// sum over i = r+1 .. R of  delta_j(i) * R * N * unit
  long gain(std::size_t j, std::size_t r) const {
    long sum = 0;
    for (auto i = static_cast<long>(r) + 1; i <= static_cast<long>(s_.size()); ++i) {
      const auto place = i + static_cast<long>(j);
      sum += static_cast<long>(t_.size()) * i * (unit / (place - 1) - unit / place) -
             unit / 4 * (s_[static_cast<std::size_t>(i) - 1] - t_[j - 1]);
    }
    return sum;
  }

  std::vector<std::size_t> maximisers(std::size_t j) const {
    std::vector<std::size_t> found;
    for (std::size_t r = s_.size() + 1; r-- > 0;) {
      if (!found.empty() && gain(j, r) > gain(j, found.front())) found.clear();
      if (found.empty() || gain(j, r) == gain(j, found.front())) found.push_back(r);
    }
    return found;
  }

 private:
  std::vector<long> s_;
  std::vector<long> t_;
};

std::vector<long> eighths(RandomStream& stream, std::size_t count, std::size_t values) {
  std::vector<long> scores(count);
  for (long& score : scores) score = static_cast<long>(stream.below(values));
  std::ranges::sort(scores, std::greater{});
  return scores;
}

Scores as_scores(const std::vector<long>& eighths) {
  Scores scores;
  for (const long eighth : eighths) scores.push_back(static_cast<double>(eighth) / 8.0);
  return scores;
}

TEST(ViolatedRanking, IsThatOfTheSlowTwin) {
  RandomStream stream(2, "violated-ranking", "twin");
  std::size_t tied = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::size_t relevant = 1 + stream.below(6);
    const auto s = eighths(stream, relevant, 2 + stream.below(9));
    const auto t = eighths(stream, 1 + stream.below(12 - relevant), 2 + stream.below(9));
    const ExactTwin twin(s, t);
    const auto found = violated(as_scores(s), as_scores(t));
    EXPECT_TRUE(std::ranges::is_sorted(found));
    for (std::size_t j = 1; j <= t.size(); ++j) {
      const auto maximisers = twin.maximisers(j);
      if (maximisers.size() > 1) ++tied;
      EXPECT_THAT(maximisers, testing::Contains(found[j - 1])) << "other " << j;
    }
  }
  EXPECT_GT(tied, 100u);
}

TEST(ViolatedRanking, GainsAsMuchAsTheSlowTwinInLongLists) {
  RandomStream stream(3, "violated-ranking", "long");
  for (int round = 0; round < 40; ++round) {
    const double spread = round % 2 == 0 ? 0.05 : 1.0;
    const Scores s = descending(fixture::normal_scores(stream, 1 + stream.below(120), spread));
    const Scores t = descending(fixture::normal_scores(stream, 1 + stream.below(120), spread));
    const auto relevant = static_cast<double>(s.size());
    const auto others = static_cast<double>(t.size());
    const auto found = violated(s, t);
    for (std::size_t other = 0; other < t.size(); ++other) {
      const auto j = static_cast<double>(other + 1);
      double sum = 0.0;
      double best = 0.0;
      double of_found = 0.0;
      for (std::size_t r = s.size(); r-- > 0;) {
        const auto i = static_cast<double>(r + 1);
        sum += (i / (i + j - 1.0) - i / (i + j)) / relevant -
               2.0 * (s[r] - t[other]) / (relevant * others);
        best = std::max(best, sum);
        if (r == found[other]) of_found = sum;
      }
      EXPECT_NEAR(of_found, best, 1e-14);
    }
  }
}

}  // namespace
}  // namespace podium
