#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/format/reading/read_fixture.hpp"
#include "podium/core/format/reading/shuffled_fixture.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const ReadOptions by_hash{.order = "hash"};

class ReadOrder : public ReadFixture {
 protected:
  /// The bytes of the cache of a data set in its own order.
  std::string cache_of(const std::filesystem::path& path, ReadOptions options = by_hash) {
    options.features = FeatureDetail::exact;
    ReadReport report;
    const Dataset data = read_dataset(path, options, &report);
    EXPECT_THAT(report.remarks(), IsEmpty()) << path;
    write_dataset(data.without_input_rows(), folder_ / "made.podium");
    return text_of(folder_ / "made.podium");
  }

  /// The message of a UsageError.
  std::string refusal(const std::string& text, const ReadOptions& options) {
    try {
      read(text, options);
      return "accepted";
    } catch (const UsageError& error) {
      return error.what();
    }
  }
};

TEST_F(ReadOrder, ByHashIsTheSameForAnyOrderDivisionAndFormat) {
  for (const bool has_ids : {true, false}) {
    const ShuffledTable table(25, has_ids);
    const std::string expected = cache_of(folder_.file("first.csv", table.csv()));
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      const ShuffledTable other = table.shuffled(seed);
      EXPECT_EQ(cache_of(folder_.file("a.txt", other.letor())), expected);
      EXPECT_EQ(cache_of(folder_.file("a.csv", other.csv())), expected);
      EXPECT_EQ(cache_of(folder_.file("a.tsv", other.csv('\t'))), expected);
      write_dataset(read_dataset(folder_ / "a.csv"), folder_ / "a.podium");
      EXPECT_EQ(cache_of(folder_ / "a.podium"), expected);
      const auto parts = folder_ / ("parts" + to_text(seed));
      other.write_parquet(parts, seed);
      EXPECT_EQ(cache_of(parts), expected);
      std::filesystem::remove_all(parts);
    }
    // What was written in this order is in it.
    write_file(folder_ / "sorted.podium", expected);
    EXPECT_EQ(cache_of(folder_ / "sorted.podium", {}), expected);
    EXPECT_EQ(cache_of(folder_ / "sorted.podium"), expected);
    EXPECT_NE(cache_of(folder_ / "sorted.podium", {.order = "hash:2"}), expected);
  }
}

TEST_F(ReadOrder, ByHashIsTheSameWithWeightsInFilesBesideTheData) {
  const std::string rows[] = {"1 qid:a 1:1\n", "1 qid:b 1:1\n", "1 qid:a 1:1\n", "0 qid:a 1:1\n"};
  const std::string weights[] = {"3\n", "4\n", "5\n", "5\n"};
  std::vector<std::size_t> order = {0, 1, 2, 3};
  std::vector<std::vector<float>> found;
  do {
    std::string text;
    std::string beside;
    for (const std::size_t i : order) {
      text += rows[i];
      beside += weights[i];
    }
    folder_.file("w", beside);
    const Dataset data = read(text, {.row_weights = (folder_ / "w").string(), .order = "hash"});
    const auto weight = data.columns().row_weight;
    found.emplace_back(weight.begin(), weight.end());
    EXPECT_EQ(found.back(), found.front());
  } while (std::ranges::next_permutation(order).found);
  EXPECT_EQ(found.size(), 24U);
}

TEST_F(ReadOrder, ByHashIsTheSameWithoutFeatures) {
  const ShuffledTable table(25, false);
  const auto labels = [&](const ReadOptions& options) {
    const Dataset data = read(table.letor(), options);
    return std::vector<double>(data.columns().label.begin(), data.columns().label.end());
  };
  EXPECT_EQ(labels({.order = "hash", .features = FeatureDetail::none}), labels(by_hash));
  EXPECT_NE(labels({}), labels(by_hash));
}

TEST_F(ReadOrder, OfFullOrdersIsByHash) {
  // Equal labels are ordered at random by their places, which must be those of the hashes.
  const std::vector<std::string> rows = {"1 qid:a 1:1 #x\n", "1 qid:a 1:2 #y\n",
                                         "1 qid:a 1:3 #z\n"};
  const auto first_of = [&](const std::vector<std::size_t>& order) {
    std::string text;
    for (const std::size_t i : order) text += rows[i];
    const Dataset data = read(text, {.format = DataFormat::letor_list, .order = "hash"});
    std::string all;
    for (std::size_t row = 0; row < 3; ++row) {
      all += data.document_id(row) + to_text(data.columns().label[row]);
    }
    return all;
  };
  EXPECT_EQ(first_of({0, 1, 2}), first_of({2, 0, 1}));
  EXPECT_EQ(first_of({0, 1, 2}), first_of({1, 0, 2}));
}

TEST_F(ReadOrder, ByHashNeedsQueryIds) {
  folder_.file("data.txt.query", "1\n1\n");
  EXPECT_THAT(refusal("1 1:1\n0 1:2\n", by_hash),
              AllOf(HasSubstr("--order hash needs query ids"), HasSubstr("data.txt has only")));
  EXPECT_EQ(refusal("1 1:1\n0 1:2\n", {}), "accepted");
}

TEST_F(ReadOrder, IsRefusedIfItIsUnknown) {
  EXPECT_THAT(refusal("1 qid:1 1:1\n", {.order = "random"}),
              HasSubstr("found 'random', expected input, hash or hash:K"));
}

TEST_F(ReadOrder, OfTheInputNamesTheFirstQueryThatLiesApart) {
  ReadReport report;
  read("# text\n1 qid:b 1:1\n2 qid:a 1:2\n\n4 qid:a 1:4\n3 qid:b 1:3\n1 qid:a 1:1\n", {}, &report);
  EXPECT_THAT(report.remarks(), ElementsAre(AllOf(HasSubstr("moved 2 rows"),
                                                  HasSubstr("query 'b' in line 2 and line 6"),
                                                  HasSubstr("--order hash"))));
  const ShuffledTable table = ShuffledTable(3, true).shuffled(1);
  table.write_parquet(folder_ / "parts", 2);
  read_dataset(folder_ / "parts", {}, &report);
  EXPECT_THAT(report.first_moved, HasSubstr("part-0.parquet, row group 1, row "));
}

TEST_F(ReadOrder, NamesThePlacesOfWeightsThatContradictEachOther) {
  const std::string csv =
      "qid,label,f,query_weight\na,2,3,1\n\"b\",1,1,2\na,0,\"1\",1\n\na,2,3,2.5\nb,1,1,2\n";
  for (const char* order : {"input", "hash"}) {
    EXPECT_THAT(
        problem(csv, {.order = order}, "data.csv"),
        HasSubstr("different query weights in the rows of query 'a', 1 in line 2 and 2.5 in "
                  "line 6, expected the same weight"));
  }
}

}  // namespace
}  // namespace podium
