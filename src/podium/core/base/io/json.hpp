#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "podium/core/base/error.hpp"

namespace podium {

namespace detail {

template <class T>
concept JsonInteger = std::integral<T> && !std::same_as<T, bool>;

template <class T>
concept JsonRange = std::ranges::input_range<T> && !std::convertible_to<const T&, std::string_view>;

}  // namespace detail

/// A JSON value to write, or one that was read. Objects keep the order of their members. The JSON
/// library is behind it, in one translation unit.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  // Values become Json where they are written: {{"queries", 3}, {"name", name}}.
  // NOLINTBEGIN(google-explicit-constructor)
  Json() = default;
  Json(std::nullptr_t) {}

  template <std::same_as<bool> T>
  Json(T value) : value_(value) {}

  template <detail::JsonInteger T>
  Json(T value) {
    if (std::cmp_less(value, 0)) {
      value_ = static_cast<std::int64_t>(value);
    } else {
      value_ = static_cast<std::uint64_t>(value);
    }
  }
  Json(double value) : value_(value) {}

  Json(std::string text) : value_(std::move(text)) {}
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(const char* text) : value_(std::string(text)) {}

  Json(Array values) : value_(std::move(values)) {}
  Json(Object members) : value_(std::move(members)) {}

  /// A list of values, or the members of a map.
  template <detail::JsonRange Range>
  Json(const Range& range) {
    if constexpr (requires { typename Range::mapped_type; }) {
      Object members;
      for (const auto& [key, member] : range) members.emplace_back(key, member);
      value_ = std::move(members);
    } else {
      value_ = Array(std::ranges::begin(range), std::ranges::end(range));
    }
  }

  // NOLINTEND(google-explicit-constructor)

  /// An object when every value is a pair that begins with text, {{"a", 1}, {"b", 2}}; else a list.
  Json(std::initializer_list<Json> values);

  static Json array(std::initializer_list<Json> values = {}) { return Json(Array(values)); }
  static Json object() { return Json(Object()); }

  bool is_null() const noexcept { return std::holds_alternative<std::monostate>(value_); }
  bool is_number() const noexcept {
    return as<double>() != nullptr || as<std::int64_t>() != nullptr || is_unsigned();
  }
  bool is_unsigned() const noexcept { return as<std::uint64_t>() != nullptr; }
  bool is_text() const noexcept { return as<std::string>() != nullptr; }
  bool is_array() const noexcept { return as<Array>() != nullptr; }
  bool is_object() const noexcept { return as<Object>() != nullptr; }

  /// The value if it has this type, which is bool, std::int64_t (a negative number), std::uint64_t,
  /// double, std::string, Array or Object; else a null pointer.
  template <class T>
  const T* as() const noexcept {
    return std::get_if<T>(&value_);
  }

  /// Calls the visitor with the value, which may also be std::monostate (null).
  template <class Visitor>
  auto visit(const Visitor& visitor) const {
    return std::visit(visitor, value_);
  }

  /// A number of any type; requires is_number().
  double number() const;

  /// The member of an object; a null pointer where this is no object or has no such member.
  const Json* find(std::string_view key) const noexcept;

  /// The member of an object, made where it is missing; null becomes an object.
  Json& operator[](std::string_view key);
  void erase(std::string_view key);

  /// Appends to a list; null becomes one.
  void push_back(Json value);

  /// As text: in one line, or in lines that are indented by so many blanks. Numbers have the digits
  /// that read back the same; those that are not finite become null. Bytes that are not UTF-8 are
  /// replaced.
  std::string dump(int indent = -1) const;

  /// As dump(), but text that is not UTF-8 is a UsageError: what is written reads back the same.
  std::string exact_dump(int indent = -1) const;

 private:
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array,
               Object>
      value_;
};

/// What a JSON text may cost whoever reads it. Values are copied and destroyed recursively, so
/// there must be a limit to their depth.
struct JsonLimits {
  std::size_t depth = 256;  ///< lists and objects inside each other
  std::size_t members = std::numeric_limits<std::size_t>::max();  ///< of one object
};

/// A JSON text that was read, or why it could not be.
struct ParsedJson {
  std::optional<Json> value;
  std::string problem;
  std::size_t byte = 0;  ///< where the problem is
};

/// The whole of a JSON text. Malformed text, a number that no double holds and a key that comes
/// twice in an object are problems.
ParsedJson try_parse_json(std::string_view text, const JsonLimits& limits = {});

/// As above; a problem is a DataError at its line and column. `where` is the place of the text.
Json parse_json(std::string_view text, const Location& where);

}  // namespace podium
