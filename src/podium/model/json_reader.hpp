#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "podium/base/error.hpp"

namespace podium {

/// The whole of a JSON text. Malformed text, a number that no double holds and a key that comes
/// twice in an object are DataErrors of `source`.
nlohmann::json parse_json(std::string_view text, const std::string& source);

/// A value of a JSON document that knows where it stands, so that a DataError can say
/// "parameters.weights[3]: found null, expected a finite number". Borrows the document.
class JsonReader {
 public:
  JsonReader(const nlohmann::json& value, const std::string& source)
      : JsonReader(value, source, "") {}

  /// A member of this object; one that lacks is a DataError.
  JsonReader at(std::string_view key) const;
  std::optional<JsonReader> find(std::string_view key) const;

  /// Throws unless this is an object all of whose keys are among `known`.
  void expect_keys(std::initializer_list<std::string_view> known) const;

  std::string text() const;
  bool truth() const;
  double number() const;
  std::uint64_t whole(std::uint64_t least, std::uint64_t most) const;

  std::vector<JsonReader> items() const;
  std::vector<double> numbers(std::size_t count) const;

  /// The members of this object with their keys.
  std::vector<std::pair<std::string, JsonReader>> members() const;

  const nlohmann::json& value() const noexcept { return value_; }
  DataError error(const std::string& problem) const;

 private:
  JsonReader(const nlohmann::json& value, const std::string& source, std::string place)
      : value_(value), source_(source), place_(std::move(place)) {}
  DataError unexpected(std::string_view expected) const;
  std::string place_of(std::string_view key) const;

  const nlohmann::json& value_;
  const std::string& source_;
  std::string place_;
};

}  // namespace podium
