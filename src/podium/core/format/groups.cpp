#include "podium/core/format/groups.hpp"

#include <array>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/line_reader.hpp"

namespace podium {

namespace {

constexpr std::array<std::string_view, 1> names = {"a group size: a whole number above 0"};

}  // namespace

std::vector<std::size_t> read_groups(const std::filesystem::path& path) {
  const InputText text(path);
  std::vector<std::size_t> sizes;
  std::array<std::string_view, 1> word;
  LineReader lines(without_trailing_blank_lines(text.view()), text.path());
  while (lines.next()) {
    lines.split(names, 1, word);
    const auto size = parse_number<std::size_t>(word[0]);
    if (!size || *size == 0) throw lines.unexpected(word[0], names[0]);
    sizes.push_back(*size);
  }
  expect_some(sizes.size(), text.path(), "group size");
  return sizes;
}

void write_groups(std::span<const std::size_t> sizes, const std::filesystem::path& path) {
  OutputFile file(path);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) {
      throw UsageError(fmt::format("group {}: found 0 rows, expected {}", i + 1, names[0]));
    }
    file.write(to_text(sizes[i]) + "\n");
  }
  file.commit();
}

}  // namespace podium
