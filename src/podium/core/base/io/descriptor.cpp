#include "podium/core/base/io/descriptor.hpp"

#include <array>
#include <string_view>
#include <system_error>
#include <utility>

#include "podium/core/base/text.hpp"

namespace podium {

std::optional<int> descriptor_of(const std::filesystem::path& path) {
  constexpr std::array<std::pair<std::string_view, int>, 3> streams = {
      {{"/dev/stdin", 0}, {"/dev/stdout", 1}, {"/dev/stderr", 2}}};
  const std::string& text = path.native();
  for (const auto& [name, descriptor] : streams) {
    if (text == name) return descriptor;
  }
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!text.starts_with(folder)) continue;
    const auto number = parse_number<int>(std::string_view(text).substr(folder.size()));
    if (number && *number >= 0) return number;
  }
  return std::nullopt;
}

std::filesystem::path followed(std::filesystem::path path) {
  constexpr int most_links = 40;  // as the system has it
  std::error_code problem;
  for (int i = 0; i < most_links && !descriptor_of(path); ++i) {
    if (!std::filesystem::is_symlink(path, problem)) break;
    const std::filesystem::path target = std::filesystem::read_symlink(path, problem);
    if (problem) break;
    path = path.parent_path() / target;  // an absolute target takes the place of the folder
  }
  return path;
}

}  // namespace podium
