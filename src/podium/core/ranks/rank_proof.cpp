#include "podium/core/ranks/rank_proof.hpp"

#include <string>

#include <sodium.h>

#include "podium/core/base/error.hpp"
#include "podium/core/ranks/tcp_ranks.hpp"

namespace podium {

std::array<char, 16> new_nonce() {
  expects(sodium_init() >= 0, "random bytes of the system");
  std::array<char, 16> nonce{};
  randombytes_buf(nonce.data(), nonce.size());
  return nonce;
}

std::string new_rank_token() {
  const auto half = new_nonce();
  const auto other = new_nonce();
  return std::string(half.data(), half.size()) + std::string(other.data(), other.size());
}

RankProof rank_proof(std::string_view token, RankRole role, const RankHello& hello,
                     const std::array<char, 16>& host_nonce) {
  std::array<unsigned char, crypto_shorthash_siphashx24_KEYBYTES> key{};
  crypto_generichash(key.data(), key.size(), reinterpret_cast<const unsigned char*>(token.data()),
                     token.size(), nullptr, 0);
  std::string text(1, static_cast<char>(role));
  text.append(reinterpret_cast<const char*>(&hello), sizeof hello);
  text.append(host_nonce.data(), host_nonce.size());
  RankProof proof{};
  static_assert(sizeof proof == crypto_shorthash_siphashx24_BYTES);
  crypto_shorthash_siphashx24(proof.data(), reinterpret_cast<const unsigned char*>(text.data()),
                              text.size(), key.data());
  return proof;
}

bool is_same_proof(const RankProof& a, const RankProof& b) noexcept {
  return sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace podium
