#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "podium/core/base/io/input_stream.hpp"
#include "podium/core/base/io/json.hpp"
#include "podium/text/corpus/corpus_report.hpp"

namespace podium::text {

/// Reads lines of JSON, or one list of objects, to the end, parses some megabytes of them at a time
/// in parallel and passes each object on, in order; blank lines are passed over, bytes that are no
/// characters of the encoding become U+FFFD. Counts into `report` the lines and items that are no
/// object, name a key of it twice or are longer than `most` bytes.
void for_each_json_line(
    InputStream& in, std::size_t most, CorpusReport& report,
    const std::function<void(const Json& object, const RecordState& state)>& take,
    std::string_view encoding = "utf-8");

/// The text or the number under `name` as text; empty when there is neither.
std::string json_text(const Json& object, std::string_view name);

}  // namespace podium::text
