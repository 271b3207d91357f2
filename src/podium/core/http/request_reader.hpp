#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "podium/core/http/http_message.hpp"

namespace podium {

struct HttpLimits {
  std::size_t head_bytes = std::size_t{64} << 10U;  ///< request line and headers
  std::size_t line_bytes = std::size_t{8} << 10U;   ///< of each line, of chunk sizes too
  std::size_t headers = 100;
};

/// The head of a request, and what it says about the connection.
struct RequestHead {
  HttpRequest request;
  bool is_for_head = false;       ///< HEAD: the response has no body
  bool keeps_alive = true;        ///< the client may send further requests
  bool expects_continue = false;  ///< the client waits for "100 Continue"
  bool is_chunked = false;
  std::optional<std::uint64_t> content_length;

  bool has_body() const { return is_chunked || content_length.value_or(0) > 0; }
};

/// Why a request is refused; the connection cannot be used any more.
struct RequestProblem {
  int status = 400;
  std::string sentence;
};

enum class ReadStep : std::uint8_t { needs_bytes, head, piece, end, bad };

/// Reads requests of HTTP/1.1 and 1.0 from bytes in portions of any size, without sockets. Strict
/// [RFC 9112]: two readers must never disagree about where a request ends, so lines end with CRLF,
/// names are followed by a colon at once, headers are not folded, and a length is given at most
/// once. Keeps at most the head and what was added last.
class RequestReader {
 public:
  explicit RequestReader(const HttpLimits& limits = {}) : limits_(limits) {}

  void add(std::string_view bytes);

  /// The next step; after `end` the next request begins. `bad` is final.
  ReadStep next();

  RequestHead& head() { return head_; }  ///< after ReadStep::head; `is_for_head` after bad, too
  std::string_view piece() const { return piece_; }           ///< of the body; until the next call
  const RequestProblem& problem() const { return problem_; }  ///< after ReadStep::bad

  /// The bytes that are still to come of a body whose length is known. They may be read where they
  /// will stay, past this reader, which then must be told by skip(); 0: all others are added.
  std::uint64_t direct_bytes() const {
    return stage_ == Stage::sized && unread().empty() ? left_ : 0;
  }
  void skip(std::uint64_t count);

  /// A request has begun, but not ended.
  bool is_within() const { return stage_ != Stage::head || !unread().empty(); }

 private:
  enum class Stage : std::uint8_t {
    head,
    sized,
    chunk_line,
    chunk,
    chunk_end,
    last_line,
    end,
    bad
  };

  std::string_view unread() const { return std::string_view(buffer_).substr(begin_); }
  ReadStep fail(int status, std::string sentence);
  ReadStep read_head();
  ReadStep read_body(Stage after);
  ReadStep read_chunk_line();
  ReadStep read_line_end(Stage after);
  ReadStep begin_next();

  HttpLimits limits_;
  Stage stage_ = Stage::head;
  std::string buffer_;
  std::size_t begin_ = 0;    ///< of what is not read yet
  std::size_t scanned_ = 0;  ///< bytes of the head whose lines were checked
  std::size_t lines_ = 0;    ///< among them
  std::uint64_t left_ = 0;   ///< bytes of the body, or of the chunk
  std::size_t overhead_ = 0;
  RequestHead head_;
  std::string_view piece_;
  RequestProblem problem_;
};

}  // namespace podium
