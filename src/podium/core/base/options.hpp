#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

/// Options as text, the way the command line, a measure's name or a config file gives them.
using OptionText = std::map<std::string, std::string, std::less<>>;

/// `options` with those of `over` laid over them.
OptionText merged(OptionText options, const OptionText& over);

/// One documented option, the same for the command line, JSON and the manual.
struct OptionInfo {
  std::string name;
  std::string default_value;
  std::string range;
  std::string help;
};

/// One member of a struct of options: its name, its help, its legal values, and how it is read from
/// text and written as text. Plain data, so that what is done with options is compiled once, and
/// not for every struct. `options` below points to an object of the struct that the field is of.
struct OptionField {
  std::string_view name;
  std::string_view help;
  std::string range;                      ///< the legal values, for a reader
  std::vector<std::string_view> choices;  ///< of an enumeration: names of its values 0, 1, ...
  bool is_flag = false;                   ///< true or false
  std::size_t offset = 0;                 ///< of the member, in bytes from the start of its struct
  std::string minimum;                    ///< of a number: the limits of its values
  std::string maximum;
  void (*read_member)(const OptionField& field, void* member, std::string_view text) = nullptr;
  std::string (*member_text)(const OptionField& field, const void* member) = nullptr;

  /// Sets the member; throws UsageError for a text that is no legal value.
  void read(void* options, std::string_view text) const;

  /// The value of the member; read() brings it back.
  std::string text_of(const void* options) const;
};

/// The numbers that options can be.
template <class T>
concept OptionNumber = (std::integral<T> && !std::same_as<T, bool>) || std::floating_point<T>;

namespace detail {

/// For the types of numbers that options.cpp lists.
template <OptionNumber Value>
OptionField number_field(Value minimum, Value maximum);
/// Of a number that may be left out.
OptionField optional_number_field(double minimum, double maximum);
OptionField flag_field();
OptionField text_field();
OptionField choice_field(std::span<const std::string_view> choices);

/// The place of a choice; throws UsageError when it is none.
std::size_t choice_index(const OptionField& field, std::string_view text);

template <class Enum>
void read_choice(const OptionField& field, void* member, std::string_view text) {
  *static_cast<Enum*>(member) = static_cast<Enum>(choice_index(field, text));
}

template <class Enum>
std::string choice_text(const OptionField& field, const void* member) {
  return std::string(field.choices[static_cast<std::size_t>(*static_cast<const Enum*>(member))]);
}

/// An object of T as it is without any options given.
template <class T>
const T& defaults_of() {
  static const T defaults{};
  return defaults;
}

template <class Struct, class Value>
OptionField placed(OptionField field, std::string_view name, Value Struct::*member,
                   std::string_view help) {
  const auto& object = defaults_of<Struct>();
  field.name = name;
  field.help = help;
  field.offset = static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&(object.*member)) -
                                          reinterpret_cast<const std::byte*>(&object));
  return field;
}

}  // namespace detail

/// Ties a name, limits and a sentence of help to a number of a struct.
template <class Struct, OptionNumber Value>
OptionField field(std::string_view name, Value Struct::*member, std::type_identity_t<Value> minimum,
                  std::type_identity_t<Value> maximum, std::string_view help) {
  return detail::placed(detail::number_field(minimum, maximum), name, member, help);
}

/// The same for a number that has no default: its text is "none" then.
template <class Struct>
OptionField field(std::string_view name, std::optional<double> Struct::*member, double minimum,
                  double maximum, std::string_view help) {
  return detail::placed(detail::optional_number_field(minimum, maximum), name, member, help);
}

/// Ties a name and a sentence of help to a yes/no member.
template <class Struct>
OptionField field(std::string_view name, bool Struct::*member, std::string_view help) {
  return detail::placed(detail::flag_field(), name, member, help);
}

/// Ties a name and a sentence of help to a text member; any text is legal.
template <class Struct>
OptionField field(std::string_view name, std::string Struct::*member, std::string_view help) {
  return detail::placed(detail::text_field(), name, member, help);
}

