#include "podium/core/http/request_reader.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/http/host_list.hpp"
#include "podium/core/http/request_target.hpp"

namespace podium {

namespace {

constexpr std::size_t longest_number = 15;  // digits, decimal or hexadecimal: no overflow
constexpr std::size_t kept_capacity = std::size_t{16} << 10U;

/// Ends the reading of a head.
class Malformed : public Error {
 public:
  Malformed(int status, const std::string& sentence) : Error(sentence), status_(status) {}

  int status() const noexcept { return status_; }

 private:
  int status_;
};

bool is_token_byte(char byte) {
  constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
  return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= 'a' && byte <= 'z') || marks.find(byte) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_token_byte);
}

bool is_visible(char byte) {
  return byte > 0x20 && byte < 0x7F;
}

/// Bytes above 127 are allowed, as in UTF-8.
bool is_value_byte(char byte) {
  return is_visible(byte) || byte == ' ' || byte == '\t' || static_cast<unsigned char>(byte) > 0x7F;
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(" \t") + 1);  // npos + 1 is 0
}

std::optional<std::uint64_t> number_of(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const bool has_size = !digits.empty() && digits.size() <= longest_number;
  const auto [last, error] = std::from_chars(digits.data(), end, value, base);
  return has_size && error == std::errc{} && last == end ? std::optional(value) : std::nullopt;
}

/// Cuts the next line, which ends with CRLF, from a text that was checked to have one.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find("\r\n");
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 2);
  return line;
}

/// Calls use(part) for the parts of a list.
template <class Use>
void for_each_part(std::string_view list, const Use& use) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    use(lower_case(without_blanks(list.substr(0, end))));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

/// Reads the version; returns whether it is 1.1.
bool is_newest(std::string_view version) {
  if (version == "HTTP/1.1") return true;
  if (version == "HTTP/1.0") return false;
  const bool is_version = version.size() == 8 && version.starts_with("HTTP/");
  throw is_version ? Malformed{505, "this version of HTTP is not supported"}
                   : Malformed{400, "the request line is malformed"};
}

struct RequestLine {
  std::string_view target;
  bool is_1_1 = false;
};

RequestLine read_request_line(std::string_view line, HttpRequest& request) {
  const Malformed malformed{400, "the request line is malformed"};
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == last) throw malformed;  // also when there is no blank
  const std::string_view method = line.substr(0, first);
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const bool is_1_1 = is_newest(line.substr(last + 1));
  if (!is_token(method) || !std::ranges::all_of(target, is_visible)) throw malformed;
  request.method = method;
  if (!set_target(request, target)) {
    throw Malformed{400, "the address is malformed, or has a parameter twice"};
  }
  return {target, is_1_1};
}

void read_header(std::string_view line, HttpRequest& request) {
  const std::size_t colon = line.find(':');
  const std::string_view name = line.substr(0, colon);
  if (colon == std::string_view::npos || !is_token(name)) {
    throw Malformed{400, "a header is malformed"};
  }
  const std::string_view value = without_blanks(line.substr(colon + 1));
  if (!std::ranges::all_of(value, is_value_byte)) {
    throw Malformed{400, "a header has a control character"};
  }
  const auto [place, is_first] = request.header.try_emplace(lower_case(name), value);
  if (is_first) return;
  for (const std::string_view single : {"content-length", "transfer-encoding", "host"}) {
    if (place->first == single) throw Malformed{400, "a header that must be unique is repeated"};
  }
  // Repeated headers are joined, as HTTP allows.
  place->second += (place->first == "cookie" ? "; " : ", ") + std::string(value);
}

