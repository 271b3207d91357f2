#include "podium/core/http/tokens.hpp"

#include <array>

#include <sodium.h>

#include "podium/core/base/error.hpp"

namespace podium {

namespace {

constexpr std::size_t token_bytes = 32;
using Bytes = std::array<unsigned char, token_bytes>;

std::string as_text(const Bytes& bytes) {
  constexpr int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
  std::string text(sodium_base64_ENCODED_LEN(token_bytes, variant), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), variant);
  text.pop_back();  // the terminating zero
  return text;
}

}  // namespace

std::string new_token() {
  expects(sodium_init() >= 0, "random bytes of the system");
  Bytes bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return as_text(bytes);
}

std::string token_hash(std::string_view token) {
  Bytes hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(token.data()),
                     token.size(), nullptr, 0);
  return as_text(hash);
}

bool same_secret(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace podium
