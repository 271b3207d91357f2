#include "podium/text/collect/collection_manifest.hpp"

#include <algorithm>
#include <array>
#include <system_error>

#include <fmt/format.h>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/checksum.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/base/version.hpp"

namespace podium::text {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t manifest_version = 1;

std::string hexadecimal(std::uint64_t number) {
  return fmt::format("{:016x}", number);
}

/// By pieces: only one of them counts as memory in use.
std::string checksum_of_file(const fs::path& path) {
  constexpr std::size_t piece = std::size_t{64} << 20;
  const MappedFile file(path);
  if (file.bytes().empty()) return hexadecimal(checksum64(""));
  std::string parts;
  for (std::string_view rest = file.bytes(); !rest.empty();) {
    const std::string_view part = rest.substr(0, piece);
    parts += hexadecimal(checksum64(part));
    file.release(part);
    rest.remove_prefix(part.size());
  }
  return parts.size() == 16 ? parts : hexadecimal(checksum64(parts));
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

bool has_ends(std::string_view text, std::string_view begin, std::string_view end) {
  return text.size() >= begin.size() + end.size() && text.starts_with(begin) && text.ends_with(end);
}

/// Whether the stage of the meta information writes files of this name.
bool is_meta_file(std::string_view name) {
  constexpr std::array<std::string_view, 8> of_options = {
      "columns.tsv",     "pages.tsv",       "links.txt",        "sitemap.txt",
      "topic-names.txt", "page-topics.txt", "query-topics.txt", "stop-words.txt"};
  return has_ends(name, "query-", ".xml") || has_ends(name, "similarity-", ".txt") ||
         std::ranges::count(of_options, name) > 0;
}

/// Whether a stage of feature files writes files of this name: all.txt, S1.txt, Fold1/train.txt.
bool is_feature_file(std::string_view name) {
  if (!name.ends_with(".txt")) return false;
  name.remove_suffix(4);
  if (name == "all" || (name.starts_with('S') && is_number(name.substr(1)))) return true;
  const std::size_t slash = name.find('/');
  if (!name.starts_with("Fold") || slash == std::string_view::npos) return false;
  const std::string_view part = name.substr(slash + 1);
  return is_number(name.substr(4, slash - 4)) &&
         (part == "train" || part == "vali" || part == "test");
}

struct StageNames {
  std::vector<const char*> folder;
  bool (*is_output)(std::string_view name);  ///< of a file in a folder
};

StageNames names_of(const std::string& stage) {
  if (stage == "meta") return {{"meta"}, is_meta_file};
  return {{"Feature_NULL", "Feature_MIN", "QueryLevelNorm"}, is_feature_file};
}

/// `path` as seen from the folder.
std::string relative_path(const fs::path& path, const fs::path& folder) {
  const fs::path from = fs::absolute(folder).lexically_normal();
  const fs::path there = fs::absolute(path).lexically_normal().lexically_relative(from);
  return (there.empty() ? path : there).generic_string();  // empty: no way from one to the other
}

/// The path of an input in the manifest of a folder: where it is now, or where it should be.
std::string path_of_input(const JsonReader& file, const fs::path& folder) {
  const std::string written = file.at("path").text();
  const auto absolute = file.find("absolute");
  std::string expected = (folder / written).lexically_normal().string();
  if (fs::exists(expected)) return expected;
  if (absolute && fs::exists(absolute->text())) return absolute->text();
  return fs::exists(written) ? written : expected;  // as former versions wrote it
}

StageRecord read_record(const JsonReader& json, const fs::path& folder) {
  StageRecord record;
  for (const auto& [name, file] : json.at("inputs").members()) {
    record.input[name] = {path_of_input(file, folder), file.at("checksum").text()};
  }
  for (const auto& [group, options] : json.at("parameters").members()) {
    record.parameter[group] = options.text_members();
  }
  for (const auto& [name, number] : json.at("counts").members()) {
    record.count.emplace_back(name, number.whole());
  }
  record.remark = json.at("remarks").texts();
  return record;
}

}  // namespace

std::string checksum_of(const fs::path& path) {
  if (path.empty()) return "";
  if (!fs::is_directory(path)) {
    if (!fs::exists(path)) throw DataError({path.string()}, "found no such file");
    return checksum_of_file(path);
  }
  FileList files;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::string parts;
  for (const fs::path& file : files) {
    parts += file.lexically_relative(path).generic_string() + '\n' + checksum_of_file(file) + '\n';
  }
  return hexadecimal(checksum64(parts));
}

std::string StageRecord::key(std::string_view stage) const {
  std::string text = fmt::format("{} {}\n", stage, version());
  for (const auto& [name, file] : input) text += fmt::format("{} {}\n", name, file.checksum);
  for (const auto& [group, options] : parameter) {
    for (const auto& [name, value] : options) text += fmt::format("{}.{}={}\n", group, name, value);
  }
  return hexadecimal(checksum64(text));
}

void StageRecord::add_input(const std::string& name, const fs::path& path) {
  if (!path.empty()) input[name] = {path.string(), checksum_of(path)};
}

CollectionManifest::CollectionManifest(fs::path folder) : folder_(std::move(folder)) {
  const fs::path path = folder_ / "manifest.json";
  if (!fs::exists(path)) return;
  const JsonReader json = read_json(InputText(path).view(), {path.string()});
  json.at("podium_collection").expect_version(manifest_version);
  for (const auto& [name, stage] : json.at("stages").members()) {
    stages_.push_back({.name = name,
                       .key = stage.at("key").text(),
                       .record = read_record(stage, folder_),
                       .checksum = stage.at("outputs").text_members()});
  }
}

const CollectionManifest::FinishedStage* CollectionManifest::find(const std::string& stage) const {
  const auto found = std::ranges::find(stages_, stage, &FinishedStage::name);
  return found == stages_.end() ? nullptr : &*found;
}

bool CollectionManifest::is_done(const std::string& stage, const StageRecord& record) const {
  const FinishedStage* known = find(stage);
  const bool is_same =
      known != nullptr && known->key == known->record.key(stage) &&  // the same version
      known->record.input == record.input &&
      std::ranges::all_of(record.parameter,
                          [&](const auto& group) {
                            const auto found = known->record.parameter.find(group.first);
                            return found != known->record.parameter.end() &&
                                   std::ranges::includes(found->second, group.second);
                          }) &&
      !changed_output(*known);
  if (is_same) remove_leftovers(*known);  // of a build that was killed while it did so
  return is_same;
}

std::optional<fs::path> CollectionManifest::changed_output(const FinishedStage& stage) const {
  for (const auto& [name, checksum] : stage.checksum) {
    fs::path file = folder_ / name;
    if (!fs::exists(file) || checksum_of(file) != checksum) return file;
  }
  return std::nullopt;
}

void CollectionManifest::finish(const std::string& stage, const StageRecord& record) {
  FinishedStage made{.name = stage, .key = record.key(stage), .record = record, .checksum = {}};
  made.record.output.clear();
  for (const fs::path& file : record.output) {
    made.checksum[file.lexically_relative(folder_).generic_string()] = checksum_of(file);
  }
  const auto known = std::ranges::find(stages_, stage, &FinishedStage::name);
  FinishedStage& kept = known == stages_.end() ? stages_.emplace_back() : *known;
  kept = std::move(made);
  save();
  remove_leftovers(kept);
}

void CollectionManifest::save() const {
  Json json = {
      {"podium_collection", manifest_version}, {"podium", version()}, {"stages", Json::object()}};
  for (const FinishedStage& stage : stages_) {
    Json& made = json["stages"][stage.name];
    made = {{"key", stage.key}, {"inputs", Json::object()}};
    for (const auto& [name, file] : stage.record.input) {
      Json& input = made["inputs"][name];
      const std::string path = relative_path(file.path, folder_);
      input = {{"path", path}, {"checksum", file.checksum}};
      const bool is_outside = path.starts_with("..");
      if (is_outside && fs::path(file.path).is_absolute()) input["absolute"] = file.path;
    }
    made["parameters"] = stage.record.parameter;
    made["counts"] = Json::object();
    for (const auto& [name, number] : stage.record.count) made["counts"][name] = number;
    made["remarks"] = stage.record.remark;
    made["outputs"] = stage.checksum;
  }
  write_file(folder_ / "manifest.json", json.dump(1) + "\n");
}

/// Removes files that have the name of an output of the stage but are none: those of other queries
/// or folds, also of a build that was killed. Whatever else is there belongs to somebody, and so
/// does an input.
void CollectionManifest::remove_leftovers(const FinishedStage& stage) const {
  const StageNames names = names_of(stage.name);
  const auto is_input = [&](const fs::path& file) {
    return std::ranges::any_of(stage.record.input, [&](const auto& input) {
      std::error_code is_gone;
      return fs::equivalent(input.second.path, file, is_gone);
    });
  };
  FileList leftovers;
  for (const char* folder : names.folder) {
    if (!fs::is_directory(folder_ / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / folder)) {
      const std::string name = entry.path().lexically_relative(folder_ / folder).generic_string();
      if (entry.is_regular_file() && names.is_output(name) &&
          !stage.checksum.contains(std::string(folder) + "/" + name) && !is_input(entry.path())) {
        leftovers.push_back(entry.path());
      }
    }
  }
  for (const fs::path& file : leftovers) {
    fs::remove(file);
    std::error_code is_not_empty;
    fs::remove(file.parent_path(), is_not_empty);  // Fold5, if there are fewer folds now
  }
}

std::optional<StageRecord> CollectionManifest::finished(const std::string& stage) const {
  const FinishedStage* known = find(stage);
  if (known == nullptr) return std::nullopt;
  if (const auto changed = changed_output(*known)) {
    throw DataError({changed->string()},
                    "found no such file or another one, expected what the "
                    "build of the collection wrote");
  }
  return known->record;
}

CollectionSummary CollectionManifest::summary() const {
  CollectionSummary all;
  for (const FinishedStage& stage : stages_) {
    for (const auto& count : stage.record.count) all.count.push_back(count);
    for (const std::string& remark : stage.record.remark) all.remark.push_back(remark);
  }
  return all;
}

}  // namespace podium::text
