#include "podium/text/links/host_rank.hpp"

#include <numeric>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/text/links/link_graph_fixture.hpp"

namespace podium::text {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

TEST(HostRank, OfOnePageAHostIsPageRank) {
  EXPECT_THAT(host_rank(example_graph(), std::vector<std::uint32_t>{0, 1, 2, 3}),
              Pointwise(DoubleNear(1e-12), pagerank(example_graph()).score));
}

TEST(HostRank, WeighsLinksBetweenHostsByTheirNumberAndIgnoresThoseInside) {
  // hosts A = {0, 1}, B = {2}, C = {3}: A -> B twice, A -> C once, and links inside of A
  const LinkGraph graph(4, {{0, 1}, {1, 0}, {0, 2}, {1, 2}, {1, 3}, {2, 0}, {3, 0}});
  const std::vector<double> scores = host_rank(graph, std::vector<std::uint32_t>{0, 0, 1, 2});
  // a = .05 + .85 (b + c), b = .05 + .85 a 2/3, c = .05 + .85 a 1/3
  const double a = (.05 + .85 * .1) / (1.0 - .85 * .85);
  EXPECT_THAT(scores,
              ElementsAre(near(a), near(a), near(.05 + .85 * a * 2 / 3), near(.05 + .85 * a / 3)));
}

TEST(HostRank, IsDividedByTheHierarchyOfTheHost) {
  // The host of pages 0 to 3 has a root, a page below it and two below that; page 4 is a host.
  const std::vector<std::string> urls = {"http://a.test/", "http://a.test/x/",
                                         "http://a.test/x/1.html", "http://a.test/x/2.html",
                                         "http://b.test/"};
  const LinkGraph graph(5, {{0, 1}, {1, 4}, {4, 3}, {2, 4}});
  const std::vector<std::uint32_t> host = {0, 0, 0, 0, 1};
  const std::vector<double> whole = host_rank(graph, host);
  const std::vector<double> parts = divided_host_rank(graph, host, Sitemap(UrlIndex(urls)));
  const double all = 1.0 + 1.0 / 2 + 1.0 / 3 + 1.0 / 3;
  EXPECT_THAT(parts,
              ElementsAre(near(whole[0] / all), near(whole[0] / all / 2), near(whole[0] / all / 3),
                          near(whole[0] / all / 3), near(whole[4])));
  EXPECT_NEAR(std::accumulate(parts.begin(), parts.end(), 0.0), 1.0, 1e-12);
}

TEST(HostRank, OfOnePageAHostIsNotDivided) {
  const std::vector<std::uint32_t> host = {0, 1, 2, 3};
  const std::vector<std::string> urls = {"http://a/", "http://b/", "http://c/", ""};
  const Sitemap no_parents{UrlIndex(urls)};
  EXPECT_EQ(divided_host_rank(example_graph(), host, no_parents), host_rank(example_graph(), host));
  EXPECT_THROW(divided_host_rank(example_graph(), host, Sitemap()), ContractError);
}

}  // namespace
}  // namespace podium::text
