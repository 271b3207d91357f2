#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/base/text.hpp"
#include "podium/labelling/store/database.hpp"

namespace podium::labelling {

/// Reads the values of a row in the order of its columns. Throws StorageError when a value has the
/// wrong type: the database was changed by another program.
class Fields {
 public:
  explicit Fields(const SqlRow& row) : row_(row) {}

  std::int64_t whole() { return next<std::int64_t>("an integer"); }
  double real() { return next<double>("a number"); }
  std::string text() { return next<std::string>("text"); }
  bool flag() { return whole() != 0; }
  template <class Number>
  Number number() {
    return static_cast<Number>(whole());
  }

  /// An enumerator, stored by name, so that the numbers of enumerators may change.
  template <class Enum, std::size_t N>
  Enum choice(const std::array<std::string_view, N>& names) {
    const std::string name = text();
    for (std::size_t i = 0; i < N; ++i) {
      if (names[i] == name) return static_cast<Enum>(i);
    }
    throw StorageError("the database holds " + in_quotes(name) +
                       ", expected one of: " + joined(names));
  }

  /// What `read` makes of JSON.
  template <class Read>
  auto json(Read&& read) {
    const std::string content = text();
    try {
      return read(read_json(content, {}));
    } catch (const DataError& error) {
      throw StorageError("the database holds " + in_quotes(content) + ": " + error.what());
    }
  }

  void pass_over(std::size_t columns) { column_ += columns; }

 private:
  template <class Value>
  Value next(std::string_view name) {
    const auto* value = std::get_if<Value>(&row_.at(column_++));
    if (value == nullptr) {
      throw StorageError("column " + to_text(column_) + " of a row is not " + std::string(name));
    }
    return *value;
  }

  const SqlRow& row_;
  std::size_t column_ = 0;
};

/// The name under which an enumerator is stored.
template <class Enum, std::size_t N>
std::string name_of(Enum value, const std::array<std::string_view, N>& names) {
  return std::string(names[static_cast<std::size_t>(value)]);
}

}  // namespace podium::labelling
