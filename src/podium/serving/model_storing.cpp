#include <algorithm>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/copied_text.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/suggest.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"
#include "podium/core/http/refusal.hpp"
#include "podium/serving/model_registry.hpp"

// The part of ModelRegistry that changes the folder of models.

namespace podium::serving {

namespace {

namespace fs = std::filesystem;

/// Names that mean a file of the folder and nothing else: no way to other folders, no hidden
/// files, no marks of references. Room is left for endings and the name of a temporary file.
void check_stored_name(std::string_view what, std::string_view name) {
  constexpr std::size_t longest = 100;
  const auto is_plain = [](char c) {
    return is_letter_or_digit(c) || c == '_' || c == '-' || c == '.';
  };
  if (!name.empty() && name.size() <= longest && !name.starts_with('.') &&
      std::ranges::all_of(name, is_plain)) {
    return;
  }
  throw Refusal(400, fmt::format("found the {} {}, expected up to {} letters, digits, '_', '-' and "
                                 "'.', of which '.' is not the first",
                                 what, in_quotes(name), longest));
}

/// Brings new and removed names of a folder to disk.
void sync_names_of(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;  // the change itself has worked
  ::fsync(descriptor);
  ::close(descriptor);
}

bool is_same_path(const fs::path& a, const fs::path& b) {
  std::error_code unknown;
  return fs::weakly_canonical(a, unknown) == fs::weakly_canonical(b, unknown);
}

/// Writes a file, and the folder of a label that is the first of its model.
void write_stored(const fs::path& path, const fs::path& folder, std::string_view text) {
  const fs::path parent = path.parent_path();
  std::error_code problem;
  const bool is_new = fs::create_directory(parent, problem);
  if (problem) throw StorageError(parent.string() + ": cannot create: " + problem.message());
  try {
    write_file(path, text);
  } catch (...) {
    if (is_new) ::rmdir(parent.c_str());
    throw;
  }
  if (is_new) sync_names_of(folder);
}

}  // namespace

void StoredModel::check() const {
  check_stored_name("name", name);
  if (label) check_stored_name("label", *label);
}

std::string StoredModel::reference() const {
  return label ? name + ":" + *label : name;
}

/// The files of a model in the folder: one, or several that differ in how they are packed.
std::vector<fs::path> ModelRegistry::stored_files(const StoredModel& stored) const {
  if (plan_.folder.empty()) {
    throw Refusal(409, "the service has no folder of models; start it with --models DIR");
  }
  stored.check();
  if (std::ranges::count(plan_.files, stored.name, &ModelFile::name) > 0) {
    throw Refusal(409, fmt::format("the model {} is a file that was named when the service was "
                                   "started; it can only be changed there",
                                   in_quotes(stored.name)));
  }
  if (const auto alias = plan_.aliases.find(stored.name);
      !stored.label && alias != plan_.aliases.end()) {
    throw Refusal(409, fmt::format("the name {} is an alias of {}", in_quotes(stored.name),
                                   in_quotes(alias->second)));
  }
  const FolderFiles found = folder_files();
  for (std::size_t i = 0; i < found.unread.size(); ++i) {
    const fs::path& folder = found.unread[i];
    if (folder != plan_.folder && folder != plan_.folder / stored.name) continue;
    throw StorageError(found.problems[i].problem);
  }
  std::vector<fs::path> paths;
  for (const Slot& slot : found.slots) {
    if (slot.name == stored.name && slot.label == stored.label.value_or("")) {
      paths.push_back(slot.path);
    }
  }
  return paths;
}

/// Refuses a file that is not the folder's own.
void ModelRegistry::check_owned(const fs::path& path) const {
  const fs::path inside = path.lexically_relative(plan_.folder);
  fs::path step = plan_.folder;
  for (const fs::path& part : inside) {
    step /= part;
    if (!fs::is_symlink(step)) continue;
    throw Refusal(409, fmt::format("{} is a symbolic link, expected a file of the folder of models",
                                   in_quotes(inside.string())));
  }
  for (const ModelFile& file : plan_.files) {
    if (!is_same_path(file.path, path)) continue;
    throw Refusal(409, fmt::format("the file is that of the model {}, which was named when the "
                                   "service was started; it can only be changed there",
                                   in_quotes(file.name)));
  }
}

/// The file that an upload is written to: the one that there is, or a new one.
fs::path ModelRegistry::path_to_store(const StoredModel& stored) const {
  const std::vector<fs::path> there = stored_files(stored);
  if (there.size() > 1) {
    throw Refusal(409, fmt::format("the folder of models has {} files of {}, expected one; delete "
                                   "the model first",
                                   there.size(), in_quotes(stored.reference())));
  }
  fs::path path = plan_.folder;
  if (stored.label) {
    path /= stored.name;
    path /= *stored.label + ".json";
  } else {
    path /= stored.name + ".json";
  }
  if (!there.empty()) path = there.front();
  check_owned(path);
  if (fs::exists(path) && !fs::is_regular_file(path)) {  // to open a pipe would wait for a reader
    throw Refusal(409, fmt::format("{} is a pipe, a folder or a device, expected a file; delete it "
                                   "first",
                                   in_quotes(path.lexically_relative(plan_.folder).string())));
  }
  return path;
}

ModelHandle ModelRegistry::store(const StoredModel& stored, std::string_view file,
                                 std::size_t limit) {
  const std::lock_guard lock(refreshing_);
  const fs::path path = path_to_store(stored);
  const std::optional<std::string> decoded = decoded_text(file, "body", {.bytes = limit});
  file = without_mark(decoded ? std::string_view(*decoded) : file);
  auto model =
      std::make_shared<const LoadedModel>(stored.name, stored.label.value_or(""), file, "body");
  write_stored(path, plan_.folder, file);
  retire(stored);
  slots_.push_back({.name = model->name,
                    .label = model->label,
                    .path = path,
                    .was_tried = true,
                    .stamp = stamp_of(path),
                    .model = model});
  publish();
  free_retired();
  return model;
}

void ModelRegistry::remove(const StoredModel& stored) {
  const std::lock_guard lock(refreshing_);
  const std::vector<fs::path> paths = stored_files(stored);
  if (paths.empty()) {
    std::vector<std::string> known;
    for (const Slot& slot : folder_files().slots) {
      known.push_back(slot.reference());
    }
    const std::vector<std::string_view> names(known.begin(), known.end());
    throw Refusal(404, unknown_name("model", stored.reference(), names));
  }
  for (const fs::path& path : paths) check_owned(path);
  for (const fs::path& path : paths) {
    std::error_code problem;
    fs::remove(path, problem);
    if (problem) throw StorageError(path.string() + ": cannot remove: " + problem.message());
  }
  sync_names_of(paths.front().parent_path());
  if (stored.label && ::rmdir((plan_.folder / stored.name).c_str()) == 0) {  // it was the last
    sync_names_of(plan_.folder);
  }
  retire(stored);
  publish();
  free_retired();
}

/// Takes a model from its place; publish() ends its service.
void ModelRegistry::retire(const StoredModel& stored) {
  const auto is_it = [&](const Slot& slot) {
    return slot.name == stored.name && slot.label == stored.label.value_or("");
  };
  for (const Slot& slot : slots_) {
    if (is_it(slot)) retired_.push_back(slot.model);
  }
  std::erase_if(slots_, is_it);
}

}  // namespace podium::serving
