#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/text/corpus/corpus_fixture.hpp"

namespace podium::text {
namespace {

using testing::HasSubstr;

using CorpusFolder = CorpusFixture;

const std::string one_document = "<DOC><DOCNO>1</DOCNO><TEXT>a</TEXT></DOC>\n";

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

TEST_F(CorpusFolder, ReadsAFolderOfPlainTexts) {
  std::filesystem::create_directories(folder_ / "texts/sub");
  folder_.file("texts/b.txt", "first line\nsecond line\n");
  folder_.file("texts/sub/a.TXT.gz", "a");
  folder_.file("texts/README", "x");
  const Documents all = documents(folder_ / "texts");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].id, "b.txt");
  EXPECT_EQ(all[0].field.at("text"), "first line\nsecond line\n");
  EXPECT_EQ(all[1].id, "sub/a.TXT");
  EXPECT_EQ(report_.skipped, 1U) << "no text by its name";
  EXPECT_EQ(documents(folder_ / "texts", {.format = CorpusFormat::text}).size(), 3U);
  // Beside files of a format, a text explains them.
  folder_.file("texts/docs.trec", one_document);
  EXPECT_EQ(documents(folder_ / "texts").size(), 1U);
  // One file may be anything.
  EXPECT_THROW(documents(folder_ / "texts/b.txt"), DataError);
  EXPECT_EQ(documents(folder_ / "texts/b.txt", {.format = CorpusFormat::text})[0].id, "b.txt");
}

TEST_F(CorpusFolder, LeavesOutTheFilesOfAFolderThatAreOfNoFormat) {
  std::filesystem::create_directories(folder_ / "many");
  folder_.file("many/README", "This is one.\n");
  folder_.file("many/a.trec", one_document);
  folder_.file("many/b.trec", "");
  EXPECT_EQ(documents(folder_ / "many").size(), 1U);
  EXPECT_EQ(report_.skipped, 2U);
  EXPECT_THAT(report_.problems()[0], HasSubstr("README: unknown format"));
  std::filesystem::remove(folder_ / "many/a.trec");
  EXPECT_THROW(documents(folder_ / "many"), DataError);
}

TEST_F(CorpusFolder, ReadsAFolderOfPackedFiles) {
  std::filesystem::create_directories(folder_ / "many");
  folder_.file("many/1.gz", one_document);
  folder_.file("many/2.zst", ".I 2\n.T\nB\n.I 3\n.T\nC\n");
  EXPECT_EQ(documents(folder_ / "many").size(), 3U);
}

/// Latin letters as UTF-16 with a byte order mark.
std::string utf16_of(std::string_view text) {
  std::string bytes = "\xff\xfe";
  for (const char c : text) bytes += std::string{c, '\0'};
  return bytes;
}

TEST_F(CorpusFolder, ReadsUtf16InEveryFormat) {
  for (const std::string& text : {one_document, std::string(".I 1\n.T\na\n"),
                                  std::string("{\"id\":\"1\",\"text\":\"a\"}\n")}) {
    const Documents all = documents_of(utf16_of(text));
    ASSERT_EQ(all.size(), 1U) << text;
    EXPECT_EQ(all[0].id, "1");
    EXPECT_EQ(report_.bad_bytes, 0U);
    // The mark tells the encoding, whatever the corpus is said to have.
    EXPECT_EQ(documents_of(utf16_of(text), {.encoding = "utf-16"})[0].field, all[0].field);
  }
}

TEST_F(CorpusFolder, LeavesTheEncodingOfPagesToTheirReader) {
  const std::string page = utf16_of("<meta charset=\"windows-1252\"><p>a");
  const Documents all = documents(folder_.file("a.html", page));
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].html, page);
}

TEST_F(CorpusFolder, SaysWhatAFileIsThatIsNoText) {
  const auto read = [&](const std::filesystem::path& path) { (void)documents(path); };
  EXPECT_THAT(message(read, folder_.file("d.parquet", "PAR1....PAR1")),
              HasSubstr("found a Parquet file, expected text; convert it"));
  const auto as_trec = [&](const std::filesystem::path& path) {
    (void)documents(path, {.format = CorpusFormat::trec});
  };
  EXPECT_THAT(message(as_trec, folder_.file("d.parquet", "PAR1....PAR1")),
              HasSubstr("found a Parquet file"));
  std::filesystem::create_directories(folder_ / "many");
  folder_.file("many/a.trec", one_document);
  folder_.file("many/b.parquet", "PAR1....PAR1");
  EXPECT_EQ(documents(folder_ / "many").size(), 1U);
  EXPECT_THAT(report_.problems()[0], HasSubstr("b.parquet: found a Parquet file"));
}

}  // namespace
}  // namespace podium::text
