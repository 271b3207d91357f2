#include "podium/core/format/feature_names.hpp"

#include <algorithm>
#include <unordered_set>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

constexpr std::string_view names_mark = "# podium features: ";

std::string list_of_names(const auto& names) {
  Json list = Json::array();
  for (std::size_t f = 0; f < names.size(); ++f) list.push_back(names[f]);
  return list.exact_dump();
}

FeatureNames names_of(const JsonReader& json) {
  FeatureNames names = json.texts();
  std::unordered_set<std::string_view> known;
  for (const std::string& name : names) {
    if (!known.insert(name).second) {
      throw json.error("found the feature " + in_quotes(name) + " twice, expected each name once");
    }
  }
  return names;
}

[[noreturn]] void refuse_late_names(const Location& where) {
  throw DataError(
      where,
      "found names of features, expected them once, before the first row; if files were "
      "joined that have the same features, remove this line");
}

/// Empty without names.
std::string comment_of(const auto& names) {
  return names.size() == 0 ? "" : std::string(names_mark) + list_of_names(names) + "\n";
}

}  // namespace

std::string feature_names_comment(const Dataset& data) {
  return comment_of(data.columns().feature_name);
}

std::string feature_names_comment(const FeatureNames& names) {
  return comment_of(names);
}

FeatureNames feature_names_in(const InputText& text) {
  FeatureNames names;
  std::string_view rest = text.view();
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const std::size_t length = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, length));
    if (line.starts_with(names_mark)) {
      if (!names.empty()) refuse_late_names({text.path(), number});
      names = names_of(read_json(line.substr(names_mark.size()), {text.path(), number}));
    } else if (!line.empty() && !line.starts_with('#')) {
      // Names behind rows come from files that were joined: those of the first would hold for all.
      const std::size_t late = rest.find("\n" + std::string(names_mark));
      if (late == std::string_view::npos) break;
      const auto lines = std::ranges::count(rest.substr(0, late + 1), '\n');
      refuse_late_names({text.path(), number + static_cast<std::size_t>(lines)});
    }
    rest.remove_prefix(std::min(length + 1, rest.size()));
  }
  return names;
}

std::filesystem::path feature_names_file(const std::filesystem::path& data) {
  return data.string() + ".feature-names";
}

void write_feature_names(const Dataset& data, const std::filesystem::path& data_path) {
  if (data.columns().feature_name.empty()) return;
  write_file(feature_names_file(data_path), list_of_names(data.columns().feature_name) + "\n");
}

FeatureNames read_feature_names(const std::filesystem::path& path) {
  return names_of(read_json(InputText(path).view(), {path.string()}));
}

std::size_t feature_names_length(std::string_view text) {
  if (!text.starts_with(names_mark)) return 0;
  return std::min(text.find('\n'), text.size() - 1) + 1;
}

}  // namespace podium
