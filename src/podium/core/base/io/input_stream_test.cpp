#include "podium/core/base/io/input_stream.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"

namespace podium {
namespace {

class InputStreamTest : public testing::Test {
 protected:
  InputStreamTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("podium-stream-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~InputStreamTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file(const std::string& name, std::string_view bytes) const {
    write_file(folder_ / name, bytes);
    return folder_ / name;
  }

  std::string raw(const std::filesystem::path& path) const {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::filesystem::path folder_;
};

constexpr std::size_t most = 1000;

std::vector<std::string> lines_of(const std::filesystem::path& path, std::size_t longest = most) {
  InputStream stream(path);
  std::vector<std::string> lines;
  while (const auto line = stream.next_line(longest)) lines.emplace_back(*line);
  return lines;
}

/// Lines of random lengths, more than fits into a buffer.
std::string many_lines(std::vector<std::string>& lines) {
  RandomStream random(1, "q", "stream");
  std::string text;
  while (text.size() < 700'000) {
    lines.emplace_back(random.below(most), static_cast<char>('a' + random.below(26)));
    text += lines.back() + (random.below(2) == 0 ? "\n" : "\r\n");
  }
  return text;
}

TEST_F(InputStreamTest, ReadsTheSameLinesPlainAndPacked) {
  std::vector<std::string> lines;
  const std::string text = many_lines(lines);
  for (const char* name : {"plain", "a.gz", "a.zst"}) {
    EXPECT_EQ(lines_of(file(name, text)), lines) << name;
  }
}

TEST_F(InputStreamTest, HandsOutWhatWasNotReadOfAPlainFile) {
  InputStream in(file("rest.txt",
                      "\xef\xbb\xbf"
                      "ab\ncd\nef"));
  EXPECT_EQ(in.unread(), "ab\ncd\nef");
  (void)in.next_line(most);
  EXPECT_EQ(in.unread(), "cd\nef");
  in.release(*in.unread());
  EXPECT_EQ(in.unread(), "cd\nef");
  EXPECT_EQ(in.next_line(most), "cd");
  EXPECT_FALSE(InputStream(file("packed.gz", "ab\n")).unread().has_value());
}

TEST_F(InputStreamTest, ReadsMembersThatFollowOneAnother) {
  const std::string a = raw(file("a.gz", "one\n"));
  const std::string b = raw(file("b.gz", "two\nthree"));
  EXPECT_EQ(lines_of(file("both", a + b)), (std::vector<std::string>{"one", "two", "three"}));
}

TEST_F(InputStreamTest, CutsLongLinesAndGoesOnBehindThem) {
  for (const std::size_t length : {6U, 7U, 300'000U, 900'000U}) {
    const auto path = file("f", "ab\n" + std::string(length, 'x') + "\ncd\n");
    InputStream stream(path);
    EXPECT_EQ(stream.next_line(5), "ab");
    EXPECT_FALSE(stream.line_was_cut());
    EXPECT_EQ(stream.next_line(5), "xxxxx");
    EXPECT_TRUE(stream.line_was_cut());
    EXPECT_EQ(stream.next_line(5), "cd");
    EXPECT_EQ(stream.line_number(), 3U);
    EXPECT_EQ(stream.next_line(5), std::nullopt);
  }
}

TEST_F(InputStreamTest, HandsOutLongLinesInPieces) {
  const auto path = file("lines", "abcdefg\r\nabc\n\nabcdef");
  InputStream in(path);
  std::vector<std::string> pieces;
  while (const auto piece = in.next_piece(3)) {
    pieces.push_back(std::to_string(in.line_number()) + std::string(*piece) +
                     (in.line_goes_on() ? "+" : ""));
  }
  EXPECT_EQ(pieces,
            (std::vector<std::string>{"1abc+", "1def+", "1g", "2abc", "3", "4abc+", "4def"}));
}

TEST_F(InputStreamTest, PassesOverAByteOrderMark) {
  EXPECT_EQ(lines_of(file("f", "\xef\xbb\xbfx")), std::vector<std::string>{"x"});
}

TEST_F(InputStreamTest, ReadsAndSkipsBytesBetweenLines) {
  InputStream stream(file("f", "head\n12345678\nrest"));
  EXPECT_EQ(stream.next_line(most), "head");
  std::string bytes;
  EXPECT_EQ(stream.read(3, bytes), 3U);
  EXPECT_EQ(stream.skip(4), 4U);
  EXPECT_EQ(stream.next_line(most), "8");
  EXPECT_EQ(stream.read(100, bytes), 4U);
  EXPECT_EQ(bytes, "123rest");
  EXPECT_EQ(stream.skip(1), 0U);
}

TEST_F(InputStreamTest, SaysThatAnArchiveIsCutOrDamaged) {
  std::vector<std::string> lines;
  const std::string text = many_lines(lines);
  for (const char* name : {"a.gz", "a.zst"}) {
    const std::string packed = raw(file(name, text));
    EXPECT_THROW(lines_of(file("f", packed.substr(0, packed.size() / 2))), DataError) << name;
    EXPECT_THROW(lines_of(file("f", packed.substr(0, 5))), DataError) << name;
    std::string damaged = packed;
    for (std::size_t i = 40; i < 60; ++i) damaged[i] = static_cast<char>(~damaged[i]);
    EXPECT_THROW(lines_of(file("f", damaged)), DataError) << name;
  }
}

TEST_F(InputStreamTest, RefusesBombs) {
  const std::string zeros(4'000'000, '\n');
  for (const char* name : {"a.gz", "a.zst"}) {
    const auto path = file(name, zeros);
    InputStream stream(path, {.ratio = 100, .free = 1'000'000});
    EXPECT_THROW(stream.skip(zeros.size()), DataError) << name;
    InputStream allowed(path, {.ratio = 1e6});
    EXPECT_EQ(allowed.skip(zeros.size() + 1), zeros.size()) << name;
    InputStream limited(path, {.bytes = 3'000'000});
    EXPECT_THROW(limited.skip(zeros.size()), DataError) << name;
  }
}

TEST_F(InputStreamTest, OfNothingHasNoLines) {
  EXPECT_TRUE(lines_of(file("f", "")).empty());
  EXPECT_TRUE(lines_of(file("f.gz", "")).empty());
  EXPECT_THROW(InputStream(folder_ / "missing"), DataError);
}

/// Latin letters as UTF-16 with a byte order mark.
std::string utf16_of(std::string_view text, bool big) {
  std::string bytes = big ? "\xfe\xff" : "\xff\xfe";
  for (const char c : text) {
    bytes += big ? '\0' : c;
    bytes += big ? c : '\0';
  }
  return bytes;
}

TEST_F(InputStreamTest, ReadsUtf16AsUtf8PlainAndPacked) {
  std::vector<std::string> lines;
  const std::string text = many_lines(lines);
  for (const bool big : {false, true}) {
    for (const char* name : {"plain", "a.gz", "a.zst"}) {
      const auto path = file(name, utf16_of(text, big));
      EXPECT_EQ(lines_of(path), lines) << name;
      EXPECT_TRUE(InputStream(path).was_utf16());
    }
  }
  std::string bytes;
  InputStream kept(file("f", utf16_of("ab", true)), {}, Utf16Rule::keep);
  kept.read(100, bytes);
  EXPECT_EQ(bytes, utf16_of("ab", true));
  EXPECT_FALSE(kept.was_utf16());
}

TEST_F(InputStreamTest, RefusesHalfACharacterOfUtf16) {
  const std::string text = utf16_of("abc\n", false);
  EXPECT_EQ(lines_of(file("f", text)), std::vector<std::string>{"abc"});
  EXPECT_THROW(lines_of(file("f", text.substr(0, text.size() - 1))), DataError);
  EXPECT_THROW(lines_of(file("f", text + std::string("\x01\xd8", 2))), DataError);
  EXPECT_THROW(lines_of(file("f", text + std::string("\x01\xdc", 2))), DataError);
}

TEST_F(InputStreamTest, SaysWhatAFileIsThatIsNoText) {
  const auto complaint = [&](const char* name, std::string_view bytes) {
    return InputStream(file(name, bytes)).complaint();
  };
  EXPECT_EQ(complaint("t", "<DOC>PAR1"), "");
  EXPECT_EQ(complaint("t", utf16_of("text of some length", false)), "");
  EXPECT_NE(complaint("t.parquet", "PAR1....PAR1").find("found a Parquet file"), std::string::npos);
  const std::string workbook = "PK\x03\x04 [Content_Types].xml";
  EXPECT_NE(complaint("t.xlsx", workbook).find("found an Excel workbook"), std::string::npos);
  EXPECT_NE(complaint("t.gz", workbook).find("found an Excel workbook"), std::string::npos);
  EXPECT_NE(complaint("t", utf16_of("text of some length", true).substr(2)).find("UTF-16BE"),
            std::string::npos);
}

}  // namespace
}  // namespace podium
