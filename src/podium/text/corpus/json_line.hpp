#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "podium/core/base/io/input_stream.hpp"
#include "podium/core/base/io/json.hpp"
#include "podium/text/corpus/corpus_report.hpp"

namespace podium::text {

/// What is left to be done with a record, one after the other, after what can be done with many at
/// a time.
using InOrder = std::function<void()>;

/// What goes on before and after each batch of lines.
struct JsonBatches {
  std::function<void(std::size_t lines)> begin = [](std::size_t) {};
  std::function<void()> end = [] {};
};

/// Reads lines of JSON, or one list of objects, to the end, some megabytes at a time: parses them
/// and calls convert() in parallel, with the place of the line among those of its batch, then what
/// it returned in order. Blank lines are passed over, bytes that are no characters of the encoding
/// become U+FFFD. Counts into `report` the lines and items that are no object, name a key of it
/// twice or are longer than `most` bytes.
void for_each_json_line(InputStream& in, std::size_t most, CorpusReport& report,
                        const std::function<InOrder(const Json& object, const RecordState& state,
                                                    std::size_t line)>& convert,
                        std::string_view encoding = "utf-8", const JsonBatches& batches = {});

/// The text or the number under `name` as text; empty when there is neither.
std::string json_text(const Json& object, std::string_view name);

}  // namespace podium::text
