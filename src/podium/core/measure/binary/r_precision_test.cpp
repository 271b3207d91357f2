#include "podium/core/measure/binary/r_precision.hpp"

#include <gtest/gtest.h>

#include "podium/core/measure/sample_fixture.hpp"

namespace podium {
namespace {

using sample::measure;
using sample::measure_ranked;

TEST(RPrecision, IsPrecisionAtTheNumberOfRelevantDocuments) {
  EXPECT_EQ(measure("rprec", sample::graded, sample::scores),
            measure("p@4", sample::graded, sample::scores));
  EXPECT_EQ(measure_ranked("rprec", {0, 1, 0, 2, 1}), 1.0 / 3.0);
  EXPECT_EQ(measure_ranked("rprec(from=2)", {0, 1, 0, 2, 1}), 0.0);
}

TEST(RPrecision, CountsWhatWasNotRetrieved) {
  EXPECT_EQ(measure("rprec", weak_order(GradedTruth{{1, 0, 1, 1}}), sample::falling_scores(2)),
            1.0 / 3.0);
}

}  // namespace
}  // namespace podium
