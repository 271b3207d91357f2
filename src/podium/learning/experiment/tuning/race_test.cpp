#include "podium/learning/experiment/tuning/race.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A grid of rounds and leaves whose points are trained one after another.
class RacedGrid {
 public:
  RacedGrid() {
    for (const char* rounds : {"10", "30", "100"}) {
      for (const char* leaves : {"5", "15"}) {
        points_.push_back(
            {.algorithm = "lambdamart", .options = {{"rounds", rounds}, {"leaves", leaves}}});
      }
    }
    values_.resize(points_.size());
  }

  void add(const TuningPoint& point) {
    points_.push_back(point);
    values_.emplace_back();
  }

  /// Values around the mean, which differ from those of other points by chance.
  void train(std::size_t point, double mean, double chance = 0.001) {
    points_[point].value = mean;
    PointValues& values = values_[point].emplace();
    for (int q = 0; q < 10; ++q) {
      values.push_back(mean + (q % 2 == 0 ? chance : -chance) * static_cast<double>(point + 1));
    }
  }

  std::vector<std::size_t> next(bool may_stop = true) const {
    return next_points({points_, values_}, find_measure("ndcg"), may_stop);
  }

 private:
  std::vector<TuningPoint> points_;
  std::vector<std::optional<PointValues>> values_;
};

TEST(NextPoints, FollowEachRunWhileItRises) {
  RacedGrid grid;
  EXPECT_THAT(grid.next(), ElementsAre(0, 1));
  grid.train(0, 0.50);
  grid.train(1, 0.51);
  EXPECT_THAT(grid.next(), ElementsAre(2, 3));
  grid.train(2, 0.52);
  grid.train(3, 0.51);
  EXPECT_THAT(grid.next(), ElementsAre(4)) << "the larger trees did not rise";
  grid.train(4, 0.53);
  EXPECT_THAT(grid.next(), IsEmpty());
}

TEST(NextPoints, LeaveOutRunsThatSimplerOnesBeatClearly) {
  for (const double chance : {0.001, 0.3}) {
    RacedGrid grid;
    grid.train(0, 0.55, chance);
    grid.train(1, 0.50, chance);
    if (chance < 0.01) {
      EXPECT_THAT(grid.next(), ElementsAre(2));
    } else {
      EXPECT_THAT(grid.next(), ElementsAre(2, 3)) << "it may be chance";
    }
  }
  RacedGrid slow;
  slow.train(0, 0.50);
  slow.train(1, 0.55);
  EXPECT_THAT(slow.next(), ElementsAre(2, 3)) << "small trees may catch up";
}

TEST(NextPoints, AreAllOfAGridOfTheUser) {
  RacedGrid grid;
  grid.add({.algorithm = "lambdamart", .is_baseline = true});
  EXPECT_THAT(grid.next(false), ElementsAre(0, 1, 6));
  grid.train(0, 0.6);
  grid.train(1, 0.5);
  grid.train(2, 0.1);
  grid.train(6, 0.1);
  EXPECT_THAT(grid.next(false), ElementsAre(3, 4));
}

}  // namespace
}  // namespace podium