/// Ties names to the enumerators 0, 1, ... of an enumeration.
template <class Struct, class Enum>
  requires std::is_enum_v<Enum> OptionField field(std::string_view name, Enum Struct::*member,
                                                  std::span<const std::string_view> choices,
                                                  std::string_view help) {
    OptionField made = detail::choice_field(choices);
    made.read_member = detail::read_choice<Enum>;
    made.member_text = detail::choice_text<Enum>;
    return detail::placed(std::move(made), name, member, help);
  }

/// Several arrays of fields as one.
template <std::size_t... N>
std::array<OptionField, (N + ...)> joined_fields(const std::array<OptionField, N>&... parts) {
  std::array<OptionField, (N + ...)> all;
  std::size_t next = 0;
  const auto add = [&](std::span<const OptionField> part) {
    for (const OptionField& field : part) all[next++] = field;
  };
  (add(parts), ...);
  return all;
}

/// A struct of options: default-constructible, with a static fields() that returns an array with
/// one OptionField for every member. Parsing, validation, --help, JSON and the manual derive from
/// that array.
template <class T>
concept Options = std::default_initializable<T> && requires {
  T::fields();
};

/// A struct of options without its type.
struct OptionGroup {
  std::span<const OptionField> fields;
  const void* defaults = nullptr;  ///< an object of the struct
};

template <Options T>
OptionGroup option_group() {
  static const auto fields = T::fields();
  return {fields, &detail::defaults_of<T>()};
}

/// Lists the options of several structs with defaults, ranges and help, in declaration order.
std::vector<OptionInfo> describe_options(std::span<const OptionGroup> groups);

/// Throws UsageError when `text` names an option that is not among those known.
void check_option_names(std::span<const OptionInfo> known, const OptionText& text);

/// Sets the members of an object of the group that `text` names; other names are ignored. Throws
/// UsageError on a value out of range.
void read_known_options(const OptionGroup& group, void* object, const OptionText& text);

/// The same for objects[i], which is one of groups[i]; throws UsageError on a name that no group
/// knows, too.
void read_options(std::span<const OptionGroup> groups, std::span<void* const> objects,
                  const OptionText& text);

/// The options of an object that differ from their defaults, as text; read_options brings them
/// back.
OptionText options_text(const OptionGroup& group, const void* object);

// The same, with types.

template <Options... T>
std::vector<OptionInfo> describe_option_groups() {
  const std::array<OptionGroup, sizeof...(T)> groups{option_group<T>()...};
  return describe_options(groups);
}

template <Options T>
std::vector<OptionInfo> describe_options() {
  return describe_option_groups<T>();
}

template <Options... T>
std::tuple<T...> parse_option_groups(const OptionText& text) {
  std::tuple<T...> options;
  const std::array<OptionGroup, sizeof...(T)> groups{option_group<T>()...};
  const std::array<void*, sizeof...(T)> objects{&std::get<T>(options)...};
  read_options(groups, objects, text);
  return options;
}

template <Options T>
T parse_options(const OptionText& text) {
  return std::get<T>(parse_option_groups<T>(text));
}

/// Fills a T from those options that it names, and ignores the others.
template <Options T>
T parse_known_options(const OptionText& text) {
  T options{};
  read_known_options(option_group<T>(), &options, text);
  return options;
}

template <Options T>
OptionText options_text(const T& options) {
  return options_text(option_group<T>(), &options);
}

namespace detail {

struct AnyValue {
  template <class T>
  constexpr operator T() const noexcept {  // NOLINT(google-explicit-constructor): never called
    return T();
  }
};

template <class T, std::size_t... I>
consteval bool initialisable_from(std::index_sequence<I...> /*count*/) {
  return requires {
    T{((void)I, AnyValue{})...};
  };
}

}  // namespace detail

/// Number of members of an aggregate; a test compares it with the size of fields().
template <class T, std::size_t N = 32>
consteval std::size_t member_count() {
  static_assert(std::is_aggregate_v<T>);
  if constexpr (detail::initialisable_from<T>(std::make_index_sequence<N>{})) {
    return N;
  } else {
    static_assert(N > 0);
    return member_count<T, N - 1>();
  }
}

/// Whether every member of T is in T::fields().
template <Options T>
consteval bool has_all_fields() {
  return member_count<T>() == std::tuple_size_v<decltype(T::fields())>;
}

}  // namespace podium
