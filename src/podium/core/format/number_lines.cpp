#include "podium/core/format/number_lines.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "podium/core/base/io/file.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/format/line_reader.hpp"

namespace podium {

namespace {

std::vector<double> numbers_in(const LineChunk& chunk, std::string_view path, std::string_view name,
                               double min) {
  std::vector<double> numbers;
  const std::array names = {name};
  std::array<std::string_view, 1> word;
  LineReader lines(chunk.text, path, chunk.first_line);
  while (lines.next()) {
    lines.split(names, 1, word);
    const double number = lines.number_in(word[0], name);
    if (number < min) throw lines.unexpected(word[0], name);
    numbers.push_back(number);
  }
  return numbers;
}

}  // namespace

std::vector<double> read_number_lines(const std::filesystem::path& path, std::string_view name,
                                      double min) {
  const InputText text(path);
  const auto chunks = line_chunks(without_trailing_blank_lines(text.view()));
  std::vector<std::vector<double>> parts(chunks.size());
  parallel_for(chunks.size(),
               [&](std::size_t i) { parts[i] = numbers_in(chunks[i], text.path(), name, min); });
  std::vector<double> numbers;
  std::size_t count = 0;
  for (const auto& part : parts) count += part.size();
  expect_some(count, text.path(), "line");
  numbers.reserve(count);
  for (const auto& part : parts) numbers.insert(numbers.end(), part.begin(), part.end());
  return numbers;
}

void write_number_lines(std::span<const double> numbers, const std::filesystem::path& path,
                        std::string_view name, double min) {
  OutputFile file(path);
  std::array<char, 32> buffer{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!std::isfinite(numbers[i]) || numbers[i] < min) {
      throw NumericError(fmt::format("{}: found {} for row {}, expected {}", path.string(),
                                     numbers[i], i + 1, name));
    }
    char* end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), numbers[i]).ptr;
    *end++ = '\n';
    file.write({buffer.data(), static_cast<std::size_t>(end - buffer.data())});
  }
  file.commit();
}

}  // namespace podium
