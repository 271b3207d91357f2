#include "podium/text/links/hits.hpp"

#include <Eigen/Dense>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/text/links/base_set.hpp"
#include "podium/text/links/link_graph_fixture.hpp"

namespace podium::text {
namespace {

using testing::Each;
using testing::ElementsAre;

TEST(Hits, MatchesTheWorkedExample) {  // the specification's worked example
  const HitsScores scores = hits(example_graph());
  EXPECT_THAT(scores.authority, ElementsAre(near(0), near(.382683432), near(.923879533), near(0)));
  EXPECT_THAT(scores.hub, ElementsAre(near(.707106781), near(.5), near(0), near(.5)));
}

/// Where the iteration from h = 1 ends: the part of L'1 in the space of the largest eigenvalue.
Eigen::VectorXd authority_by_eigenvectors(const Eigen::MatrixXd& links) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(links.transpose() * links);
  const Eigen::VectorXd start = links.transpose() * Eigen::VectorXd::Ones(links.rows());
  const double largest = solver.eigenvalues().maxCoeff();
  Eigen::VectorXd limit = Eigen::VectorXd::Zero(links.rows());
  for (Eigen::Index i = 0; i < links.rows(); ++i) {
    if (solver.eigenvalues()(i) < largest - 1e-9) continue;
    const auto vector = solver.eigenvectors().col(i);
    limit += vector.dot(start) * vector;
  }
  return limit.normalized();
}

TEST(Hits, IsTheEigenvectorOfRandomGraphs) {
  RandomStream random(3, "q", "hits");
  for (std::size_t round = 0; round < 40; ++round) {
    const std::size_t pages = 2 + random.below(15);
    const LinkGraph graph = random_graph(pages, pages + random.below(3 * pages), random);
    if (graph.link_count() == 0) continue;
    const auto n = static_cast<Eigen::Index>(pages);
    Eigen::MatrixXd links = Eigen::MatrixXd::Zero(n, n);
    for (PageIndex u = 0; u < pages; ++u) {
      for (const PageIndex v : graph.out(u)) links(u, v) = 1.0;
    }
    const HitsScores scores = hits(graph, 1e-15);
    const Eigen::VectorXd authority = authority_by_eigenvectors(links);
    const Eigen::VectorXd hub = (links * authority).normalized();
    for (std::size_t i = 0; i < pages; ++i) {
      EXPECT_NEAR(scores.authority[i], authority(static_cast<Eigen::Index>(i)), 1e-8);
      EXPECT_NEAR(scores.hub[i], hub(static_cast<Eigen::Index>(i)), 1e-8);
    }
  }
}

TEST(Hits, OfNoLinksIsZero) {
  const HitsScores scores = hits(LinkGraph(3, {}));
  EXPECT_THAT(scores.authority, Each(0.0));
  EXPECT_THAT(scores.hub, Each(0.0));
}

TEST(BaseSet, IsTheDocumentsWithTheirNeighbours) {
  // 5 -> 0 -> 1 -> 2, 3 -> 4: the neighbours of page 0 are 1 and 5
  const LinkGraph graph(6, {{5, 0}, {0, 1}, {1, 2}, {3, 4}});
  const BaseSet base = base_set(graph, std::vector<PageIndex>{0}, {});
  EXPECT_THAT(base.page, ElementsAre(0, 1, 5));
  EXPECT_EQ(base.links.link_count(), 2U);
  EXPECT_THAT(base.links.in(0), ElementsAre(2));
}

TEST(BaseSet, LimitsWhoComesInByLinking) {
  const LinkGraph graph(5, {{1, 0}, {2, 0}, {3, 0}, {4, 0}});
  EXPECT_THAT(base_set(graph, std::vector<PageIndex>{0}, {}, 2).page, ElementsAre(0, 1, 2));
}

TEST(BaseSet, LeavesOutLinksInsideOfHostsIfTheyAreKnown) {
  const LinkGraph graph(3, {{0, 1}, {2, 0}});
  const std::vector<std::uint32_t> host = {0, 0, 1};
  const std::vector<PageIndex> documents = {0};
  const BaseSet base = base_set(graph, documents, host);
  EXPECT_THAT(base.page, ElementsAre(0, 1, 2));
  EXPECT_EQ(base.links.link_count(), 1U);
  EXPECT_EQ(base_set(graph, documents, {}).links.link_count(), 2U);
}

}  // namespace
}  // namespace podium::text
