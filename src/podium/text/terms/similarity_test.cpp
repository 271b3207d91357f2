#include "podium/text/terms/similarity.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "podium/text/terms/vector_fixture.hpp"

namespace podium::text {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TEST(DocumentVectors, CountEveryWordAndHowCommonItIs) {
  const DocumentVectors vectors = vectors_of({{"a", "red red car"}, {"b", "car"}});
  ASSERT_EQ(vectors.document.size(), 2U);
  EXPECT_EQ(weight_of(vectors.of("a").count, term_fingerprint("red")), 2.0);
  EXPECT_EQ(weight_of(vectors.of("b").count, term_fingerprint("red")), 0.0);
  EXPECT_EQ(vectors.share.at(term_fingerprint("red")), 0.5);
  EXPECT_EQ(vectors.share.at(term_fingerprint("car")), 0.5);
  // "car" is in both documents, ln(2 / 2) = 0: all that is left of "a" is "red".
  EXPECT_EQ(weight_of(vectors.of("a").unit, term_fingerprint("red")), 1.0);
  EXPECT_EQ(weight_of(vectors.of("a").unit, term_fingerprint("car")), 0.0);
  EXPECT_TRUE(vectors.of("b").unit.empty());
  EXPECT_TRUE(vectors.of("elsewhere").count.empty());
}

TEST(Cosines, AreThoseOfAWorkedExample) {
  // N = 4; idf: x ln 2 (two documents), y ln 2, z ln(4/3), w ln 4.
  const DocumentVectors vectors =
      vectors_of({{"a", "x x y"}, {"b", "x z"}, {"c", "y z"}, {"d", "w z"}});
  const double two = std::log(2.0);
  const double z = std::log(4.0 / 3.0);
  const double w = std::log(4.0);
  const double of_a = two * std::sqrt(5.0);
  const double of_b = std::hypot(two, z);
  const double of_d = std::hypot(w, z);
  EXPECT_THAT(cosines(vectors, query_of({"a", "b", "c", "d"})),
              ElementsAre(DoubleNear(2 * two * two / (of_a * of_b), 1e-15),
                          DoubleNear(two * two / (of_a * of_b), 1e-15), 0.0,
                          DoubleNear(z * z / (of_b * of_b), 1e-15),
                          DoubleNear(z * z / (of_b * of_d), 1e-15),
                          DoubleNear(z * z / (of_b * of_d), 1e-15)));
  EXPECT_THAT(cosines(vectors, query_of({"d", "b"})),
              ElementsAre(DoubleNear(z * z / (of_b * of_d), 1e-15)));
}

TEST(Cosines, OfADocumentWithoutTermsAreZero) {
  const DocumentVectors vectors = vectors_of({{"a", "x"}, {"b", ""}, {"c", "x y"}});
  EXPECT_THAT(cosines(vectors, query_of({"a", "b", "c"})), ElementsAre(0.0, testing::Gt(0.0), 0.0));
}

TEST(Cosines, AgreeWithProductsTermByTerm) {
  rc::check([] {
    using Entries = std::vector<std::pair<std::uint64_t, int>>;
    const auto weights = *rc::gen::container<std::vector<Entries>>(rc::gen::container<Entries>(
        rc::gen::pair(rc::gen::inRange<std::uint64_t>(0, 30), rc::gen::inRange(1, 20))));
    DocumentVectors vectors;
    std::vector<std::string> ids;
    for (const Entries& document : weights) {
      ids.push_back(std::to_string(ids.size()));
      TermVector& unit = vectors.document[ids.back()].unit;
      for (const auto& [term, weight] :
           std::map<std::uint64_t, int>(document.begin(), document.end())) {
        unit.push_back({term, 1.0 / weight});
      }
    }
    const CosineRows rows(vectors, query_of(ids));
    for (std::size_t a = 0; a < ids.size(); ++a) {
      const std::vector<double> row = rows.row(a);
      for (std::size_t b = 0; b < ids.size(); ++b) {
        double product = 0.0;
        for (const TermWeight& entry : vectors.of(ids[a]).unit) {
          product += entry.weight * weight_of(vectors.of(ids[b]).unit, entry.term);
        }
        RC_ASSERT(row[b] == product);
      }
    }
  });
}

}  // namespace
}  // namespace podium::text
