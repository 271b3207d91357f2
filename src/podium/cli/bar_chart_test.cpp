#include "podium/cli/bar_chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using testing::HasSubstr;

TEST(BarChart, HasABarAndATitleForEachValue) {
  const std::vector<Bar> bars = {{"bm25", 2.0, "40 %"}, {"length", 0.5, ""}};
  const std::string svg = bar_chart("features", bars);
  EXPECT_THAT(svg, HasSubstr("<title>features</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>bm25: 2, 40 %</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>length: 0.5</title>"));
  EXPECT_THAT(svg, HasSubstr("height=\"80\""));
  EXPECT_THAT(svg, HasSubstr("class=\"more\" x=\"0.000%\" y=\"21\" width=\"100.000%\""));
  EXPECT_THAT(svg, HasSubstr("class=\"more\" x=\"0.000%\" y=\"61\" width=\"25.000%\""));
  EXPECT_THAT(svg, HasSubstr("class=\"zero\" x1=\"0.000%\""));
}

TEST(BarChart, SetsNegativeBarsToTheLeftOfZero) {
  const std::vector<Bar> bars = {{"a", 3.0, ""}, {"b", -1.0, ""}};
  const std::string svg = bar_chart("features", bars);
  EXPECT_THAT(svg, HasSubstr("class=\"more\" x=\"25.000%\" y=\"21\" width=\"75.000%\""));
  EXPECT_THAT(svg, HasSubstr("class=\"less\" x=\"0.000%\" y=\"61\" width=\"25.000%\""));
  EXPECT_THAT(svg, HasSubstr("class=\"zero\" x1=\"25.000%\""));
}

TEST(BarChart, OfZerosHasBarsWithoutLength) {
  const std::vector<Bar> bars = {{"a", 0.0, ""}};
  EXPECT_THAT(bar_chart("features", bars), HasSubstr("width=\"0.000%\""));
  EXPECT_THAT(bar_chart("features", {}), HasSubstr("height=\"0\""));
}

TEST(BarChart, CutsLongNamesBetweenCharacters) {
  std::string name;
  for (int i = 0; i < 33; ++i) name += "ä";
  const std::vector<Bar> bars = {{name, 1.0, ""}, {name.substr(2), 1.0, ""}};
  const std::string svg = bar_chart("features", bars);
  EXPECT_THAT(svg, HasSubstr("<title>" + name + ": 1</title>"));
  EXPECT_THAT(svg, HasSubstr(">" + name.substr(2) + "…</text>"));
  EXPECT_THAT(svg, HasSubstr(">" + name.substr(2) + "</text>"));
}

TEST(BarChart, EscapesNames) {
  const std::vector<Bar> bars = {{"<a&b>", 1.0, "\"x\""}};
  const std::string svg = bar_chart("1 < 2", bars);
  EXPECT_THAT(svg, HasSubstr("<title>1 &lt; 2</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>&lt;a&amp;b&gt;: 1, &quot;x&quot;</title>"));
  EXPECT_THAT(svg, HasSubstr(">&lt;a&amp;b&gt;</text>"));
}

}  // namespace
}  // namespace podium
