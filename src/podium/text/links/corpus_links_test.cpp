#include "podium/text/links/corpus_links.hpp"

#include <filesystem>
#include <span>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/text/corpus/corpus_fixture.hpp"
#include "podium/text/corpus/document_batches.hpp"

namespace podium::text {
namespace {

using testing::ElementsAre;

using CorpusLinksOfFiles = CorpusFixture;

TEST_F(CorpusLinksOfFiles, FindsLinksToPagesWithBlanksInTheirNames) {
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

TEST_F(CorpusLinksOfFiles, FindsLinksToIdsWithBlanks) {
  LinkCollector collector;
  (void)for_each_batch(
      {quick_file("{\"id\":\"d 1\",\"links\":[{\"docid\":\"d 2\"}]}\n{\"id\":\"d 2\"}\n"), {}, {}},
      [&](std::span<RawDocument> batch) { collector.add(batch); });
  EXPECT_EQ(std::move(collector).finish().graph.link_count(), 1U);
}

}  // namespace
}  // namespace podium::text
