// Feeds the reader of HTTP requests with what libFuzzer makes up. Whatever the bytes, it makes no
// difference in which portions they arrive: the first byte chooses them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "podium/core/http/test_request_trace.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  // Small limits are met by small inputs.
  const podium::HttpLimits limits{.head_bytes = 1024, .line_bytes = 256, .headers = 10};
  const std::string whole = podium::traced(text, size, limits).text();
  if (podium::traced(text, 1 + bytes[0] % 32U, limits).text() != whole) std::abort();
  return 0;
}
