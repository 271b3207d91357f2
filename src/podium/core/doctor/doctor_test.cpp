#include "podium/core/doctor/doctor.hpp"

#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/sparse_twin_fixture.hpp"
#include "podium/core/prepare/named_features_fixture.hpp"

namespace podium {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr float null = std::numeric_limits<float>::quiet_NaN();

using Ids = std::vector<std::string>;

std::vector<std::string> names(const std::vector<Finding>& findings) {
  std::vector<std::string> list;
  for (const Finding& finding : findings) list.push_back(finding.check);
  return list;
}

const Finding& find(const std::vector<Finding>& findings, std::string_view check) {
  for (const Finding& finding : findings) {
    if (finding.check == check) return finding;
  }
  static const Finding none;
  ADD_FAILURE() << "no finding " << check;
  return none;
}

/// Twenty sound queries of twelve documents with three real-valued features; `change` may spoil
/// the labels, features and ids of one query.
template <class Change>
Dataset sound_but(Change&& change) {
  RandomStream random(1, "", "doctor");
  DatasetBuilder builder(3);
  for (std::size_t query = 0; query < 20; ++query) {
    std::vector<double> label;
    std::vector<float> values;
    Ids ids;
    for (std::size_t doc = 0; doc < 12; ++doc) {
      label.push_back(static_cast<double>(doc % 3));
      ids.push_back("d" + to_text(doc));
      for (int f = 0; f < 3; ++f) values.push_back(static_cast<float>(random.normal()));
    }
    change(query, label, values, ids);
    builder.add_query("q" + to_text(query), GradedTruth{label}, values, ids);
  }
  return std::move(builder).build();
}

template <class Change>
std::vector<Finding> findings_but(Change&& change) {
  return check_dataset(sound_but(change));
}

TEST(Doctor, FindsNothingInSoundData) {
  EXPECT_THAT(names(findings_but([](auto...) {})), IsEmpty());
}

TEST(Doctor, FindsUselessFeatures) {
  const auto findings = findings_but([](std::size_t query, auto&, auto& values, auto&) {
    for (std::size_t row = 0; row < 36; row += 3) {
      values[row] = 7.0F;
      values[row + 1] = static_cast<float>(query);
    }
  });
  EXPECT_THAT(names(findings), ElementsAre("constant-features", "query-constant-features"));
  EXPECT_THAT(find(findings, "constant-features").examples, ElementsAre("feature 1 is always 7"));
  EXPECT_THAT(find(findings, "query-constant-features").examples, ElementsAre("feature 2"));
}

TEST(Doctor, FindsIdenticalFeaturesEvenWithMissingValues) {
  const auto findings = findings_but([](std::size_t, auto&, auto& values, auto&) {
    values[0] = null;
    for (std::size_t row = 0; row < 36; row += 3) values[row + 2] = values[row];
  });
  EXPECT_THAT(find(findings, "identical-features").examples,
              ElementsAre("feature 3 equals feature 1"));
  EXPECT_EQ(find(findings, "missing-values").count, 2U);
  EXPECT_THAT(find(findings, "missing-values").message,
              StartsWith("features have missing values (40 cells in total)"));
  EXPECT_THAT(find(findings, "missing-values").examples[0], HasSubstr("8.3 %"));
}

TEST(Doctor, FindsEmptyInfiniteAndInexactFeatures) {
  const auto findings = findings_but([](std::size_t query, auto&, auto& values, auto&) {
    for (std::size_t row = 0; row < 36; row += 3) values[row] = null;
    if (query == 3) values[1] = std::numeric_limits<float>::infinity();
    if (query == 4) values[2] = 3e7F;
  });
  EXPECT_EQ(find(findings, "empty-features").count, 1U);
  EXPECT_THAT(find(findings, "infinite-features").examples, ElementsAre("feature 2: 1 row"));
  EXPECT_EQ(find(findings, "infinite-features").severity, Severity::error);
  EXPECT_THAT(find(findings, "inexact-features").examples, ElementsAre("feature 3: up to 3e+07"));
  EXPECT_EQ(find(findings, "feature-scales").count, 2U);
}

TEST(Doctor, TellsTrainingWhatCanBeMended) {
  const Dataset data = sound_but([](std::size_t query, auto&, auto& values, auto&) {
    for (std::size_t row = 0; row < 36; row += 3) {
      values[row] = 1.0F;
      values[row + 2] *= 500.0F;
    }
    if (query == 4) values[1] = 3e7F;
  });
  EXPECT_THAT(names(check_dataset(data)), Contains("constant-features"));
  constexpr double any = std::numeric_limits<double>::infinity();
  EXPECT_THAT(names(check_training(data, any)), ElementsAre("inexact-features"));
  EXPECT_THAT(names(check_training(data, 100.0)),
              ElementsAre("inexact-features", "feature-scales"));
  EXPECT_THAT(names(check_training(data, 100.0, {2})), ElementsAre("inexact-features"));
  DatasetBuilder two(1);  // points of a line by chance
  two.add_query("q", GradedTruth{{1.0, 0.0}}, std::vector<float>{3.0F, 2.0F});
  EXPECT_THAT(names(check_training(std::move(two).build(), any)), IsEmpty());
}

TEST(Doctor, FindsAFeatureThatEqualsTheLabel) {
  const auto findings = findings_but([](std::size_t, auto& label, auto& values, auto&) {
    for (std::size_t doc = 0; doc < 12; ++doc) {
      values[3 * doc + 1] = -2.0F * static_cast<float>(label[doc]) + 5.0F;
    }
  });
  EXPECT_THAT(find(findings, "label-in-features").examples,
              ElementsAre("feature 2: correlation -1.0000"));
}

TEST(Doctor, FindsAFeatureThatOrdersEveryQuery) {
  // Shifted by a query's own amount: no correlation to speak of, but a perfect order.
  const auto spoil = [](std::size_t query, auto& label, auto& values, auto&) {
    for (std::size_t doc = 0; doc < 12; ++doc) {
      values[3 * doc] =
          static_cast<float>(label[doc] * label[doc] + 100.0 * static_cast<double>(query % 7) +
                             0.01 * static_cast<double>(doc));
    }
  };
  EXPECT_THAT(find(findings_but(spoil), "label-in-features").examples,
              ElementsAre("feature 1 orders every query perfectly"));
  const auto almost = findings_but([&](std::size_t query, auto& label, auto& values, auto& ids) {
    spoil(query, label, values, ids);
    if (query == 19) std::swap(values[0], values[6]);
  });
  EXPECT_THAT(names(almost), testing::Not(Contains("label-in-features")));
}

TEST(Doctor, FindsRepeatedDocumentsAndContradictions) {
  const auto findings = findings_but([](std::size_t query, auto& label, auto& values, auto& ids) {
    if (query == 2) ids[3] = ids[0];                         // labels 0 and 0
    if (query == 5) ids[1] = ids[0];                         // labels 0 and 1
    if (query == 6) std::copy_n(&values[0], 3, &values[9]);  // labels 0 and 0
    if (query == 7) std::copy_n(&values[0], 3, &values[3]);  // labels 0 and 1
    if (query == 8) label[0] = 0.0;
  });
  EXPECT_THAT(names(findings), ElementsAre("contradictory-documents", "repeated-documents",
                                           "contradictory-rows", "identical-rows"));
  EXPECT_THAT(findings[0].examples, ElementsAre("query q5, document d0"));
  EXPECT_THAT(findings[2].examples, ElementsAre("query q7, document d0 and d1"));
}

TEST(Doctor, FindsQueriesThatSayLittle) {
  DatasetBuilder builder(1);
  builder.add_query("blank", GradedTruth{{0, 0}}, std::vector<float>{1, 2});
  builder.add_query("flat", GradedTruth{{1, 1}}, std::vector<float>{1.5F, 2.5F});
  builder.add_query("good", GradedTruth{{1, 0}}, std::vector<float>{1.7F, 2.9F});
  const auto findings = check_dataset(std::move(builder).build());
  EXPECT_THAT(find(findings, "blank-queries").examples, ElementsAre("query blank"));
  EXPECT_THAT(find(findings, "blank-queries").message, StartsWith("query has no relevant"));
  EXPECT_EQ(find(findings, "single-label-queries").count, 2U);
  EXPECT_EQ(find(findings, "short-queries").count, 3U);
}

TEST(Doctor, FindsOneQueryUnderTwoIds) {
  std::vector<float> kept;
  const auto findings = findings_but([&](std::size_t query, auto&, auto& values, auto&) {
    if (query == 4) kept = values;
    if (query != 9) return;
    for (std::size_t doc = 0; doc < 12; ++doc) {  // in another order
      std::copy_n(&kept[3 * doc], 3, &values[3 * (11 - doc)]);
    }
  });
  EXPECT_THAT(find(findings, "repeated-queries").examples, ElementsAre("queries q4 and q9"));
}

TEST(Doctor, FindsSuspiciousLabels) {
  const auto findings = findings_but([](std::size_t query, auto& label, auto&, auto&) {
    if (query == 0) label[0] = -1.0;
    if (query == 1) label[0] = 0.5;
    if (query == 2) label[0] = 32.0;
  });
  EXPECT_THAT(names(findings), ElementsAre("huge-labels", "negative-labels", "fractional-labels"));
  EXPECT_THAT(findings[0].examples, ElementsAre("query q2, document d0: label 32"));
}

TEST(Doctor, LooksAtLabelsOfJudgedDocumentsOnly) {
  const auto findings = findings_but([](std::size_t query, auto& label, auto&, auto&) {
    if (query != 0) return;
    for (std::size_t doc = 0; doc < 12; ++doc) label[doc] = doc % 2 == 0 ? 0.0 : -1.0;
  });
  EXPECT_THAT(find(findings, "single-label-queries").examples, ElementsAre("query q0"));
}

TEST(Doctor, FindsFullOrdersReadAsGrades) {
  const auto findings = findings_but([](std::size_t, auto& label, auto&, auto&) {
    for (std::size_t doc = 0; doc < 12; ++doc) label[doc] = static_cast<double>(1000 - doc);
  });
  EXPECT_THAT(names(findings), ElementsAre("full-order-labels", "huge-labels"));
  DatasetBuilder builder(1);  // the same, said to be an order
  for (int query = 0; query < 3; ++query) {
    std::vector<DocIndex> order(40);
    std::vector<float> values(40);
    for (DocIndex doc = 0; doc < 40; ++doc) {
      order[doc] = (doc * 7) % 40;
      values[doc] = static_cast<float>(doc) + 0.1F * static_cast<float>(query);
    }
    builder.add_query("q" + to_text(query), OrderTruth{order}, values);
  }
  EXPECT_THAT(names(check_dataset(std::move(builder).build())), IsEmpty());
}

TEST(Doctor, SaysThatNothingCanBeLearned) {
  EXPECT_THAT(names(check_dataset(Dataset())), ElementsAre("no-data"));
  const auto findings =
      findings_but([](std::size_t, auto& label, auto&, auto&) { std::ranges::fill(label, 1.0); });
  EXPECT_THAT(names(findings), ElementsAre("constant-labels", "single-label-queries"));
}

TEST(Doctor, FindsTheSameForAnyNumberOfThreads) {
  const Dataset data = random_dataset(3, 800, 6, 0.05);
  const auto with = [&](std::size_t threads) {
    const ThreadLimit limit(threads);
    std::vector<std::tuple<std::string, std::size_t, std::vector<std::string>>> all;
    for (const Finding& finding : check_dataset(data)) {
      all.emplace_back(finding.check, finding.count, finding.examples);
    }
    return all;
  };
  EXPECT_EQ(with(1), with(4));
  EXPECT_THAT(with(1), testing::Not(IsEmpty()));
}

TEST(Doctor, NamesEveryCheckOnceAndReportsUnderTheirSeverity) {
  std::set<std::string_view> seen;
  for (const CheckInfo& info : data_checks()) EXPECT_TRUE(seen.insert(info.name).second);
  EXPECT_EQ(name_of(Severity::warning), "warning");
  for (const Finding& finding : check_dataset(random_dataset(3, 50, 2, 0.1))) {
    EXPECT_TRUE(seen.contains(finding.check));
  }
}

TEST(Leaks, AreFoundByIdAndByFeatures) {
  const Dataset data = sound_but([](auto...) {});
  const std::vector<NamedDataset> parts = {
      {"train", data.subset(std::vector<std::size_t>{0, 1, 2})},
      {"vali", data.subset(std::vector<std::size_t>{3, 1})},
      {"test", data.subset(std::vector<std::size_t>{4})}};
  const auto findings = check_leaks(parts);
  EXPECT_THAT(names(findings), ElementsAre("leaked-queries"));
  EXPECT_THAT(findings[0].examples, ElementsAre("query q1 in train and vali"));
  EXPECT_THAT(check_leaks(std::span(parts).subspan(1)), IsEmpty());

  DatasetBuilder renamed(3);
  renamed.add_query("other", GradedTruth{std::vector<double>(12)}, data[2].features.dense());
  const std::vector<NamedDataset> disguised = {parts[0], {"test", std::move(renamed).build()}};
  EXPECT_THAT(find(check_leaks(disguised), "leaked-documents").examples,
              ElementsAre("queries q2 and other in train and test"));
}

TEST(Leaks, SayWhatTheyMeanForThePartsThatShareAQuery) {
  const Dataset data = sound_but([](auto...) {});
  const auto part = [&](std::vector<std::size_t> queries, SplitRole role) -> NamedDataset {
    return {"part", data.subset(queries), role};
  };
  const auto said = [](const std::vector<NamedDataset>& parts) {
    return find(check_leaks(parts), "leaked-queries").message;
  };
  using enum SplitRole;
  EXPECT_EQ(said({part({0, 1}, train), part({1, 2}, vali)}),
            "query is in two parts: the model is selected by queries that it was trained on");
  EXPECT_EQ(said({part({0, 1}, train), part({1, 2}, test)}),
            "query is in two parts: test results are not valid");
  EXPECT_EQ(said({part({0}, train), part({1, 2}, vali), part({1, 2}, test)}),
            "queries are in two parts: test results are not valid: the model is selected by "
            "queries of the test data");
  EXPECT_EQ(said({part({0, 1}, train), part({0, 2}, vali), part({1}, test)}),
            "queries are in two parts: the model is selected by queries that it was trained on; "
            "test results are not valid");
  EXPECT_EQ(
      find(check_leaks(std::vector{part({0, 1}, train), part({0, 1}, vali), part({0, 1}, test)}),
           "leaked-queries")
          .count,
      2U)
      << "a query in three parts is one query";
  EXPECT_EQ(said({part({0}, unknown), part({0}, unknown)}),
            "query is in two parts: results on one of them are not valid after training on the "
            "other");
}

TEST(SomeFeatureDiffers, LooksWithinQueries) {
  const auto data = [](std::vector<float> first, std::vector<float> second) {
    DatasetBuilder builder(2);
    builder.add_query("a", GradedTruth{{1, 0}}, first);
    builder.add_query("b", GradedTruth{{1, 0}}, second);
    return std::move(builder).build();
  };
  EXPECT_FALSE(some_feature_differs(data({1, 2, 1, 2}, {3, 4, 3, 4})));
  EXPECT_TRUE(some_feature_differs(data({1, 2, 1, 2}, {3, 4, 3, 5})));
}

TEST(Leaks, IncludeLabelsAndFeaturesThatDiffer) {
  const Dataset data = sound_but([](auto...) {});
  DatasetBuilder builder(2);
  builder.add_query("q0", GradedTruth{{2, 1}}, std::vector<float>{1, 2, 3, 4}, Ids{"d0", "d1"});
  const std::vector<NamedDataset> parts = {{"a", data}, {"b", std::move(builder).build()}};
  const auto findings = check_leaks(parts);
  EXPECT_THAT(names(findings),
              ElementsAre("leaked-queries", "differing-labels", "differing-features"));
  EXPECT_THAT(findings[1].examples, ElementsAre("query q0, document d0: 0 and 2 in a and b"));
  EXPECT_THAT(findings[2].examples, ElementsAre("a has 3, b has 2; '3' is only in a"));
}

TEST(Leaks, CompareFeaturesByName) {
  const auto part = [](const char* query, std::vector<float> values, Ids features) -> NamedDataset {
    DatasetBuilder builder(2);
    builder.add_query(query, GradedTruth{{1, 0}}, values);
    return {query, with_names(std::move(builder).build(), features)};
  };
  const auto found = [](const NamedDataset& a, const NamedDataset& b) {
    return names(check_leaks(std::vector{a, b}));
  };
  const NamedDataset first = part("a", {1, 2, 3, 4}, {"x", "y"});
  EXPECT_THAT(found(first, part("b", {2, 1, 4, 3}, {"y", "x"})),
              ElementsAre("leaked-documents", "differing-features"));
  EXPECT_THAT(found(first, part("b", {1, 2, 3, 4}, {"y", "x"})), ElementsAre("differing-features"));
  EXPECT_THAT(found(part("a", {1, 2, 3, 4}, {"1", "2"}), part("b", {2, 1, 4, 3}, {"f2", "f1"})),
              Contains("leaked-documents"));
}

TEST(Doctor, FindsTheSameInSparseData) {
  const Dataset dense = sparse_data({.queries = 15, .share = 0.03, .missing = 0.1}, 2);
  const std::vector<Finding> expected = check_dataset(dense);
  const std::vector<Finding> found = check_dataset(as_sparse(dense));
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].check, expected[i].check);
    EXPECT_EQ(found[i].count, expected[i].count) << found[i].check;
    EXPECT_EQ(found[i].examples, expected[i].examples) << found[i].check;
  }
}

