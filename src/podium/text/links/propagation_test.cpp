#include "podium/text/links/propagation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/text/links/link_graph_fixture.hpp"

namespace podium::text {
namespace {

using testing::ElementsAre;

TEST(Propagation, OverASitemapMatchesTheWorkedExample) {  // the specification's: 2.05
  const Sitemap sitemap = Sitemap::from_parents({Sitemap::none, 0, 0});
  EXPECT_THAT(propagated_over_sitemap(sitemap, std::vector{1.0, 3.0, 0.0}),
              ElementsAre(near(2.05), near(1.9 * 3.0), near(0.0)));
}

TEST(Propagation, OverLinksMatchesTheWorkedExamples) {  // the specification's worked examples
  const std::vector<double> score = {.4, .1, .3, .2};
  EXPECT_THAT(propagated_over_links(example_graph(), score, LinkFlow::weighted_in),
              ElementsAre(near(.390914008), near(.099659275), near(.339426717), near(.17)));
  EXPECT_THAT(propagated_over_links(example_graph(), score, LinkFlow::weighted_out),
              ElementsAre(near(.380043267), near(.131800973), near(.312006490), near(.216800973)));
  EXPECT_THAT(propagated_over_links(example_graph(), score, LinkFlow::uniform_out, 100),
              ElementsAre(near(.479147953), near(.155780829), near(.371872193), near(.255780829)));
}

TEST(Propagation, TakesOneStepOfTheUniformKindByDefault) {
  EXPECT_THAT(propagated_over_links(LinkGraph(3, {{0, 1}, {1, 2}}), std::vector{1.0, 2.0, 3.0},
                                    LinkFlow::uniform_out),
              ElementsAre(near(1.0 + .15 * 2.0), near(2.0 + .15 * 3.0), near(3.0)));
}

TEST(Propagation, TakesQuotientsByZeroForZero) {
  const LinkGraph graph(2, {{0, 1}});
  EXPECT_THAT(propagated_over_links(graph, std::vector{1.0, 0.0}, LinkFlow::weighted_in),
              ElementsAre(near(.85), near(0.0)));
  EXPECT_THAT(propagated_over_links(graph, std::vector{1.0, 0.0}, LinkFlow::weighted_out),
              ElementsAre(near(.85), near(0.0)));
}

TEST(Propagation, RefusesNegativeValues) {
  EXPECT_THROW(propagated_over_links(LinkGraph(1, {}), std::vector{-1.0}, LinkFlow::weighted_in),
               ContractError);
}

}  // namespace
}  // namespace podium::text
