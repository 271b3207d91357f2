#pragma once

#include <string>
#include <string_view>

namespace podium {

/// 32 random bytes of the system as base64url, 43 characters: what a cookie or a link carries.
std::string new_token();

/// What is kept of a token: BLAKE2b as base64url. Whoever reads the store cannot log in with it.
std::string token_hash(std::string_view token);

/// Whether two secrets are equal, in a time that depends on their lengths only.
bool same_secret(std::string_view a, std::string_view b) noexcept;

}  // namespace podium
