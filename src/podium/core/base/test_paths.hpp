#pragma once

#include <filesystem>
#include <string_view>

namespace podium {

/// For tests: a file of tests/golden, a file of docs. Defined in a source of the build, so that the
/// compiler cache knows a test in every clone.
std::filesystem::path golden_path(std::string_view name);
std::filesystem::path docs_path(std::string_view name);

}  // namespace podium
