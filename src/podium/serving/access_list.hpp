#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace podium::serving {

/// What the holder of a token may do.
enum class Access : std::uint8_t { score, admin };
inline constexpr std::array<std::string_view, 2> access_names = {"score", "admin"};

/// The tokens that a service accepts. A file of lines "NAME ROLE HASH", where HASH is
/// token_hash(); empty lines and those that begin with # are skipped. The file contains only
/// hashes, so reading it does not grant access.
class AccessList {
 public:
  /// Throws DataError for a malformed line. May wait for a pipe, but only when a service starts.
  static AccessList read(const std::filesystem::path& path, bool is_starting = true);

  /// Adds a new token to the file, which is made if it does not exist, and returns the token.
  /// Several processes may do so at the same time. Throws UsageError for a name that is taken or
  /// has blanks.
  static std::string add(const std::filesystem::path& path, const std::string& name, Access access);

  /// What the token of an Authorization header allows, "Bearer TOKEN"; nothing for an unknown one.
  std::optional<Access> access_of(std::string_view authorization) const;

 private:
  struct Entry {
    std::string name;
    Access access = Access::score;
    std::string hash;
  };
  std::vector<Entry> entries_;
};

}  // namespace podium::serving
