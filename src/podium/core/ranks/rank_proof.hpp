#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace podium {

/// What a guest says first, always of this length. The last byte of `magic` is the version of the
/// protocol.
struct RankHello {
  std::array<char, 8> magic = {'p', 'o', 'd', 'r', 'a', 'n', 'k', '\1'};
  std::uint32_t rank = 0;  ///< of the guest
  std::uint32_t size = 0;  ///< ranks in all
  std::uint32_t to = 0;    ///< the rank that the guest takes the host for
  std::array<char, 16> nonce{};
};

using RankProof = std::array<unsigned char, 16>;

/// What the host answers.
struct RankWelcome {
  std::array<char, 16> nonce{};
  RankProof proof{};
};

/// Which of the two proves that it has the token. The proof of one is none of the other.
enum class RankRole : unsigned char { guest = 1, host = 2 };

std::array<char, 16> new_nonce();

/// SipHash-2-4 of 128 bits, keyed by the token, of the role, the hello and the nonce of the host:
/// both nonces, both ranks, the number of ranks and the version. The token itself is never sent.
RankProof rank_proof(std::string_view token, RankRole role, const RankHello& hello,
                     const std::array<char, 16>& host_nonce);

/// Whether two proofs are equal, in a time that does not depend on them.
bool is_same_proof(const RankProof& a, const RankProof& b) noexcept;

}  // namespace podium
