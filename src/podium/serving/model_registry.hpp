#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/learning/model/query_scorer.hpp"
#include "podium/serving/query_message.hpp"

namespace podium::serving {

/// A version of a model that answers requests. Never changes: a request keeps the one that it began
/// with.
struct LoadedModel {
  std::string name;
  std::string label;    ///< of the version, the name of its file; empty for a model of one file
  std::string version;  ///< eight hexadecimal digits of the checksum of its text
  QueryScorer scorer;
  FeatureColumns columns;
  std::chrono::system_clock::time_point loaded;

  LoadedModel(std::string model_name, std::string model_label, std::string_view text,
              const std::string& path);

  /// "shop", "shop:new"
  std::string reference() const { return label.empty() ? name : name + ":" + label; }
};

using ModelHandle = std::shared_ptr<const LoadedModel>;

/// The models that are served at one time.
struct ServedModels {
  /// Versions by name, in the order of their labels; the last one is what the name alone means.
  std::map<std::string, std::vector<ModelHandle>, std::less<>> models;
  std::map<std::string, std::string, std::less<>> aliases;

  /// The model of a reference: an alias, "shop", "shop:new" or "shop@37762246"; else nothing.
  ModelHandle find(std::string_view reference) const;
};

/// A file that is named when the service starts.
struct ModelFile {
  std::string name;
  std::filesystem::path path;
};

/// Where models come from: files, and a folder with NAME.json or NAME/LABEL.json, each also packed
/// as .json.gz or .json.zst.
struct ModelSources {
  std::vector<ModelFile> files;
  std::filesystem::path folder;  ///< empty: none
  std::map<std::string, std::string, std::less<>> aliases;
};

/// What became of a file that was new or had changed, or what is wrong with the folder.
struct ModelChange {
  std::string reference;       ///< of a model; or the path of what is not read
  std::string version;         ///< empty if it was not loaded
  std::string problem;         ///< empty if it was
  std::exception_ptr failure;  ///< why a model could not be loaded
};

/// A model of the folder that is stored or removed: NAME.json, or NAME/LABEL.json.
struct StoredModel {
  std::string name;
  std::optional<std::string> label;

  /// Throws Refusal 400 for a name or label that could mean another file.
  void check() const;

  /// "shop", "shop:new"
  std::string reference() const;
};

/// Models that are loaded from files and loaded again when the files change. A model is read,
/// checked and warmed up before it replaces the old one, which stays if the new one is damaged.
/// Finding a model never waits for one that is being read. Safe to use from several threads.
class ModelRegistry {
 public:
  explicit ModelRegistry(ModelSources plan) : plan_(std::move(plan)) {}

  /// Loads files that are new or changed since the last call. If a file that was named on the
  /// command line is missing, its model stays; a file missing from the folder is no longer served.
  /// If a folder cannot be read, its models stay. A bad file does not affect the others. If two
  /// files have the same reference, the named one is served, otherwise the first by path. Each
  /// problem is reported once until it changes; `retries` also retries files that failed before and
  /// reports all problems that remain. Calls of this, store() and remove() do not overlap. Throws
  /// Stopped when it was told to end (core/base/stop.hpp), as store() does.
  std::vector<ModelChange> refresh(bool retries = false);

  /// Checks and warms up a model, writes it into the folder, whole or not at all, and serves it.
  /// `file` may be packed; unpacked it has at most `limit` bytes. Where a file of this model is
  /// packed, the new one is, too. Throws what is wrong with the model, Refusal for one that cannot
  /// be stored, and StorageError when it cannot be written; then nothing has changed.
  ModelHandle store(const StoredModel& stored, std::string_view file, std::size_t limit);

  /// Removes a model from the folder and serves it no longer; requests that have it go on. Throws
  /// Refusal and StorageError.
  void remove(const StoredModel& stored);

  std::shared_ptr<const ServedModels> contents() const;
  ModelHandle find(std::string_view reference) const { return contents()->find(reference); }

  /// Whether every file that was named has been loaded once, and there is a model at all.
  bool is_ready() const;

 private:
  /// What tells whether a file has changed.
  struct Stamp {
    std::filesystem::file_time_type time;
    std::uintmax_t size = 0;
    std::uint64_t inode = 0;
    std::int64_t changed = 0;  ///< also by a change of permissions, nanoseconds

    bool operator==(const Stamp&) const = default;
  };
  struct Slot {
    std::string name;
    std::string label;
    std::filesystem::path path;
    bool was_tried = false;
    bool has_failed = false;     ///< when it was tried last
    std::optional<Stamp> stamp;  ///< when it was tried last
    ModelHandle model;           ///< empty: never loaded

    std::string reference() const { return label.empty() ? name : name + ":" + label; }
    bool is_same(const Slot& other) const {
      return path == other.path && name == other.name && label == other.label;
    }
  };

  /// What the folder has, as far as it can be read.
  struct FolderFiles {
    std::vector<Slot> slots;
    std::vector<ModelChange> problems;
    std::vector<std::filesystem::path> unread;  ///< folders
  };

  static std::optional<Stamp> stamp_of(const std::filesystem::path& path);
  std::vector<Slot> named_files() const;
  FolderFiles folder_files() const;
  void add_folder_files(std::vector<Slot>& slots, FolderFiles& found) const;
  bool is_named(const Slot& slot) const;
  std::vector<ModelChange> new_problems(std::vector<ModelChange> problems);
  std::optional<ModelChange> renew(Slot& slot, bool retries);
  void publish();
  void free_retired();

  std::vector<std::filesystem::path> stored_files(const StoredModel& stored) const;
  void check_owned(const std::filesystem::path& path) const;
  std::filesystem::path path_to_store(const StoredModel& stored) const;
  void retire(const StoredModel& stored);

  ModelSources plan_;
  std::mutex refreshing_;  ///< held during refresh(), store() and remove()
  std::vector<Slot> slots_;
  std::vector<ModelChange> folder_problems_;  ///< of the last refresh()
  /// No longer served. They are freed by refresh(), so that no request must wait for that.
  std::vector<ModelHandle> retired_;
  mutable std::mutex mutex_;  ///< of contents_
  std::shared_ptr<const ServedModels> contents_ = std::make_shared<const ServedModels>();
};

}  // namespace podium::serving
