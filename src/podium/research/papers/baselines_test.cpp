#include "podium/research/papers/baselines.hpp"

#include <array>

#include <gtest/gtest.h>

#include "podium/research/papers/made_up_findings_fixture.hpp"

namespace podium::research {
namespace {

constexpr std::array<std::string_view, 2> precision_and_ndcg = {"p@10", "ndcg@10"};
constexpr std::array<MeasureSet, 1> quoting_study = {{{"cheng2015-precision", precision_and_ndcg}}};
constexpr std::array<std::string_view, 1> one_set = {"OHSUMED"};
constexpr std::array<std::string_view, 2> two_rows = {"Regression", "ListNet"};

std::string stronger_with(double regression) {
  const Findings findings({MadeUpStudy("cheng2015-precision", {"p@10", "ndcg@10"})
                               .add("OHSUMED", "Regression", regression)
                               .add("OHSUMED", "ListNet", .3)});
  const ClaimScope scope{one_set, quoting_study, {}};
  const std::array<SystemName, 2> systems = {{{"Regression"}, {"ListNet"}}};
  return stronger_baselines(findings, scope, claim_data(findings, scope, systems), two_rows);
}

TEST(StrongerBaselines, NamesRowsAboveThePublishedValueByMoreThanTheMargin) {
  // LETOR's table has P@10 .4661 for Regression on OHSUMED; the margin is .0131. NDCG, which is
  // also above, is not compared with another study.
  EXPECT_EQ(stronger_with(.494),
            "stronger here than published: Regression (p@10 0.494, published 0.466)");
  EXPECT_EQ(stronger_with(.475), "");
}

}  // namespace
}  // namespace podium::research
