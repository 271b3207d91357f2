#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/text/corpus/corpus_collector.hpp"
#include "podium/text/corpus/sgml.hpp"

namespace podium::text {

namespace {

constexpr std::size_t longest_line = 1 << 16;
constexpr std::size_t max_header_lines = 1000;

struct WarcHeader {
  std::string type;
  std::string url;
  std::string trec_id;
  std::string record_id;
  std::uint64_t length = 0;
};

/// The text after "name:" at the start of a line, if it has this name.
std::optional<std::string_view> header_value(std::string_view line, std::string_view name) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || lower_case(line.substr(0, colon)) != name) {
    return std::nullopt;
  }
  return trimmed(line.substr(colon + 1));
}

/// Reads up to the next line "WARC/x.y"; false at the end of the file.
bool find_record(InputStream& in, CorpusCollector& to) {
  bool is_lost = false;
  while (const auto line = in.next_line(longest_line)) {
    if (is_warc_line(*line)) return true;
    if (!is_lost && !trimmed(*line).empty()) {
      to.report().skip(in.where(),
                       "found " + in_quotes(*line) + ", expected a line such as WARC/1.0");
      is_lost = true;
    }
  }
  return false;
}

std::optional<WarcHeader> read_header(InputStream& in) {
  WarcHeader header;
  bool has_length = false;
  for (std::size_t i = 0; i < max_header_lines; ++i) {
    const auto line = in.next_line(longest_line);
    if (!line || line->empty()) break;
    if (const auto type = header_value(*line, "warc-type")) header.type = lower_case(*type);
    if (const auto url = header_value(*line, "warc-target-uri")) header.url = *url;
    if (const auto id = header_value(*line, "warc-trec-id")) header.trec_id = *id;
    if (const auto id = header_value(*line, "warc-record-id")) header.record_id = *id;
    if (const auto length = header_value(*line, "content-length")) {
      const auto number = parse_number<std::uint64_t>(*length);
      has_length = number.has_value();
      header.length = number.value_or(0);
    }
  }
  if (!has_length) return std::nullopt;
  if (header.url.starts_with('<') && header.url.ends_with('>')) {  // a variant of WARC 1.0
    header.url = header.url.substr(1, header.url.size() - 2);
  }
  return header;
}

/// The size in the line before a chunk; nothing when it is malformed.
std::optional<std::uint64_t> chunk_size(std::string_view line) {
  const std::string_view digits = trimmed(line.substr(0, line.find(';')));
  std::uint64_t size = 0;
  const char* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, size, 16);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return size;
}

/// The bytes of a chunked body, as far as it is well formed. A body without chunks is unchanged:
/// some crawlers join the chunks and keep the header.
std::string unchunked(std::string_view body) {
  std::string result;
  bool is_first = true;
  while (true) {
    const std::size_t end = body.find('\n');
    const auto size = chunk_size(body.substr(0, end));
    if (!size && is_first) return std::string(body);
    if (end == std::string_view::npos || size.value_or(0) == 0) break;
    is_first = false;
    body.remove_prefix(end + 1);
    result += body.substr(0, *size);
    body.remove_prefix(std::min<std::uint64_t>(body.size(), *size));
    const std::size_t line_end = body.find('\n');
    if (line_end == std::string_view::npos) break;
    body.remove_prefix(line_end + 1);
  }
  return result;
}

/// Status and headers of a response, then its body.
struct WarcResponse {
  std::string_view head;
  std::string_view body;
};

WarcResponse response_in(std::string_view bytes) {
  const std::size_t unix_end = bytes.find("\n\n");
  const std::size_t end = bytes.find("\r\n\r\n");
  if (end == std::string_view::npos && unix_end == std::string_view::npos) return {bytes, {}};
  return end < unix_end ? WarcResponse{bytes.substr(0, end), bytes.substr(end + 4)}
                        : WarcResponse{bytes.substr(0, unix_end), bytes.substr(unix_end + 2)};
}

bool has_header(std::string_view head, std::string_view name, std::string_view word) {
  const std::size_t at = find_any_case(head, "\n" + std::string(name) + ":");
  if (at == std::string_view::npos) return false;
  const std::string_view line = head.substr(at + 1, head.find('\n', at + 1) - at - 1);
  return find_any_case(line, word) != std::string_view::npos;
}

bool is_page(std::string_view head) {
  const std::string_view status = trimmed(head.substr(0, head.find('\n')));
  const bool is_found =
      status.starts_with("HTTP/") && status.find(" 200") != std::string_view::npos;
  const bool names_type = find_any_case(head, "\ncontent-type:") != std::string_view::npos;
  return is_found && (!names_type || has_header(head, "content-type", "html"));
}

void take_response(const WarcHeader& header, std::string_view bytes, bool was_cut, InputStream& in,
                   CorpusCollector& to) {
  const WarcResponse response = response_in(bytes);
  if (!is_page(response.head)) {
    ++to.report().other_records;
    return;
  }
  RawDocument document{.id = header.trec_id.empty() ? header.record_id : header.trec_id,
                       .url = header.url};
  document.html = has_header(response.head, "transfer-encoding", "chunked")
                      ? unchunked(response.body)
                      : std::string(response.body);
  if (has_header(response.head, "content-encoding", "gzip") ||
      has_header(response.head, "content-encoding", "deflate")) {
    auto unpacked = inflated(document.html, to.options().max_document_bytes);
    if (!unpacked)
      return to.report().skip(in.where(), "found a compressed page that is damaged or too large");
    document.html = std::move(*unpacked);
  }
  document.charset = header_charset(response.head);
  to.take(std::move(document), {.where = in.where(), .was_cut = was_cut});
}

}  // namespace

bool is_warc_line(std::string_view line) noexcept {
  constexpr std::string_view word = "WARC/";
  return line.starts_with(word) && line.size() > word.size() && line[word.size()] >= '0' &&
         line[word.size()] <= '9';
}

void read_warc(InputStream& in, CorpusCollector& to) {
  const std::uint64_t limit = to.options().max_document_bytes;
  std::string bytes;
  while (find_record(in, to)) {
    const auto header = read_header(in);
    if (!header) {
      to.report().skip(in.where(), "found a record without a length");
    } else if (header->type != "response") {
      ++to.report().other_records;
      in.skip(header->length);
    } else {
      bytes.clear();
      const std::uint64_t read = in.read(std::min(header->length, limit), bytes);
      const std::uint64_t rest = header->length - std::min(header->length, limit);
      in.skip(rest);
      const bool was_cut = rest > 0 || read < std::min(header->length, limit);
      take_response(*header, bytes, was_cut, in, to);
    }
  }
}

}  // namespace podium::text
