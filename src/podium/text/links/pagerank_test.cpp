#include "podium/text/links/pagerank.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include <Eigen/Dense>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/text/links/link_graph_fixture.hpp"

namespace podium::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The solution of (I - d P' ) x = rest by elimination, scaled to the sum 1.
Eigen::VectorXd solved(const LinkGraph& graph, const Eigen::VectorXd& teleport, double damping) {
  const auto n = static_cast<Eigen::Index>(graph.page_count());
  Eigen::MatrixXd step(n, n);  // step(v, u): chance to go from u to v
  for (Eigen::Index u = 0; u < n; ++u) {
    const auto links = graph.out(static_cast<PageIndex>(u));
    step.col(u) = links.empty() ? Eigen::VectorXd(teleport) : Eigen::VectorXd::Zero(n);
    for (const PageIndex v : links) step(v, u) = 1.0 / static_cast<double>(links.size());
  }
  const Eigen::MatrixXd system = Eigen::MatrixXd::Identity(n, n) - damping * step;
  return system.fullPivLu().solve((1.0 - damping) * teleport);
}

TEST(PageRank, MatchesTheWorkedExample) {  // the specification's worked example
  EXPECT_THAT(pagerank(example_graph()).score,
              ElementsAre(near(.372526851), near(.195823912), near(.394149237), near(.0375)));
}

TEST(PageRank, SendsTheMassOfPagesWithoutLinksEverywhere) {  // the same, page 2 without its link
  const LinkGraph graph(4, {{0, 1}, {0, 2}, {1, 2}, {3, 2}});
  EXPECT_THAT(pagerank(graph).score,
              ElementsAre(near(.144691626), near(.206185567), near(.504431181), near(.144691626)));
}

TEST(PageRank, SolvesTheLinearSystemOfRandomGraphs) {
  RandomStream random(7, "q", "pagerank");
  for (std::size_t round = 0; round < 40; ++round) {
    const std::size_t pages = 1 + random.below(25);
    const LinkGraph graph = random_graph(pages, random.below(4 * pages), random);
    std::vector<double> teleport(pages);
    double sum = 0.0;
    for (double& weight : teleport) sum += weight = random.uniform() + 0.01;
    Eigen::VectorXd scaled(static_cast<Eigen::Index>(pages));
    for (std::size_t i = 0; i < pages; ++i)
      scaled(static_cast<Eigen::Index>(i)) = teleport[i] / sum;
    const PageScores found = pagerank(graph, teleport, {.damping = 0.9});
    const Eigen::VectorXd expected = solved(graph, scaled, 0.9);
    for (std::size_t i = 0; i < pages; ++i) {
      EXPECT_NEAR(found.score[i], expected(static_cast<Eigen::Index>(i)), 1e-10);
    }
  }
}

TEST(PageRank, SumsToOneAndHasTheSameBitsForAnyNumberOfThreads) {
  RandomStream random(8, "q", "pagerank");
  const LinkGraph graph = random_graph(9000, 40000, random);
  const auto with_threads = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    return pagerank(graph, {}, {.tolerance = 1e-6}).score;
  };
  const std::vector<double> one = with_threads(1);
  EXPECT_EQ(one, with_threads(2));
  EXPECT_NEAR(std::accumulate(one.begin(), one.end(), 0.0), 1.0, 1e-12);
}

TEST(PageRank, StopsAtItsLimitAndSaysHowFarItIs) {
  const PageScores scores = pagerank(example_graph(), {}, {.max_iterations = 3});
  EXPECT_EQ(scores.iterations, 3U);
  EXPECT_GT(scores.change, 1e-12);
}

TEST(PageRank, OfNoPagesIsEmpty) {
  EXPECT_THAT(pagerank(LinkGraph()).score, IsEmpty());
}

TEST(PageRank, RefusesTeleportVectorsThatAreNone) {
  const LinkGraph graph = example_graph();
  EXPECT_THROW(pagerank(graph, std::vector{1.0, -1.0, 1.0, 1.0}), UsageError);
  EXPECT_THROW(pagerank(graph, std::vector{0.0, 0.0, 0.0, 0.0}), UsageError);
  EXPECT_THROW(
      pagerank(graph, std::vector{1.0, std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0}),
      UsageError);
  EXPECT_THROW(pagerank(graph, std::vector{1.0}), ContractError);
}

}  // namespace
}  // namespace podium::text
