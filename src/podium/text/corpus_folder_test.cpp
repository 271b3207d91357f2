#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/base/error.hpp"
#include "podium/text/corpus_fixture.hpp"
#include "podium/text/corpus_links.hpp"
#include "podium/text/document_batches.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using CorpusFolder = CorpusFixture;

const std::string trec = "<DOC><DOCNO>1</DOCNO><TEXT>a</TEXT></DOC>\n";

TEST_F(CorpusFolder, ReadsAFolderOfPages) {
  std::filesystem::create_directories(folder_ / "pages/sub");
  folder_.file("pages/b.html", "<p>b");
  folder_.file("pages/sub/a.htm.gz", "<p>a");
  folder_.file("pages/note.txt", "x");
  const Documents all = documents(folder_ / "pages", {.url_prefix = "http://h/"});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "b.html");
  EXPECT_EQ(all[1].id, "sub/a.htm");
  EXPECT_EQ(all[1].url, "http://h/sub/a.htm");
  EXPECT_EQ(all[1].html, "<p>a");
  EXPECT_EQ(report_.other_records, 1U);
}

TEST_F(CorpusFolder, FindsLinksToPagesWithBlanksInTheirNames) {
  std::filesystem::create_directories(folder_ / "pages");
  folder_.file("pages/a b.html", "<a href='c%20d.html'>x</a><a href='c d.html'>y</a>");
  folder_.file("pages/c d.html.gz", "<p>d");
  LinkCollector collector;
  (void)for_each_batch({folder_ / "pages", {}, {}},
                       [&](std::span<RawDocument> batch) { collector.add(batch); });
  const CorpusLinks links = std::move(collector).finish();
  ASSERT_EQ(links.id.size(), 2U);
  EXPECT_EQ(links.id[0], "a%20b.html");
  EXPECT_EQ(links.id[1], "c%20d.html");
  EXPECT_THAT(links.url, ElementsAre("http://localhost/a%20b.html", "http://localhost/c%20d.html"));
  EXPECT_EQ(links.anchor[1], "x\ny\n");
}

TEST_F(CorpusFolder, FindsLinksToIdsWithBlanks) {
  LinkCollector collector;
  (void)for_each_batch(
      {quick_file("{\"id\":\"d 1\",\"links\":[{\"docid\":\"d 2\"}]}\n{\"id\":\"d 2\"}\n"), {}, {}},
      [&](std::span<RawDocument> batch) { collector.add(batch); });
  EXPECT_EQ(std::move(collector).finish().graph.link_count(), 1U);
}

TEST_F(CorpusFolder, LeavesOutTheFilesOfAFolderThatAreOfNoFormat) {
  std::filesystem::create_directories(folder_ / "many");
  folder_.file("many/README", "This is one.\n");
  folder_.file("many/a.trec", trec);
  folder_.file("many/b.trec", "");
  EXPECT_EQ(documents(folder_ / "many").size(), 1U);
  EXPECT_EQ(report_.skipped, 2U);
  EXPECT_THAT(report_.problems()[0], HasSubstr("README: found the beginning of no known format"));
  std::filesystem::remove(folder_ / "many/a.trec");
  EXPECT_THROW(documents(folder_ / "many"), DataError);
}

TEST_F(CorpusFolder, ReadsAFolderOfPackedFiles) {
  std::filesystem::create_directories(folder_ / "many");
  folder_.file("many/1.gz", trec);
  folder_.file("many/2.zst", ".I 2\n.T\nB\n.I 3\n.T\nC\n");
  EXPECT_EQ(documents(folder_ / "many").size(), 3U);
}

}  // namespace
}  // namespace podium
