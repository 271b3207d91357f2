#include <cmath>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/text/collect_fixture.hpp"
#include "podium/text/collect/collection_files.hpp"
#include "podium/text/features/feature_recipe.hpp"
#include "podium/text/web/web_corpus.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;

/// Topics of pages by a directory, and titles extracted from pages.
class CollectTopics : public CollectFixture {};

/// The columns of a recipe that are missing in some row.
std::set<std::string> columns_with_gaps(const Dataset& data, const text::FeatureRecipe& recipe) {
  const std::vector<std::string> names = recipe.column_names();
  std::set<std::string> missing;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    for (std::size_t i = 0; i < data[q].exact.stored().size(); ++i) {
      const text::FeatureSlot& slot = recipe.slot[i % recipe.slot.size()];
      if (slot.column != nullptr && std::isnan(data[q].exact.stored()[i])) {
        missing.insert(names[slot.source]);
      }
    }
  }
  return missing;
}

TEST_F(CollectTopics, BuildTellsTopicsByADirectory) {
  ASSERT_EQ(write_web().code, 0);
  const CliResult result =
      build_web("out", {"--directory", at("web/directory.tsv"), "--format", "csv"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("topics of the directory,2\ntexts of the directory,40\n"));
  EXPECT_THAT(columns_with_gaps(read("out/Feature_NULL/all.txt"), text::feature_recipe("gov")),
              testing::IsEmpty());
  EXPECT_EQ(text_of(folder_ / "out/meta/topic-names.txt"), "Arts\nBusiness\n");

  // The files say what the classifier said, and serve as input.
  const text::WebCorpus web({.pages = 300, .words_per_page = 40, .vocabulary = 1000, .topics = 2});
  std::istringstream pages(text_of(folder_ / "out/meta/page-topics.txt"));
  std::size_t right = 0;
  std::string id;
  double first = 0.0;
  double second = 0.0;
  text::PageIndex page = 0;
  for (; pages >> id >> first >> second; ++page) {
    EXPECT_EQ(id, web.id(page));
    right += (first > second) == (web.topic(page) == 0) ? 1U : 0U;
  }
  EXPECT_EQ(page, 300U);
  EXPECT_GT(right, 270U);
  ASSERT_EQ(build_web("again", {"--page-topics", at("out/meta/page-topics.txt"), "--query-topics",
                                at("out/meta/query-topics.txt")})
                .code,
            0);
  const text::MetaFolder one = text::read_meta_folder(folder_ / "out/meta");
  const text::MetaFolder two = text::read_meta_folder(folder_ / "again/meta");
  for (std::size_t q = 0; q < one.query.size(); ++q) {
    for (std::size_t i = 0; i < one.column.query[q].size(); ++i) {
      EXPECT_NEAR(one.column.query[q][i], two.column.query[q][i],
                  1e-5 * (1.0 + std::abs(one.column.query[q][i])));
    }
  }
}

TEST_F(CollectTopics, ADirectoryIsRefusedWhereItWouldBeOfNoUse) {
  write_smart();
  folder_.file("directory", "A\twing\nB\theat\n");
  folder_.file("pages", "1 0.5 0.5\n");
  EXPECT_THAT(build_smart("out", {"--directory", at("directory")}).err,
              HasSubstr("the recipe 'ohsumed' has no topical features"));
  EXPECT_THAT(build_smart("out", {"--recipe", "gov", "--directory", at("directory"),
                                  "--page-topics", at("pages"), "--query-topics", at("pages")})
                  .err,
              HasSubstr("found both a file and a directory, expected one of them"));
}

TEST_F(CollectTopics, ExtractedTitlesOfAWebOfPagesGiveTheirFeatures) {
  ASSERT_EQ(run_in_process({"synth", "corpus", "--html", "--pages", "300", "--words-per-page", "40",
                            "--queries", "6", "--topics", "2", "--vocabulary", "1000", "--out",
                            at("web")})
                .code,
            0);
  ASSERT_EQ(build_web("out").code, 0);
  const Dataset data = read("out/Feature_NULL/all.txt");
  std::size_t live = 0;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    for (std::size_t d = 0; d < data[q].size(); ++d) {
      const auto row = data[q].exact.stored().subspan(d * 64, 64);
      EXPECT_FALSE(std::isnan(row[60]));  // every page has an extracted title
      live += row[60] > 0.0 && !std::isnan(row[61]) && !std::isnan(row[62]) && !std::isnan(row[63])
                  ? 1U
                  : 0U;
    }
  }
  EXPECT_GT(live, 5U);
}

TEST_F(CollectTopics, HostRankIsDividedWhenAsked) {
  ASSERT_EQ(write_web().code, 0);
  ASSERT_EQ(build_web("whole").code, 0);
  ASSERT_EQ(build_web("parts", {"--host-rank", "hierarchy"}).code, 0);
  const text::MetaFolder whole = text::read_meta_folder(folder_ / "whole/meta");
  const text::MetaFolder parts = text::read_meta_folder(folder_ / "parts/meta");
  ASSERT_EQ(whole.column.name[11], "hostrank");
  std::size_t smaller = 0;
  for (std::size_t q = 0; q < whole.query.size(); ++q) {
    for (std::size_t d = 0; d < whole.query[q].document.size(); ++d) {
      const std::size_t at = d * whole.column.name.size() + 11;
      EXPECT_LE(parts.column.query[q][at], whole.column.query[q][at] * (1.0 + 1e-12));
      smaller += parts.column.query[q][at] < 0.9 * whole.column.query[q][at] ? 1U : 0U;
    }
  }
  EXPECT_GT(smaller, 50U);
}

}  // namespace
}  // namespace podium::cli