TEST(Leaks, DoNotCompareQueriesThatTheReaderNumbered) {
  const Dataset data = sound_but([](auto...) {});
  DatasetBuilder builder(3);
  builder.add_query("q0", GradedTruth{{2, 1}}, std::vector<float>{1, 2, 3, 4, 5, 6});
  const Dataset other = std::move(builder).build();
  const std::vector<NamedDataset> parts = {{"a", data, SplitRole::train, true},
                                           {"b", other, SplitRole::test, true}};
  EXPECT_THAT(check_leaks(parts), testing::IsEmpty());
}

TEST(Doctor, FindsFeaturesThatAreIds) {
  const auto data = [](const std::string& name, std::vector<float> values) {
    DatasetBuilder builder(1);
    builder.add_query("a", GradedTruth{{1, 0}}, std::vector<float>{values[0], values[1]});
    builder.add_query("b", GradedTruth{{1, 0}}, std::vector<float>{values[2], values[3]});
    return with_names(std::move(builder).build(), {name});
  };
  for (const char* name : {"id", "doc_id", "productId", "SKU", "item-id", "docno"}) {
    EXPECT_THAT(id_like_features(data(name, {7, 9, 7, 8})), ElementsAre(name));
  }
  for (const char* name : {"grid", "paid", "PAID", "views", "humid"}) {
    EXPECT_THAT(id_like_features(data(name, {7, 9, 7, 8})), testing::IsEmpty()) << name;
  }
  EXPECT_THAT(id_like_features(data("brand_id", {7, 7, 7, 8})), testing::IsEmpty());
  EXPECT_THAT(id_like_features(data("id", {0.5, 9, 7, 8})), testing::IsEmpty());
  EXPECT_THAT(id_like_features(data("id", {1e9, 1e9, 7, 8})), ElementsAre("id"));
}

}  // namespace
}  // namespace podium
