#include "podium/core/base/io/file_kind.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace podium {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;
using testing::IsEmpty;

std::string complaint(const std::string& bytes) {
  return complaint_of_binary(bytes, "dir/d.x");
}

TEST(FileKind, NamesWhatIsNoTextAndSaysWhatToDo) {
  const std::string zip = "PK\x03\x04\x14\0\x06\0\x08\0"s;
  EXPECT_EQ(complaint(zip + "[Content_Types].xml"),
            "found an Excel workbook, expected text; save the sheet as CSV (UTF-8)");
  EXPECT_THAT(complaint(zip + "mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
              HasSubstr("an OpenDocument sheet"));
  EXPECT_EQ(complaint(zip + "data.csv"),
            "found a zip archive, expected text; unpack it first: unzip dir/d.x");
  EXPECT_EQ(complaint("PAR1\x15\x04 ... PAR1"),
            "found a Parquet file, expected text; convert it: python3 -c \"import pandas; "
            "pandas.read_parquet('dir/d.x').to_csv('dir/d.csv', index=False)\"");
  EXPECT_THAT(complaint("ARROW1\0\0x"s), HasSubstr("pandas.read_feather('dir/d.x')"));
  EXPECT_THAT(complaint("7z\xbc\xaf\x27\x1c\0\x04"s), HasSubstr("a 7z archive"));
  EXPECT_THAT(complaint("BZh91AY&SYx"), HasSubstr("bunzip2 -k dir/d.x"));
  EXPECT_THAT(complaint("SQLite format 3\0x"s), HasSubstr("an SQLite database"));
  std::string tar(512, '\0');
  tar.replace(257, 5, "ustar");
  EXPECT_THAT(complaint(tar), HasSubstr("tar -xf dir/d.x"));
}

TEST(FileKind, NamesEncodingsWithoutAMark) {
  EXPECT_THAT(complaint("q\0i\0d\0,\0l\0a\0b\0e\0l\0\n\0"s), HasSubstr("iconv -f UTF-16LE"));
  EXPECT_THAT(complaint("\0q\0i\0d\0,\0l\0a\0b\0e\0l\0\n"s), HasSubstr("iconv -f UTF-16BE"));
  EXPECT_THAT(complaint("\xff\xfe\0\0q\0\0\0"s), HasSubstr("UTF-32"));
}

TEST(FileKind, LeavesTextAlone) {
  for (const std::string& text :
       {""s, "1 qid:1 1:1\n"s, "qid,label,f\n"s, "PAR1,qid,label\n"s, "BZh9 0 a 1\n"s, "PK,qid\n"s,
        "\x93PODIUM\r\n\x1a\n"s, "q\0i\0"s, "\0\x01\xff\x7f\n"s}) {
    EXPECT_THAT(complaint(text), IsEmpty()) << text;
  }
}

TEST(FileKind, KnowsAWebPage) {
  EXPECT_THAT(complaint_of_page("\n<!DOCTYPE HTML><html>"), HasSubstr("found a web page"));
  EXPECT_THAT(complaint_of_page("<html lang=en>"), HasSubstr("found a web page"));
  EXPECT_THAT(complaint_of_page("<htm"), IsEmpty());
  EXPECT_THAT(complaint_of_page("1 qid:1 1:1 #<html>\n"), IsEmpty());
  EXPECT_THAT(complaint_of_page(""), IsEmpty());
}

}  // namespace
}  // namespace podium
