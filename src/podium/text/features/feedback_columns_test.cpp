#include "podium/text/features/feedback_columns.hpp"

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/text/corpus/term_fingerprint.hpp"
#include "podium/text/features/sampled_fixture.hpp"
#include "podium/text/terms/relevance_model.hpp"

namespace podium::text {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::IsNan;

/// Three of eight documents have the word; BM25 is 1.5, 1, 1 times idf = ln(5.5 / 3.5).
const std::vector<SmallCollection::Page> pages = {{"a", "q q q x", {"f1", "f2"}},
                                                  {"b", "q x", {"a", "f1"}},
                                                  {"c", "q y", {"f3"}},
                                                  {"f1", "other", {"b"}},
                                                  {"f2", "other", {"b"}},
                                                  {"f3", "other"},
                                                  {"f4", "other"},
                                                  {"f5", "y"}};

std::vector<double> column(const SmallCollection& collection, const std::string& name) {
  const std::vector<std::string> names = {name};
  return feedback_columns(names, collection.vectors(), collection.links(), collection.sampled())[0];
}

/// Cosines of a, b and c: ln(N / df) is u for q, v for x and y.
struct Angles {
  double u = std::log(8.0 / 3.0);
  double v = std::log(4.0);
  double a = std::hypot(3.0 * u, v);
  double b = std::hypot(u, v);  ///< c is as long
  double ab = (3.0 * u * u + v * v) / (a * b);
  double ac = 3.0 * u * u / (a * b);
  double bc = u * u / (b * b);
};

TEST(FeedbackColumns, CompareADocumentWithTheBestOthers) {
  const SmallCollection collection(pages, "q");
  const Angles angle;
  // For a: b + c; for b: 1.5 a + c; for c: 1.5 a + b.
  const std::vector<double> expected = {
      (angle.ab + angle.ac) / std::sqrt(2.0 + 2.0 * angle.bc),
      (1.5 * angle.ab + angle.bc) / std::sqrt(2.25 + 1.0 + 3.0 * angle.ac),
      (1.5 * angle.ac + angle.bc) / std::sqrt(2.25 + 1.0 + 3.0 * angle.ab)};
  for (const char* name : {"rocchio-5", "rocchio-10", "rocchio-20"}) {
    EXPECT_THAT(column(collection, name),
                ElementsAre(near(expected[0]), near(expected[1]), near(expected[2])));
  }
}

TEST(FeedbackColumns, AverageTheScoresOfNeighbours) {
  const SmallCollection collection(pages, "q");
  const Angles angle;
  EXPECT_THAT(
      column(collection, "neighbour-score-5"),
      ElementsAre(near(idf), near(idf * (1.5 * angle.ab + angle.bc) / (angle.ab + angle.bc)),
                  near(idf * (1.5 * angle.ac + angle.bc) / (angle.ac + angle.bc))));
}

TEST(FeedbackColumns, ScoreByTheRelevanceModelOfTheOthers) {
  const SmallCollection collection(pages, "q");
  const DocumentVectors& vectors = collection.vectors();
  const std::vector<std::uint64_t> query = {term_fingerprint("q")};
  RelevanceModel model(vectors, query, 2.0);
  const std::vector<const DocumentVectors::Document*> others = {&vectors.of("a"), &vectors.of("c")};
  model.learn(others);
  EXPECT_THAT(column(collection, "relevance-model")[1], near(model.score(vectors.of("b"))));
}

TEST(FeedbackColumns, LookAtLinkedDocumentsAndLinksInCommon) {
  const SmallCollection collection(pages, "q");
  // In the sample b -> a alone.
  EXPECT_THAT(column(collection, "linked-score"),
              ElementsAre(near(idf), near(1.5 * idf), near(0.0)));
  // Links out: a {f1, f2}, b {a, f1}, c {f3}; in: a {b}, b {f1, f2}, c none.
  EXPECT_THAT(column(collection, "coupling"),
              ElementsAre(near(0.5 / 2.0), near(1.5 * 0.5 / 2.5), near(0.0)));
  EXPECT_THAT(column(collection, "co-citation"), ElementsAre(near(0), near(0), near(0)));
}

TEST(FeedbackColumns, FindDocumentsThatAreCitedTogether) {
  std::vector<SmallCollection::Page> cited = pages;
  cited[4].link = {"b", "c"};  // f2; f1 still names b alone
  const SmallCollection collection(cited, "q");
  EXPECT_THAT(
      column(collection, "co-citation"),
      ElementsAre(near(0), near(1.0 / std::sqrt(2.0) / 2.5), near(1.0 / std::sqrt(2.0) / 2.5)));
}

TEST(FeedbackColumns, AreNullWhereNothingIsToBeLookedAt) {
  const SmallCollection alone({{"a", "q"}, {"b", "x"}, {"c", "y"}}, "q");
  EXPECT_THAT(column(alone, "rocchio-5"), ElementsAre(IsNan()));
  std::vector<SmallCollection::Page> bare = pages;
  for (SmallCollection::Page& page : bare) page.link.clear();
  EXPECT_THAT(column(SmallCollection(bare, "q"), "linked-score"), Each(IsNan()));
  EXPECT_THAT(column(SmallCollection(pages, "q"), "pagerank"), Each(IsNan()));
}

/// The centroid written out, of the best documents other than `doc`; the sample is in order.
double naive_rocchio(const SmallCollection& collection, std::size_t doc, std::size_t count) {
  const auto& documents = collection.query().document;
  const double documents_with = static_cast<double>(documents.size());
  const double weight = std::log((40.0 - documents_with + 0.5) / (documents_with + 0.5));
  std::map<std::uint64_t, double> centroid;
  std::size_t taken = 0;
  for (std::size_t e = 0; e < documents.size() && taken < count; ++e) {
    if (e == doc) continue;
    ++taken;
    const double c = documents[e].frequency[0];
    for (const TermWeight& w : collection.vectors().of(documents[e].id).unit) {
      centroid[w.term] += weight * 2.0 * c / (c + 1.0) * w.weight;
    }
  }
  double product = 0.0;
  double square = 0.0;
  for (const auto& [term, value] : centroid) {
    product += value * weight_of(collection.vectors().of(documents[doc].id).unit, term);
    square += value * value;
  }
  return product / std::sqrt(square);
}

/// Forty documents, so many of which have the word, in words that they share at random.
std::vector<SmallCollection::Page> random_pages(std::size_t matching, RandomStream& random) {
  std::vector<SmallCollection::Page> made;
  for (std::size_t d = 0; d < 40; ++d) {
    std::string text = "w" + std::to_string(d % 5);
    for (std::size_t i = random.below(4) + 1; d < matching && i > 0; --i) text += " q";
    for (std::size_t i = random.below(4); i > 0; --i)
      text += " w" + std::to_string(random.below(9));
    made.push_back({std::to_string(d), text});
  }
  return made;
}

TEST(FeedbackColumns, AgreeWithACentroidWrittenOutForAnyNumberOfThreads) {
  RandomStream random(8, "", "feedback");
  for (const std::size_t matching : {2U, 5U, 6U, 7U, 18U}) {
    const SmallCollection collection(random_pages(matching, random), "q");
    std::vector<std::vector<double>> results;
    for (const std::size_t threads : {1U, 3U}) {
      const ThreadLimit limit(threads);
      results.push_back(column(collection, "rocchio-5"));
    }
    ASSERT_EQ(results[0].size(), matching);
    EXPECT_EQ(results[0], results[1]);
    for (std::size_t d = 0; d < matching; ++d) {
      EXPECT_THAT(results[0][d], near(naive_rocchio(collection, d, 5)));
    }
  }
}

}  // namespace
}  // namespace podium::text
