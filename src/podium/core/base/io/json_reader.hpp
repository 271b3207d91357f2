#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/json.hpp"

namespace podium {

/// A value of a JSON document that knows where it stands, so that a DataError can say
/// "model.json: parameters.weights[3]: found null, expected a finite number". Keeps the document.
class JsonReader {
 public:
  static constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();

  /// The whole of a document that came from `where`.
  JsonReader(Json document, Location where);

  /// A member of this object; one that is missing is a DataError.
  JsonReader at(std::string_view key) const;
  std::optional<JsonReader> find(std::string_view key) const;

  /// Throws unless this is an object all of whose keys are among `known`.
  void expect_keys(std::span<const std::string_view> known) const;
  void expect_keys(std::initializer_list<std::string_view> known) const {
    expect_keys(std::span(known.begin(), known.size()));
  }

  /// Throws unless this is the number of a file's version that podium reads.
  void expect_version(std::uint64_t version) const;

  std::string text() const;
  bool flag() const;
  double number() const;
  double number_or_nan() const;  ///< null is NaN, which JSON does not have
  std::uint64_t whole(std::uint64_t minimum = 0, std::uint64_t maximum = any) const;

  /// The place of this text among `names`.
  std::size_t choice(std::span<const std::string_view> names) const;

  std::vector<JsonReader> items() const;
  std::vector<std::string> texts() const;
  std::vector<double> numbers() const;
  std::vector<double> numbers(std::size_t count) const;
  std::vector<double> numbers_or_nan() const;

  /// The members of this object with their keys.
  std::vector<std::pair<std::string, JsonReader>> members() const;

  /// The members of an object that holds texts alone.
  std::map<std::string, std::string, std::less<>> text_members() const;

  const Json& value() const noexcept { return *value_; }
  DataError error(const std::string& problem) const;

  /// The error "found this value, expected <expected>".
  DataError unexpected(std::string_view expected) const;

 private:
  struct Document {
    Json root;
    Location where;
  };

  JsonReader(std::shared_ptr<const Document> document, const Json& value)
      : document_(std::move(document)), value_(&value) {}
  const Json::Object& object() const;
  const Json::Array& array() const;
  JsonReader item(std::size_t index) const;

  std::shared_ptr<const Document> document_;
  const Json* value_;
};

/// The whole of a JSON text that came from `where`; see parse_json().
JsonReader read_json(std::string_view text, const Location& where);

}  // namespace podium
