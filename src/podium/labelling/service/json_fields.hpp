#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/io/json_reader.hpp"

namespace podium::labelling {

using Body = JsonReader;  ///< what was sent

// What a body must hold. Each throws DataError naming the member when it is missing, of another
// type, or out of range; strings with a zero byte, which no database keeps, are refused. A member
// that is null is a missing one.

/// How many lists and objects may stand inside each other.
inline constexpr std::size_t deepest_json = 32;

/// The whole of a body, which is an object; an empty body is one without members. Bodies that nest
/// deeper, or have more members in one object, than any request needs are refused while they are
/// read.
Body parse_object(std::string_view text);

/// The member, or nothing where it is missing.
std::optional<Body> member(const Body& object, std::string_view name);

std::string text_in(const Body& object, std::string_view name, std::size_t max_bytes);
std::string text_or_empty(const Body& object, std::string_view name, std::size_t max_bytes);
std::uint64_t whole_in(const Body& object, std::string_view name, std::uint64_t minimum,
                       std::uint64_t maximum);
std::uint64_t whole_or(const Body& object, std::string_view name, std::uint64_t minimum,
                       std::uint64_t maximum, std::uint64_t otherwise);
double number_or(const Body& object, std::string_view name, double otherwise);
std::vector<std::uint64_t> wholes_in(const Body& object, std::string_view name,
                                     std::uint64_t minimum, std::uint64_t maximum);
std::vector<std::string> texts_in(const Body& object, std::string_view name, std::size_t max_bytes);

}  // namespace podium::labelling
