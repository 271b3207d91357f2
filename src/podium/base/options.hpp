#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"

namespace podium {

/// Options as text, the way the command line, a measure's name or a config file gives them.
using OptionText = std::map<std::string, std::string, std::less<>>;

/// `options` with those of `over` laid over them.
inline OptionText merged(OptionText options, const OptionText& over) {
  for (const auto& [name, value] : over) options[name] = value;
  return options;
}

/// One documented option, the same for the command line, JSON and the manual.
struct OptionInfo {
  std::string name;
  std::string default_value;
  std::string range;
  std::string help;
};

/// Ties a name, a range and a sentence of help to a number of a struct.
template <class Struct, class Value>
struct NumberField {
  std::string_view name;
  Value Struct::*member;
  Value least;
  Value most;
  std::string_view help;

  std::string range() const { return "[" + to_text(least) + ", " + to_text(most) + "]"; }
  std::string text_of(const Struct& options) const { return to_text(options.*member); }
  void read(Struct& options, std::string_view text) const {
    const auto value = parse_number<Value>(text);
    if (!value) {
      throw UsageError("option '" + std::string(name) + "': found " + in_quotes(text) +
                       ", expected a " + (std::integral<Value> ? "whole " : "") + "number in " +
                       range());
    }
    if (!(least <= *value && *value <= most)) {  // also refuses NaN
      throw UsageError("option '" + std::string(name) + "' = " + std::string(text) +
                       " is outside " + range());
    }
    options.*member = *value;
  }
};

/// Ties a name and a sentence of help to a yes/no member.
template <class Struct>
struct FlagField {
  std::string_view name;
  bool Struct::*member;
  std::string_view help;

  std::string range() const { return "true, false"; }
  std::string text_of(const Struct& options) const { return options.*member ? "true" : "false"; }
  void read(Struct& options, std::string_view text) const {
    if (text != "true" && text != "false") {
      throw UsageError("option '" + std::string(name) + "': found " + in_quotes(text) +
                       ", expected true or false");
    }
    options.*member = text == "true";
  }
};

/// Ties a name and a sentence of help to a text member; any text is legal.
template <class Struct>
struct TextField {
  std::string_view name;
  std::string Struct::*member;
  std::string_view help;

  std::string range() const { return "text"; }
  std::string text_of(const Struct& options) const { return options.*member; }
  void read(Struct& options, std::string_view text) const { options.*member = text; }
};

/// Ties names to the enumerators 0, 1, ... of an enumeration.
template <class Struct, class Enum, std::size_t N>
struct ChoiceField {
  std::string_view name;
  Enum Struct::*member;
  std::array<std::string_view, N> choices;
  std::string_view help;

  std::string range() const { return joined(choices); }
  std::string text_of(const Struct& options) const {
    return std::string(choices[static_cast<std::size_t>(options.*member)]);
  }
  void read(Struct& options, std::string_view text) const {
    for (std::size_t i = 0; i < N; ++i) {
      if (choices[i] == text) {
        options.*member = static_cast<Enum>(i);
        return;
      }
    }
    throw UsageError("option '" + std::string(name) + "': found " + in_quotes(text) +
                     ", expected one of: " + range());
  }
};

template <class Struct, class Value>
  requires(std::integral<Value> || std::floating_point<Value>)
&&(!std::same_as<Value, bool>)constexpr NumberField<Struct, Value> field(
    std::string_view name, Value Struct::*member, std::type_identity_t<Value> least,
    std::type_identity_t<Value> most, std::string_view help) {
  return {name, member, least, most, help};
}

template <class Struct>
constexpr FlagField<Struct> field(std::string_view name, bool Struct::*member,
                                  std::string_view help) {
  return {name, member, help};
}

template <class Struct>
constexpr TextField<Struct> field(std::string_view name, std::string Struct::*member,
                                  std::string_view help) {
  return {name, member, help};
}

template <class Struct, class Enum, std::size_t N>
  requires std::is_enum_v<Enum>
constexpr ChoiceField<Struct, Enum, N> field(std::string_view name, Enum Struct::*member,
                                             const std::array<std::string_view, N>& choices,
                                             std::string_view help) {
  return {name, member, choices, help};
}

/// A struct of options: default-constructible, with a static fields() tuple that names every
/// member. Parsing, validation, --help, JSON and the manual derive from that tuple.
template <class T>
concept Options = std::default_initializable<T> && requires {
  T::fields();
};

/// Calls visit(field) for each field of T, in declaration order.
template <Options T, class Visitor>
void for_each_field(Visitor&& visit) {
  std::apply([&](const auto&... f) { (visit(f), ...); }, T::fields());
}

/// Lists the options of T with defaults, ranges and help, in declaration order.
template <Options T>
std::vector<OptionInfo> describe_options() {
  std::vector<OptionInfo> infos;
  const T defaults{};
  for_each_field<T>([&](const auto& f) {
    infos.push_back({std::string(f.name), f.text_of(defaults), f.range(), std::string(f.help)});
  });
  return infos;
}

/// Fills a T from text; throws UsageError on an unknown name or a value out of range.
template <Options T>
T parse_options(const OptionText& text) {
  T options{};
  std::vector<std::string_view> known;
  for_each_field<T>([&](const auto& f) {
    known.push_back(f.name);
    if (const auto found = text.find(f.name); found != text.end()) f.read(options, found->second);
  });
  for (const auto& [name, value] : text) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw UsageError("unknown option " + in_quotes(name) + "; known are: " + joined(known));
    }
  }
  return options;
}

/// Lists the options of several structs, one after the other.
template <Options... T>
std::vector<OptionInfo> describe_option_groups() {
  std::vector<OptionInfo> infos;
  const auto add = [&](std::vector<OptionInfo> group) {
    infos.insert(infos.end(), group.begin(), group.end());
  };
  (add(describe_options<T>()), ...);
  return infos;
}

/// Fills several structs from one text, each with the options that it names; throws UsageError
/// for a name that none of them knows.
template <Options... T>
std::tuple<T...> parse_option_groups(const OptionText& text) {
  const std::vector<OptionInfo> infos = describe_option_groups<T...>();
  const std::vector<std::string_view> known = [&] {
    std::vector<std::string_view> names;
    for (const OptionInfo& info : infos) names.push_back(info.name);
    return names;
  }();
  for (const auto& [name, value] : text) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw UsageError("unknown option " + in_quotes(name) + "; known are: " + joined(known));
    }
  }
  const auto part_of = [&]<class Part>(std::type_identity<Part>) {
    OptionText part;
    for_each_field<Part>([&](const auto& f) {
      if (const auto found = text.find(f.name); found != text.end()) part.insert(*found);
    });
    return parse_options<Part>(part);
  };
  return {part_of(std::type_identity<T>{})...};
}

/// The options that differ from their defaults, as text; parse_options brings them back.
template <Options T>
OptionText options_text(const T& options) {
  OptionText text;
  const T defaults{};
  for_each_field<T>([&](const auto& f) {
    if (f.text_of(options) != f.text_of(defaults)) {
      text.emplace(std::string(f.name), f.text_of(options));
    }
  });
  return text;
}

namespace detail {

struct AnyValue {
  template <class T>
  constexpr operator T() const noexcept;  // NOLINT(google-explicit-constructor): never called
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
