#include "podium/corpus/json_line.hpp"

#include <utility>
#include <vector>

#include "podium/base/parallel.hpp"
#include "podium/base/text.hpp"
#include "podium/markup/encoding.hpp"

namespace podium {

namespace {

constexpr std::size_t lines_batch_bytes = std::size_t{4} << 20;

struct JsonLine {
  std::string text;
  RecordState state;
  Json object;
  std::string problem;  ///< why there is no object

  void parse(std::string_view encoding);
};

void JsonLine::parse(std::string_view encoding) {
  DecodedText decoded_line = decoded(text, encoding);
  text = std::move(decoded_line.text);
  state.bad_bytes = decoded_line.bad_bytes;
  ParsedJson parsed = try_parse_json(text);
  if (parsed.value && parsed.value->is_object()) {
    object = *std::move(parsed.value);
  } else if (parsed.value || parsed.byte > 0) {
    problem = "found " + in_quotes(text) + ", expected a JSON object";
  } else {
    problem = std::move(parsed.problem);
  }
}

/// The next lines that hold something, some megabytes of them; none at the end of the file.
std::vector<JsonLine> next_lines(InputStream& in, std::size_t most) {
  std::vector<JsonLine> lines;
  std::size_t bytes = 0;
  while (bytes < lines_batch_bytes) {
    const auto line = in.next_line(most);
    if (!line) break;
    if (trimmed(*line).empty()) continue;
    lines.push_back({.text = {}, .state = {.where = in.where()}, .object = {}, .problem = {}});
    if (in.line_was_cut()) {
      lines.back().problem = "found a line that is longer than a document may be";
    } else {
      lines.back().text = *line;
      bytes += line->size();
    }
  }
  return lines;
}

}  // namespace

void for_each_json_line(InputStream& in, std::size_t most, CorpusReport& report,
                        const std::function<void(const Json&, const RecordState&)>& take,
                        std::string_view encoding) {
  for (std::vector<JsonLine> lines = next_lines(in, most); !lines.empty();
       lines = next_lines(in, most)) {
    parallel_for(lines.size(), [&](std::size_t i) {
      if (lines[i].problem.empty()) lines[i].parse(encoding);
    });
    for (JsonLine& line : lines) {
      if (line.problem.empty()) {
        take(line.object, line.state);
      } else {
        report.skip(std::move(line.state.where), std::move(line.problem));
      }
    }
  }
}

std::string json_text(const Json& object, std::string_view name) {
  const Json* found = object.find(name);
  if (found == nullptr) return {};
  if (const auto* text = found->as<std::string>()) return *text;
  return found->is_number() ? found->dump() : std::string();
}

}  // namespace podium
