#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/text/collect/collection_files.hpp"

namespace podium::text {

/// A checksum of a file, or of all files of a folder and their names; "" for an empty path. Files
/// of any size in little memory.
std::string checksum_of(const std::filesystem::path& path);

/// The result of a build.
struct CollectionSummary {
  std::vector<std::pair<std::string, std::uint64_t>> count;
  std::vector<std::string> remark;  ///< problems of single documents
};

/// What a stage of a build was made of and what came of it.
struct StageRecord : CollectionSummary {
  struct Input {
    std::string path;
    std::string checksum;

    bool operator==(const Input& other) const { return checksum == other.checksum; }
  };
  std::map<std::string, Input> input;           ///< by what it is: "corpus"
  std::map<std::string, OptionText> parameter;  ///< by group: "analyser"
  FileList output;

  /// Changes when an input or a parameter does.
  std::string key(std::string_view stage) const;

  /// Notes a file or folder; nothing for an empty path.
  void add_input(const std::string& name, const std::filesystem::path& path);

  void add_output(const FileList& files) {
    output.insert(output.end(), files.begin(), files.end());
  }

  /// Notes all options, defaults too.
  template <Options T>
  void add_parameters(const std::string& group, const T& options) {
    for (const OptionField& f : T::fields()) {
      parameter[group].emplace(std::string(f.name), f.text_of(&options));
    }
  }
};

/// manifest.json of a collection: each stage with every input, parameter, count and output, so that
/// a build can be repeated, checked, and gone on with where it stopped. Paths in it are relative to
/// its folder, which may be moved with its inputs; an input that was named by an absolute path is
/// also found when the folder alone is moved.
class CollectionManifest {
 public:
  /// Reads the manifest of the folder if there is one. Throws DataError with the place of whatever
  /// is not as finish() writes it.
  explicit CollectionManifest(std::filesystem::path folder);

  /// Whether the stage was done with the same inputs and parameters by this version of podium, and
  /// its files are still what it wrote. Parameters that only the manifest has do not count: they
  /// are of other stages, or were taken back. Removes what other builds left of a stage that is
  /// done.
  bool is_done(const std::string& stage, const StageRecord& record) const;

  /// Writes the manifest with the stage in it, and removes what other builds left of it: files of
  /// other queries or folds. Until then all that is there stays, and a build that stops half-way
  /// shows by checksums that are not those of the manifest.
  void finish(const std::string& stage, const StageRecord& record);

  /// A stage that was finished, without its outputs. Throws DataError when a file of the stage is
  /// gone or was changed since.
  std::optional<StageRecord> finished(const std::string& stage) const;

  /// What all stages noted, in the order of the stages.
  CollectionSummary summary() const;

 private:
  struct FinishedStage {
    std::string name;
    std::string key;
    StageRecord record;   ///< without the outputs
    OptionText checksum;  ///< of each output, by its path below the folder
  };

  const FinishedStage* find(const std::string& stage) const;

  /// A file of a stage that is not what the stage wrote.
  std::optional<std::filesystem::path> changed_output(const FinishedStage& stage) const;
  void remove_leftovers(const FinishedStage& stage) const;
  void save() const;

  std::filesystem::path folder_;
  std::vector<FinishedStage> stages_;  ///< in the order in which they were finished first
};

}  // namespace podium::text