/// A Host header must name a host [RFC 9110, 4.2.1], unless the request is for no resource at all.
/// One in the request line is used in its place [RFC 9112, 3.2.2].
void read_host(const RequestLine& line, HttpRequest& request) {
  auto host = request.header.find("host");
  if (line.is_1_1 && host == request.header.end()) {
    throw Malformed{400, "the Host header is missing"};
  }
  if (const auto named = host_of_target(line.target)) {
    host = request.header.insert_or_assign("host", std::string(*named)).first;
  }
  if (host == request.header.end() || (host->second.empty() && request.path == "*")) return;
  constexpr std::string_view separators = " \t\"#,/<>?@\\^`{|}";
  if (host_name(host->second).empty() ||
      host->second.find_first_of(separators) != std::string::npos) {
    throw Malformed{400, "the Host header names no host"};
  }
}

/// How long the body is.
void read_framing(RequestHead& head, bool is_1_1) {
  const auto& header = head.request.header;
  const auto length = header.find("content-length");
  const auto coding = header.find("transfer-encoding");
  if (coding != header.end()) {
    if (length != header.end() || !is_1_1) {
      throw Malformed{400, "the length of the body is ambiguous"};
    }
    if (lower_case(coding->second) != "chunked") {
      throw Malformed{501, "this transfer encoding is not supported"};
    }
    head.is_chunked = true;
  } else if (length != header.end()) {
    head.content_length = number_of(length->second, 10);
    if (!head.content_length) throw Malformed{400, "the Content-Length is malformed"};
  }
}

void read_connection(RequestHead& head, bool is_1_1) {
  head.keeps_alive = is_1_1;
  for_each_part(header_of(head.request, "connection"), [&](const std::string& part) {
    if (part == "close") head.keeps_alive = false;
    if (part == "keep-alive" && !is_1_1) head.keeps_alive = true;
  });
  const std::string_view expectation = header_of(head.request, "expect");
  if (expectation.empty() || !is_1_1) return;
  if (lower_case(expectation) != "100-continue") {
    throw Malformed{417, "this expectation is not supported"};
  }
  head.expects_continue = true;
}

/// Reads a head whose lines all end with CRLF, the last one being empty.
RequestHead parsed_head(std::string_view text) {
  RequestHead head;
  const RequestLine first = read_request_line(take_line(text), head.request);
  for (std::string_view line = take_line(text); !line.empty(); line = take_line(text)) {
    read_header(line, head.request);
  }
  read_host(first, head.request);
  read_framing(head, first.is_1_1);
  read_connection(head, first.is_1_1);
  head.is_for_head = head.request.method == "HEAD";
  if (head.is_for_head) head.request.method = "GET";
  return head;
}

/// The size on the line before a chunk; what may follow it after a semicolon is ignored.
std::optional<std::uint64_t> chunk_size(std::string_view line) {
  if (!std::ranges::all_of(line, is_value_byte)) return std::nullopt;
  const std::string_view digits = line.substr(0, line.find_first_of(" \t;"));
  const std::string_view rest = without_blanks(line.substr(digits.size()));
  if (!rest.empty() && rest[0] != ';') return std::nullopt;
  return number_of(digits, 16);
}

}  // namespace

void RequestReader::add(std::string_view bytes) {
  buffer_.erase(0, begin_);
  begin_ = 0;
  piece_ = {};
  if (stage_ == Stage::bad) return;
  if (buffer_.capacity() > kept_capacity && buffer_.size() + bytes.size() <= kept_capacity) {
    buffer_ = std::string(buffer_);  // gives back the memory of a long head
  }
  buffer_ += bytes;
}

ReadStep RequestReader::next() {
  piece_ = {};
  switch (stage_) {
    case Stage::head:
      return read_head();
    case Stage::sized:
      return read_body(Stage::end);
    case Stage::chunk_line:
      return read_chunk_line();
    case Stage::chunk:
      return read_body(Stage::chunk_end);
    case Stage::chunk_end:
      return read_line_end(Stage::chunk_line);
    case Stage::last_line:  // trailers are not accepted: nobody needs them but smugglers
      return read_line_end(Stage::end);
    case Stage::end:
      return begin_next();
    case Stage::bad:
      break;
  }
  return ReadStep::bad;
}

