#include "podium/collect/collection_manifest.hpp"

#include <algorithm>
#include <regex>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "podium/base/checksum.hpp"
#include "podium/base/error.hpp"
#include "podium/base/file.hpp"
#include "podium/base/text.hpp"
#include "podium/base/version.hpp"

namespace podium {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int format_version = 1;

std::string hexadecimal(std::uint64_t number) {
  return fmt::format("{:016x}", number);
}

/// By pieces: only one of them counts as memory in use.
std::string checksum_of_file(const fs::path& path) {
  constexpr std::size_t piece = std::size_t{64} << 20;
  if (fs::file_size(path) == 0) return hexadecimal(checksum64(""));
  const MappedFile file(path);
  std::string parts;
  for (std::string_view rest = file.bytes(); !rest.empty();) {
    const std::string_view part = rest.substr(0, piece);
    parts += hexadecimal(checksum64(part));
    file.release(part);
    rest.remove_prefix(part.size());
  }
  return parts.size() == 16 ? parts : hexadecimal(checksum64(parts));
}

struct StageNames {
  std::vector<const char*> folder;
  std::regex file;  ///< in a folder
};

StageNames names_of(const std::string& stage) {
  if (stage == "meta") {
    return {{"meta"},
            std::regex(R"(query-.*\.xml|similarity-.*\.txt|(columns|pages)\.tsv|)"
                       R"((links|sitemap)\.txt)")};
  }
  return {{"Feature_NULL", "Feature_MIN", "QueryLevelNorm"},
          std::regex(R"((all|S\d+|Fold\d+/(train|vali|test))\.txt)")};
}

/// Removes files that have the name of an output of the stage but are none: those of other queries
/// or folds, also of a build that was killed. Whatever else is there belongs to somebody.
void remove_leftovers(const fs::path& out, const std::string& stage, const Json& outputs) {
  const StageNames names = names_of(stage);
  FileList leftovers;
  for (const char* folder : names.folder) {
    if (!fs::is_directory(out / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(out / folder)) {
      const std::string name = entry.path().lexically_relative(out / folder).generic_string();
      if (entry.is_regular_file() && std::regex_match(name, names.file) &&
          !outputs.contains(std::string(folder) + "/" + name)) {
        leftovers.push_back(entry.path());
      }
    }
  }
  for (const fs::path& file : leftovers) fs::remove(file);
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

struct CollectionManifest::Content {
  Json json;
};

CollectionManifest::CollectionManifest(fs::path folder)
    : folder_(std::move(folder)), content_(std::make_unique<Content>()) {
  const fs::path path = folder_ / "manifest.json";
  if (!fs::exists(path)) return;
  content_->json = Json::parse(InputText(path).view(), nullptr, false);
  const Json& json = content_->json;
  if (!json.is_object() || !json.contains("stages") || !json["stages"].is_object() ||
      json.value("podium_collection", 0) != format_version) {
    throw DataError({path.string()}, "found no manifest of a collection");
  }
}

CollectionManifest::~CollectionManifest() = default;

bool CollectionManifest::is_done(const std::string& stage, const StageRecord& record) const {
  const Json& json = content_->json;
  if (!json.is_object() || !json["stages"].contains(stage)) return false;
  const Json& known = json["stages"][stage];
  if (known.value("key", "") != record.key(stage)) return false;
  return !changed_output(stage);
}

std::optional<fs::path> CollectionManifest::changed_output(const std::string& stage) const {
  for (const auto& [name, checksum] : content_->json["stages"][stage].at("outputs").items()) {
    fs::path file = folder_ / name;
    if (!fs::exists(file) || checksum_of(file) != checksum.get<std::string>()) return file;
  }
  return std::nullopt;
}

void CollectionManifest::finish(const std::string& stage, const StageRecord& record) {
  Json& json = content_->json;
  json["podium_collection"] = format_version;
  json["podium"] = version();
  Json& made = json["stages"][stage];
  made["key"] = record.key(stage);
  made["inputs"] = Json::object();
  for (const auto& [name, file] : record.input) {
    made["inputs"][name] = {{"path", file.path}, {"checksum", file.checksum}};
  }
  made["parameters"] = record.parameter;
  made["counts"] = Json::object();
  for (const auto& [name, number] : record.count) made["counts"][name] = number;
  made["remarks"] = record.remark;
  made["outputs"] = Json::object();
  for (const fs::path& file : record.output) {
    made["outputs"][file.lexically_relative(folder_).generic_string()] = checksum_of(file);
  }
  write_file(folder_ / "manifest.json",
             json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
  remove_leftovers(folder_, stage, made["outputs"]);
}

std::optional<StageRecord> CollectionManifest::finished(const std::string& stage) const {
  const Json& json = content_->json;
  if (!json.is_object() || !json["stages"].contains(stage)) return std::nullopt;
  StageRecord record;
  std::optional<fs::path> changed;
  try {
    const Json& known = json["stages"][stage];
    for (const auto& [name, file] : known.at("inputs").items()) {
      record.input[name] = {file.at("path").get<std::string>(),
                            file.at("checksum").get<std::string>()};
    }
    record.parameter = known.at("parameters").get<std::map<std::string, OptionText>>();
    changed = changed_output(stage);
  } catch (const Json::exception&) {
    throw DataError(
        {(folder_ / "manifest.json").string()},
        fmt::format("found a damaged stage {}, expected its inputs, parameters and outputs",
                    in_quotes(stage)));
  }
  if (changed) {
    throw DataError({changed->string()},
                    "found no such file or another one, expected what the "
                    "build of the collection wrote");
  }
  return record;
}

std::vector<std::pair<std::string, std::uint64_t>> CollectionManifest::counts() const {
  std::vector<std::pair<std::string, std::uint64_t>> all;
  if (!content_->json.is_object()) return all;
  for (const auto& [stage, record] : content_->json["stages"].items()) {
    for (const auto& [name, number] : record.at("counts").items()) {
      all.emplace_back(name, number.get<std::uint64_t>());
    }
  }
  return all;
}

std::vector<std::string> CollectionManifest::remarks() const {
  std::vector<std::string> all;
  if (!content_->json.is_object()) return all;
  for (const auto& [stage, record] : content_->json["stages"].items()) {
    for (const Json& remark : record.at("remarks")) all.push_back(remark.get<std::string>());
  }
  return all;
}

}  // namespace podium
