#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace podium {

using Json = nlohmann::ordered_json;  ///< what is answered, in the order in which it is said
using Body = nlohmann::json;          ///< what was sent: members are found without a search

// What a body must hold. Each throws UsageError naming the member when it is missing, of another
// type, or out of range; strings with a zero byte, which no database keeps, are refused.

/// How many lists and objects may stand inside each other.
inline constexpr int deepest_json = 32;

/// The whole of a body, which is an object; an empty body is one without members. Bodies that nest
/// deeper, or have more members in one object, than any request needs are refused while they are
/// read. For whatever comes from others: a value of any depth would exhaust the stack when copied.
Body parse_object(std::string_view text);

/// The member, or null where it is missing.
const Body& member(const Body& object, std::string_view name);

std::string text_in(const Body& object, std::string_view name, std::size_t most_bytes);
std::string text_or_empty(const Body& object, std::string_view name, std::size_t most_bytes);
std::int64_t whole_in(const Body& object, std::string_view name, std::int64_t least,
                      std::int64_t most);
std::int64_t whole_or(const Body& object, std::string_view name, std::int64_t least,
                      std::int64_t most, std::int64_t otherwise);
double number_or(const Body& object, std::string_view name, double otherwise);
bool flag_in(const Body& object, std::string_view name);
const Body& array_in(const Body& object, std::string_view name);
std::vector<std::int64_t> wholes_in(const Body& object, std::string_view name, std::int64_t least,
                                    std::int64_t most);
std::vector<std::string> texts_in(const Body& object, std::string_view name,
                                  std::size_t most_bytes);

/// The place of a member's text among `names`.
std::size_t choice_in(const Body& object, std::string_view name,
                      std::span<const std::string_view> names);

/// JSON as an answer carries it; bytes that are not UTF-8 are replaced.
std::string json_line(const Json& json);

}  // namespace podium