ReadStep RequestReader::fail(int status, std::string sentence) {
  if (stage_ == Stage::head) head_.is_for_head = unread().starts_with("HEAD ");
  stage_ = Stage::bad;
  problem_ = {status, std::move(sentence)};
  buffer_ = {};
  begin_ = 0;
  return ReadStep::bad;
}

ReadStep RequestReader::read_head() {
  const std::string_view text = unread();
  while (true) {
    const std::size_t end = text.find('\n', scanned_);
    const std::size_t length = std::min(end, text.size()) - scanned_;
    if (length > limits_.line_bytes) {
      return lines_ == 0 ? fail(414, "the request line is too long")
                         : fail(431, "a header is too long");
    }
    if (std::min(end, text.size()) > limits_.head_bytes)
      return fail(431, "the headers are too long");
    if (end == std::string_view::npos) return ReadStep::needs_bytes;
    const std::string_view line = text.substr(scanned_, length);
    if (!line.ends_with('\r')) return fail(400, "a line does not end with CR LF");
    if (lines_ > 0 && (line[0] == ' ' || line[0] == '\t')) return fail(400, "a header is folded");
    scanned_ = end + 1;
    if (line.size() == 1) break;
    if (lines_ > limits_.headers) return fail(431, "there are too many headers");
    ++lines_;
  }
  try {
    head_ = parsed_head(text.substr(0, scanned_));
  } catch (const Malformed& problem) {
    return fail(problem.status(), problem.what());
  }
  begin_ += scanned_;
  left_ = head_.content_length.value_or(0);
  stage_ = head_.is_chunked ? Stage::chunk_line : (left_ > 0 ? Stage::sized : Stage::end);
  return ReadStep::head;
}

ReadStep RequestReader::read_body(Stage after) {
  piece_ = unread().substr(0, left_);
  if (piece_.empty()) return ReadStep::needs_bytes;
  begin_ += piece_.size();
  left_ -= piece_.size();
  if (left_ == 0) stage_ = after;
  return ReadStep::piece;
}

void RequestReader::skip(std::uint64_t count) {
  expects(count <= direct_bytes(), "at most the bytes that are to come");
  left_ -= count;
  if (left_ == 0) stage_ = Stage::end;
}

ReadStep RequestReader::read_chunk_line() {
  const std::string_view text = unread();
  const std::size_t end = text.find('\n');
  const std::size_t length = std::min(end, text.size());
  if (length > limits_.line_bytes) return fail(400, "the size of a chunk is malformed");
  if (end == std::string_view::npos) return ReadStep::needs_bytes;
  const std::string_view line = text.substr(0, length);
  const auto size = line.ends_with('\r') ? chunk_size(line.substr(0, length - 1)) : std::nullopt;
  if (!size) return fail(400, "the size of a chunk is malformed");
  // Lines that are much longer than their chunks would make the server read without end.
  const std::size_t paid = std::min<std::uint64_t>(*size, limits_.line_bytes) + 16;
  overhead_ = overhead_ + length > paid ? overhead_ + length - paid : 0;
  if (overhead_ > 2 * limits_.line_bytes) return fail(400, "the chunks are too small");
  begin_ += length + 1;
  left_ = *size;
  stage_ = left_ > 0 ? Stage::chunk : Stage::last_line;
  return next();
}

ReadStep RequestReader::read_line_end(Stage after) {
  const std::string_view text = unread();
  if (!std::string_view("\r\n").starts_with(text.substr(0, 2))) {
    return fail(400, after == Stage::end ? "trailers are not supported" : "a chunk is malformed");
  }
  if (text.size() < 2) return ReadStep::needs_bytes;
  begin_ += 2;
  stage_ = after;
  return next();
}

ReadStep RequestReader::begin_next() {
  stage_ = Stage::head;
  scanned_ = 0;
  lines_ = 0;
  overhead_ = 0;
  head_ = {};
  return ReadStep::end;
}

}  // namespace podium
