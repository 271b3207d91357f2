#include "podium/core/base/options.hpp"

#include <algorithm>

namespace podium {

namespace {

/// The text of a number that is not given.
constexpr std::string_view no_number = "none";

std::string in_message(const OptionField& field) {
  return "option '" + std::string(field.name) + "'";
}

template <OptionNumber Value>
void read_number(const OptionField& field, void* member, std::string_view text) {
  const auto value = parse_number<Value>(text);
  if (!value) {
    throw UsageError(in_message(field) + ": found " + in_quotes(text) + ", expected a " +
                     (std::integral<Value> ? "whole " : "") + "number in " + field.range);
  }
  // Written so that NaN is refused, too.
  if (!(*parse_number<Value>(field.minimum) <= *value &&
        *value <= *parse_number<Value>(field.maximum))) {
    throw UsageError(in_message(field) + " = " + std::string(text) + " is outside " + field.range);
  }
  *static_cast<Value*>(member) = *value;
}

template <OptionNumber Value>
std::string number_text(const OptionField& /*field*/, const void* member) {
  return to_text(*static_cast<const Value*>(member));
}

void read_optional(const OptionField& field, void* member, std::string_view text) {
  auto& number = *static_cast<std::optional<double>*>(member);
  if (text == no_number) {
    number.reset();
    return;
  }
  double value = 0.0;
  read_number<double>(field, &value, text);
  number = value;
}

std::string optional_text(const OptionField& /*field*/, const void* member) {
  const auto& number = *static_cast<const std::optional<double>*>(member);
  return number ? to_text(*number) : std::string(no_number);
}

void read_flag(const OptionField& field, void* member, std::string_view text) {
  if (text != "true" && text != "false") {
    throw UsageError(in_message(field) + ": found " + in_quotes(text) + ", expected true or false");
  }
  *static_cast<bool*>(member) = text == "true";
}

std::string flag_text(const OptionField& /*field*/, const void* member) {
  return *static_cast<const bool*>(member) ? "true" : "false";
}

void read_text(const OptionField& /*field*/, void* member, std::string_view text) {
  *static_cast<std::string*>(member) = text;
}

std::string text_itself(const OptionField& /*field*/, const void* member) {
  return *static_cast<const std::string*>(member);
}

}  // namespace

OptionText merged(OptionText options, const OptionText& over) {
  for (const auto& [name, value] : over) options[name] = value;
  return options;
}

void OptionField::read(void* options, std::string_view text) const {
  read_member(*this, static_cast<std::byte*>(options) + offset, text);
}

std::string OptionField::text_of(const void* options) const {
  return member_text(*this, static_cast<const std::byte*>(options) + offset);
}

namespace detail {

template <OptionNumber Value>
OptionField number_field(Value minimum, Value maximum) {
  OptionField field{.minimum = to_text(minimum), .maximum = to_text(maximum)};
  field.range = "[" + field.minimum + ", " + field.maximum + "]";
  field.read_member = read_number<Value>;
  field.member_text = number_text<Value>;
  return field;
}

template OptionField number_field(double minimum, double maximum);
template OptionField number_field(int minimum, int maximum);
template OptionField number_field(unsigned minimum, unsigned maximum);
template OptionField number_field(unsigned long minimum, unsigned long maximum);

OptionField optional_number_field(double minimum, double maximum) {
  OptionField field = number_field(minimum, maximum);
  field.read_member = read_optional;
  field.member_text = optional_text;
  return field;
}

OptionField flag_field() {
  return {
      .range = "true, false", .is_flag = true, .read_member = read_flag, .member_text = flag_text};
}

OptionField text_field() {
  return {.range = "text", .read_member = read_text, .member_text = text_itself};
}

OptionField choice_field(std::span<const std::string_view> choices) {
  return {.range = joined(choices), .choices = {choices.begin(), choices.end()}};
}

std::size_t choice_index(const OptionField& field, std::string_view text) {
  const auto found = std::ranges::find(field.choices, text);
  if (found == field.choices.end()) {
    throw UsageError(in_message(field) + ": found " + in_quotes(text) +
                     ", expected one of: " + field.range);
  }
  return static_cast<std::size_t>(found - field.choices.begin());
}

}  // namespace detail

std::vector<OptionInfo> describe_options(std::span<const OptionGroup> groups) {
  std::vector<OptionInfo> infos;
  for (const OptionGroup& group : groups) {
    for (const OptionField& field : group.fields) {
      infos.push_back({std::string(field.name), field.text_of(group.defaults), field.range,
                       std::string(field.help)});
    }
  }
  return infos;
}

void check_option_names(std::span<const OptionInfo> known, const OptionText& text) {
  for (const auto& [name, value] : text) {
    if (std::ranges::find(known, name, &OptionInfo::name) != known.end()) continue;
    std::vector<std::string_view> names;
    for (const OptionInfo& info : known) names.push_back(info.name);
    throw UsageError("unknown option " + in_quotes(name) + "; known are: " + joined(names));
  }
}

void read_known_options(const OptionGroup& group, void* object, const OptionText& text) {
  for (const OptionField& field : group.fields) {
    const auto found = text.find(field.name);
    if (found != text.end()) field.read(object, found->second);
  }
}

void read_options(std::span<const OptionGroup> groups, std::span<void* const> objects,
                  const OptionText& text) {
  check_option_names(describe_options(groups), text);
  for (std::size_t i = 0; i < groups.size(); ++i) read_known_options(groups[i], objects[i], text);
}

OptionText options_text(const OptionGroup& group, const void* object) {
  OptionText text;
  for (const OptionField& field : group.fields) {
    std::string value = field.text_of(object);
    if (value != field.text_of(group.defaults)) {
      text.emplace(std::string(field.name), std::move(value));
    }
  }
  return text;
}

}  // namespace podium
