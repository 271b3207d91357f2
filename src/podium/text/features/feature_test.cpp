#include "podium/text/features/feature.hpp"

#include <cmath>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/test_paths.hpp"
#include "podium/text/features/feature_recipe.hpp"
#include "podium/text/terms/toy_corpus_fixture.hpp"

namespace podium::text {
namespace {

const TextParameters gov;
const TextParameters ohsumed{.k1 = 1.2, .b = 0.75, .k3 = 7, .delta = 0.5, .mu = 50, .lambda = 0.5};

struct Toy {
  CollectionMeta collection;
  QueryMeta query;

  Toy(const std::vector<std::string>& texts, const std::string& words)
      : collection(ToyCorpus(texts).collection()), query(ToyCorpus(texts).query(words)) {}

  double value(std::string_view feature, std::size_t document,
               const TextParameters& parameters) const {
    QueryStreams streams(collection, query, parameters);
    return find_text_feature(feature).value(streams.view(document, 0), parameters);
  }
};

/// The specification's worked example of eight documents.
Toy eight() {
  return {{"a b a c", "b c c d e", "a x", "d e f", "x y", "x z z", "y", "z x y b"}, "a c a"};
}

TEST(TextFeatures, GiveTheWorkedExampleOfRetrievalModels) {
  struct Expected {
    double bm25_gov, bm25_ohsumed, jm1, dir2000, abs7, jm5, dir50, abs5;
  };
  const Expected expected[] = {{2.097193507, 2.976342317, -2.979805100, -6.224390272, -3.841673023,
                                -4.000278053, -5.765524270, -3.487080245},
                               {1.146613734, 1.106381673, -9.751571511, -6.237847096, -6.427182698,
                                -6.882681641, -6.246623428, -7.041286672},
                               {1.180337667, 1.966900752, -5.924244079, -6.233339083, -5.311291797,
                                -5.098890342, -6.059146754, -5.098890342}};
  const Toy toy = eight();
  for (std::size_t d = 0; d < 3; ++d) {
    EXPECT_NEAR(toy.value("bm25", d, gov), expected[d].bm25_gov, 1e-9);
    EXPECT_NEAR(toy.value("bm25", d, ohsumed), expected[d].bm25_ohsumed, 1e-9);
    EXPECT_NEAR(toy.value("lmir-jm", d, gov), expected[d].jm1, 1e-9);
    EXPECT_NEAR(toy.value("lmir-dir", d, gov), expected[d].dir2000, 1e-9);
    EXPECT_NEAR(toy.value("lmir-abs", d, gov), expected[d].abs7, 1e-9);
    EXPECT_NEAR(toy.value("lmir-jm", d, ohsumed), expected[d].jm5, 1e-9);
    EXPECT_NEAR(toy.value("lmir-dir", d, ohsumed), expected[d].dir50, 1e-9);
    EXPECT_NEAR(toy.value("lmir-abs", d, ohsumed), expected[d].abs5, 1e-9);
  }
}

TEST(TextFeatures, CountARepeatedQueryWordEachTime) {
  const Toy toy = eight();
  EXPECT_NEAR(toy.value("idf", 0, gov), 3 * 0.955511445, 1e-8);
  EXPECT_EQ(toy.value("tf", 0, gov), 5.0);
  EXPECT_NEAR(toy.value("tf-idf", 0, gov), 5 * 0.955511445, 1e-8);
  EXPECT_EQ(toy.value("length", 1, gov), 5.0);
  EXPECT_EQ(toy.value("unique-length", 1, gov), 4.0);
}

TEST(TextFeatures, GiveTheWorkedExampleOfOhsumed) {
  const Toy toy({"a b a c", "b c c d e", "a", "d e f"}, "b d");
  const std::pair<const char*, double> expected[] = {{"tf", 2.0},
                                                     {"log-tf", 1.386294361},
                                                     {"tf-share", 0.4},
                                                     {"log-tf-share", .364643114},
                                                     {"n-df", 1.386294361},
                                                     {"log-n-df", -.733025841},
                                                     {"n-cf", 2.197224577},
                                                     {"log-tf-n-df", .259650580},
                                                     {"tf-n-df", 1.386294361},
                                                     {"log-tf-n-cf", .672944473}};
  for (const auto& [feature, value] : expected) {
    EXPECT_NEAR(toy.value(feature, 1, ohsumed), value, 1e-9) << feature;
  }
}

TEST(TextFeatures, GiveTheWorkedExampleOfFourDocuments) {
  const Toy toy({"a b a c", "b c c d e", "a", "d e f"}, "f d a");
  EXPECT_NEAR(toy.value("bm25", 3, gov), 0.886254084, 1e-9);
  EXPECT_NEAR(toy.value("bm25", 3, ohsumed), 0.874827394, 1e-9);
  EXPECT_NEAR(toy.value("lmir-jm", 0, gov), -9.790418996, 1e-9);
  EXPECT_NEAR(toy.value("lmir-dir", 1, ohsumed), -6.066801510, 1e-9);
  EXPECT_NEAR(toy.value("lmir-abs", 2, gov), -5.923291310, 1e-9);
}

/// The rank form of the language models needs only the terms that match [Zhai01]:
///   sum over matches of ln(p(t|d) / (a p(t|C))) + |q| ln a + sum ln p(t|C)
double rank_form(const StreamView& view, const std::string& model, const TextParameters& p) {
  const double a = model == "lmir-jm"    ? p.lambda
                   : model == "lmir-dir" ? p.mu / (view.length + p.mu)
                                         : p.delta * view.unique_length / view.length;
  double value = 0.0;
  for (const TermView& t : view.term) {
    const double pc = t.collection_frequency / view.total_terms;
    value += std::log(a) + std::log(pc);
    if (t.count == 0.0) continue;
    const double pd = model == "lmir-jm" ? (1 - p.lambda) * t.count / view.length + p.lambda * pc
                      : model == "lmir-dir"
                          ? (t.count + p.mu * pc) / (view.length + p.mu)
                          : std::max(t.count - p.delta, 0.0) / view.length + a * pc;
    value += std::log(pd / (a * pc));
  }
  return value;
}

TEST(TextFeatures, LanguageModelsEqualTheirRankForm) {
  rc::check([] {
    const auto word = rc::gen::map(rc::gen::inRange('a', 'f'),
                                   [](int c) { return std::string(1, static_cast<char>(c)); });
    std::vector<std::string> texts = {"a b c d e", "a"};
    for (const auto& words : *rc::gen::container<std::vector<std::vector<std::string>>>(
             rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(word)))) {
      std::string& text = texts.emplace_back();
      for (const std::string& w : words) text += w + " ";
    }
    const Toy toy(texts, "b d b");
    for (const TextParameters& parameters : {gov, ohsumed}) {
      QueryStreams streams(toy.collection, toy.query, parameters);
      for (std::size_t d = 0; d < texts.size(); ++d) {
        const StreamView view = streams.view(d, 0);
        for (const char* model : {"lmir-jm", "lmir-dir", "lmir-abs"}) {
          const double direct = find_text_feature(model).value(view, parameters);
          RC_ASSERT(std::abs(direct - rank_form(view, model, parameters)) < 1e-10);
        }
      }
    }
  });
}

TEST(TextFeatures, PassOverTermsThatTheStreamHasNowhere) {
  const Toy without({"a b", "b c"}, "a");
  const Toy with({"a b", "b c"}, "a nowhere");
  for (const TextFeature& feature : text_features()) {
    EXPECT_EQ(with.value(feature.name, 0, gov), without.value(feature.name, 0, gov))
        << feature.name;
  }
}

TEST(TextFeatures, RefuseAnUnknownName) {
  EXPECT_THROW(find_text_feature("bm26"), UsageError);
  EXPECT_THROW(find_column_feature("bm25"), UsageError);
}

TEST(TextFeatures, HaveARowEachInTheManual) {
  const Table manual = feature_table();
  EXPECT_EQ(manual.rows.size(), text_features().size() + column_features().size());
  for (const auto& row : manual.rows) EXPECT_EQ(row.size(), manual.columns.size());
}

TEST(TextFeatures, AreDocumentedAsTheyAre) {
  const InputText page(docs_path("features.md"));
  EXPECT_THAT(std::string(page.view()),
              testing::HasSubstr(render(feature_table(), TableFormat::markdown)));
}

TEST(AverageLength, IsRoundedToSignificantDigits) {
  EXPECT_EQ(average_length(2770138, 348566, 6), 7.94724);
  EXPECT_EQ(average_length(23680877, 348566, 6), 67.938);
  EXPECT_EQ(average_length(26451015, 348566, 6), 75.8852);
  EXPECT_EQ(average_length(1, 3, 0), 1.0 / 3.0);
  EXPECT_EQ(average_length(0, 0, 0), 0.0);
}

TEST(TextParameters, AreAllOptions) {
  static_assert(has_all_fields<TextParameters>());
}

}  // namespace
}  // namespace podium::text
