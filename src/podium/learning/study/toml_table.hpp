#pragma once

#include <algorithm>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/options.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

/// A table of a TOML file with its position, so that a DataError can name line and column.
/// Borrows the table and the file's name.
class TomlTable {
 public:
  TomlTable(const toml::table& table, const std::string& source)
      : table_(&table), source_(&source) {}

  DataError error(const toml::node& node, const std::string& problem) const {
    const toml::source_position place = node.source().begin;
    return DataError({*source_, place.line, place.column}, problem);
  }
  DataError error(const std::string& problem) const { return error(*table_, problem); }

  void expect_keys(const std::vector<std::string_view>& known) const {
    for (const auto& [key, node] : *table_) {
      if (std::ranges::find(known, key.str()) != known.end()) continue;
      throw error(node,
                  "found the key " + in_quotes(key.str()) + ", expected one of: " + joined(known));
    }
  }

  bool has(std::string_view key) const { return table_->contains(key); }
  const toml::node& at(std::string_view key) const {
    const toml::node* node = table_->get(key);
    if (node == nullptr) throw error("found no key " + in_quotes(key) + ", expected one");
    return *node;
  }

  /// A text, a number or a boolean in the form that options use.
  std::string scalar(const toml::node& node) const {
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* whole = node.as_integer()) return to_text(whole->get());
    if (const auto* real = node.as_floating_point()) return to_text(real->get());
    if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
    throw error(node, "found a table, a list or a date, expected a text or a number");
  }

  std::vector<std::string> list(const toml::node& node) const {
    const toml::array* array = node.as_array();
    if (array == nullptr) return {scalar(node)};
    std::vector<std::string> values;
    for (const toml::node& item : *array) values.push_back(scalar(item));
    if (values.empty()) throw error(node, "found an empty list, expected one value or more");
    return values;
  }

  void read(std::string_view key, std::string& value) const {
    if (has(key)) value = scalar(at(key));
  }
  void read(std::string_view key, std::vector<std::string>& value) const {
    if (has(key)) value = list(at(key));
  }
  void read(std::string_view key, bool& value) const {
    if (!has(key)) return;
    const auto* flag = at(key).as_boolean();
    if (flag == nullptr) throw error(at(key), "expected true or false");
    value = flag->get();
  }
  template <std::unsigned_integral Whole>
  Whole whole(const toml::node& node) const {
    const auto value = parse_number<Whole>(scalar(node));
    if (!value) throw error(node, "expected a whole number of 0 or more");
    return *value;
  }

  TomlTable table(const toml::node& node) const {
    if (const toml::table* inner = node.as_table()) return {*inner, *source_};
    throw error(node, "expected a table");
  }

  /// The tables of [[key]].
  std::vector<TomlTable> tables(std::string_view key) const {
    const toml::array* array = has(key) ? at(key).as_array() : nullptr;
    if (array == nullptr || array->empty())
      throw error("found no [[" + std::string(key) + "]], expected one or more");
    std::vector<TomlTable> all;
    for (const toml::node& node : *array) all.push_back(table(node));
    return all;
  }

  OptionText options() const {
    OptionText options;
    for (const auto& [key, node] : *table_) options[std::string(key.str())] = scalar(node);
    return options;
  }

  /// Calls use(), and adds the position in the file to the UsageError it throws.
  void check(const toml::node& node, auto&& use) const {
    try {
      use();
    } catch (const UsageError& problem) {
      throw error(node, problem.what());
    }
  }
  void check_key(std::string_view key, auto&& use) const {
    check(has(key) ? at(key) : *static_cast<const toml::node*>(table_), use);
  }

  const toml::table& raw() const noexcept { return *table_; }

 private:
  const toml::table* table_;
  const std::string* source_;
};

}  // namespace podium
