#pragma once

#include <string>
#include <string_view>

namespace podium {

/// 32 random bytes as base64url, 43 characters: the value of a cookie or the secret of a link.
std::string new_token();

/// The stored form of a token: BLAKE2b as base64url. Reading the store does not allow logging in.
std::string token_hash(std::string_view token);

/// Whether two secrets are equal, in a time that depends on their lengths only.
bool same_secret(std::string_view a, std::string_view b) noexcept;

}  // namespace podium
