#include "podium/core/http/content_coding.hpp"

#include <algorithm>

#include <zlib.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/http/refusal.hpp"

namespace podium {

namespace {

constexpr std::size_t shortest_compressed = 2048;  // less fits into two packets anyway
constexpr int cheapest_level = 1;
constexpr int gzip_window = 15 + 16;
constexpr int memory_level = 8;

/// Cuts the first part from a list.
std::string_view take_part(std::string_view& list, char separator) {
  const std::size_t end = std::min(list.find(separator), list.size());
  const std::string_view part = trimmed(list.substr(0, end));
  list.remove_prefix(std::min(end + 1, list.size()));
  return part;
}

bool is_text(std::string_view type) {
  return type.starts_with("text/") || type.starts_with("application/json");
}

}  // namespace

bool accepts_coding(std::string_view accept_encoding, std::string_view coding) {
  while (!accept_encoding.empty()) {
    std::string_view part = take_part(accept_encoding, ',');
    if (lower_case(take_part(part, ';')) != coding) continue;
    const std::string weight = lower_case(trimmed(part));
    // "q=0", "q=0.000"
    return !weight.starts_with("q=0") || weight.find_first_not_of("0.", 2) != std::string::npos;
  }
  return false;
}

void expect_uncoded(const HttpRequest& request) {
  const std::string_view coding = header_of(request, "content-encoding");
  if (coding.empty() || lower_case(coding) == "identity") return;
  throw Refusal(415, "found the Content-Encoding " + in_quotes(coding) +
                         ", expected a body that is not packed");
}

bool names_tag(std::string_view if_none_match, std::string_view tag) {
  while (!if_none_match.empty()) {
    std::string_view part = take_part(if_none_match, ',');
    if (part.starts_with("W/")) part.remove_prefix(2);  // the comparison is a weak one
    if (part == tag || part == "*") return true;
  }
  return false;
}

std::string gzipped(std::string_view text) {
  z_stream stream{};
  if (deflateInit2(&stream, cheapest_level, Z_DEFLATED, gzip_window, memory_level,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw StorageError("zlib: cannot start");
  }
  std::string result(deflateBound(&stream, text.size()), '\0');
  // zlib only reads from it. NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  const int state = deflate(&stream, Z_FINISH);
  result.resize(result.size() - stream.avail_out);
  deflateEnd(&stream);
  expects(state == Z_STREAM_END, "room for the compressed text");
  return result;
}

void compress_for(const HttpRequest& request, HttpResponse& response) {
  constexpr std::size_t most = std::size_t{1} << 30U;  // zlib counts with 32 bits
  const std::size_t size = response.body.size();
  if (!response.fixed_body.empty() || !is_text(response.type) || size < shortest_compressed ||
      size > most || response.header.contains("Content-Encoding")) {
    return;
  }
  response.header.emplace("Vary", "Accept-Encoding");
  if (!accepts_coding(header_of(request, "accept-encoding"), "gzip")) return;
  response.body = gzipped(response.body);
  response.header.emplace("Content-Encoding", "gzip");
}

}  // namespace podium
