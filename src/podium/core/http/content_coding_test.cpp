#include "podium/core/http/content_coding.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

namespace podium {
namespace {

TEST(ContentCoding, IsAcceptedByName) {
  EXPECT_TRUE(accepts_coding("gzip, deflate, br", "gzip"));
  EXPECT_TRUE(accepts_coding("gzip;q=0.5 , BR ; q=0.01", "br"));
  EXPECT_FALSE(accepts_coding("", "gzip"));
  EXPECT_FALSE(accepts_coding("deflate, xgzip", "gzip"));
  EXPECT_FALSE(accepts_coding("gzip;q=0", "gzip"));
  EXPECT_FALSE(accepts_coding("br, gzip; q=0.000", "gzip"));
}

TEST(ContentCoding, TagsAreComparedWeakly) {
  EXPECT_TRUE(names_tag("\"a\"", "\"a\""));
  EXPECT_TRUE(names_tag("\"b\", W/\"a\"", "\"a\""));
  EXPECT_TRUE(names_tag("*", "\"a\""));
  EXPECT_FALSE(names_tag("", "\"a\""));
  EXPECT_FALSE(names_tag("\"ab\"", "\"a\""));
}

std::string unzipped(const std::string& text, std::size_t size) {
  std::string result(size, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string copy = text;
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  inflateEnd(&stream);
  return result;
}

TEST(ContentCoding, LongTextsAreCompressedForThoseWhoAccept) {
  HttpRequest request;
  const std::string text(10'000, 'x');
  const auto sent = [&](const std::string& type, const std::string& body) {
    HttpResponse response{.type = type, .body = body};
    compress_for(request, response);
    return response;
  };
  EXPECT_EQ(sent("application/json", text).body, text);
  EXPECT_TRUE(sent("application/json", text).header.contains("Vary"));
  request.header["accept-encoding"] = "br, gzip";
  const HttpResponse compressed = sent("application/json", text);
  EXPECT_EQ(compressed.header.find("Content-Encoding")->second, "gzip");
  EXPECT_LT(compressed.body.size(), 200U);
  EXPECT_EQ(unzipped(compressed.body, text.size()), text);
  EXPECT_EQ(sent("image/png", text).body, text);
  EXPECT_EQ(sent("application/json", "short").body, "short");
  HttpResponse encoded{.body = text, .header = {{"Content-Encoding", "br"}}};
  compress_for(request, encoded);
  EXPECT_EQ(encoded.body, text);
}

TEST(ContentCoding, LargeTextsSurvive) {
  std::string text;
  for (int i = 0; text.size() < 2'000'000; ++i) text += "{\"id\":" + std::to_string(i) + "},";
  const std::string zipped = gzipped(text);
  EXPECT_EQ(unzipped(zipped, text.size()), text);
  EXPECT_LT(zipped.size(), text.size() / 3);
}

}  // namespace
}  // namespace podium
