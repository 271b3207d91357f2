#include "podium/text/terms/relevance_model.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "podium/text/terms/vector_fixture.hpp"

namespace podium::text {
namespace {

double in(const TermVector& model, const char* word) {
  return weight_of(model, term_fingerprint(word));
}

TEST(RelevanceModel, IsTheQueryWithoutFeedback) {
  const DocumentVectors vectors = vectors_of({{"a", "x y"}, {"b", "y z"}});
  const std::vector<std::uint64_t> query = {term_fingerprint("x"), term_fingerprint("y"),
                                            term_fingerprint("y"), term_fingerprint("nowhere")};
  const RelevanceModel model(vectors, query, 2.0);
  EXPECT_EQ(model.terms().size(), 2U);
  EXPECT_DOUBLE_EQ(in(model.terms(), "x"), 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(in(model.terms(), "y"), 2.0 / 3.0);
  // Shares of the collection: x 1/4, y 1/2; L = 2, mu = 2.
  EXPECT_DOUBLE_EQ(model.score(vectors.of("a")),
                   std::log(1.5 / 4.0) / 3.0 + 2.0 * std::log(2.0 / 4.0) / 3.0);
}

TEST(RelevanceModel, MixesTheQueryWithTheWordsOfFeedback) {
  // p(x) = 2/6, so p(x | a) = (1 + 2/3) / 4 = 5/12 and p(x | b) = (1 + 2/3) / 4 as well.
  const DocumentVectors vectors = vectors_of({{"a", "x y"}, {"b", "x z"}, {"c", "y z"}});
  const std::vector<std::uint64_t> query = {term_fingerprint("x")};
  RelevanceModel model(vectors, query, 2.0);
  const std::vector<const DocumentVectors::Document*> both = {&vectors.of("a"), &vectors.of("b")};
  model.learn(both);
  EXPECT_DOUBLE_EQ(in(model.terms(), "x"), 0.5 + 0.25);
  EXPECT_DOUBLE_EQ(in(model.terms(), "y"), 0.125);
  EXPECT_DOUBLE_EQ(in(model.terms(), "z"), 0.125);
  // With c instead of b: p(x | c) = (2/3) / 4, so a weighs 5 / (5 + 2).
  const std::vector<const DocumentVectors::Document*> other = {&vectors.of("a"), &vectors.of("c")};
  model.learn(other);
  EXPECT_DOUBLE_EQ(in(model.terms(), "x"), 0.5 + 0.25 * 5.0 / 7.0);
  EXPECT_DOUBLE_EQ(in(model.terms(), "y"), 0.25);
  EXPECT_DOUBLE_EQ(in(model.terms(), "z"), 0.25 * 2.0 / 7.0);
  model.learn({});
  EXPECT_EQ(model.terms().size(), 1U);
}

TEST(RelevanceModel, KeepsTheFiftyLikeliestWords) {
  std::string text = "x x ";
  for (int i = 0; i < 60; ++i) text += "w" + std::to_string(i) + ' ';
  const DocumentVectors vectors = vectors_of({{"a", text}, {"b", "y"}});
  const std::vector<std::uint64_t> query = {term_fingerprint("y")};
  RelevanceModel model(vectors, query, 50.0);
  const std::vector<const DocumentVectors::Document*> feedback = {&vectors.of("a")};
  model.learn(feedback);
  EXPECT_EQ(model.terms().size(), 51U);
  EXPECT_NEAR(in(model.terms(), "x"), 0.5 * 2.0 / 51.0, 1e-15);
  double sum = 0.0;
  for (const TermWeight& w : model.terms()) sum += w.weight;
  EXPECT_NEAR(sum, 1.0, 1e-15);
}

}  // namespace
}  // namespace podium::text
