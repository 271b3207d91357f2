#include "podium/serving/model_registry.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/checksum.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/copied_text.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/stop.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::serving {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t version_digits = 8;

/// The name of a model without the endings of its file; nothing for other files.
std::optional<std::string> model_name(const fs::path& path) {
  std::string name = path.filename().string();
  if (name.starts_with('.')) return std::nullopt;
  for (const std::string_view ending : {".json", ".json.gz", ".json.zst"}) {
    if (name.size() > ending.size() && name.ends_with(ending)) {
      return name.substr(0, name.size() - ending.size());
    }
  }
  return std::nullopt;
}

/// Numbers inside names count as numbers: "v9" comes before "v10".
bool natural_less(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const auto take = [](std::string_view& text) {
        text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
        const std::string_view digits =
            text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
        text.remove_prefix(digits.size());
        return digits;
      };
      const std::string_view left = take(a);
      const std::string_view right = take(b);
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
    } else if (a.front() != b.front()) {
      return a.front() < b.front();
    } else {
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.size() < b.size();
}

/// Scores documents of random values, so that the first request finds all in place, and a model
/// whose scores are not finite is refused.
void warm_up(const QueryScorer& scorer) {
  constexpr std::size_t most_values = std::size_t{1} << 22;
  const std::size_t documents = std::clamp<std::size_t>(
      most_values / std::max<std::size_t>(scorer.features().count, 1), 1, 100);
  RandomStream random(1, "", "warm-up");
  std::vector<float> rows(documents * scorer.features().count);
  for (float& value : rows) value = static_cast<float>(random.normal());
  std::vector<double> scores(documents);
  Workspace workspace;
  scorer.score(rows, scores, workspace);
}

}  // namespace

LoadedModel::LoadedModel(std::string model_name, std::string model_label, std::string_view text,
                         const std::string& path)
    : name(std::move(model_name)),
      label(std::move(model_label)),
      version(fmt::format("{:016x}", checksum64(text)).substr(0, version_digits)),
      scorer(model_from_json(text, path)),
      columns(scorer.features(), scorer.model().preparation.categories),
      loaded(std::chrono::system_clock::now()) {
  warm_up(scorer);
}

ModelHandle ServedModels::find(std::string_view reference) const {
  if (const auto alias = aliases.find(reference); alias != aliases.end()) {
    reference = alias->second;
  }
  const std::size_t mark = std::min(reference.find_first_of(":@"), reference.size());
  const auto found = models.find(reference.substr(0, mark));
  if (found == models.end()) return nullptr;
  const std::vector<ModelHandle>& versions = found->second;
  if (mark == reference.size()) return versions.back();
  const std::string_view wanted = reference.substr(mark + 1);
  const bool is_label = reference[mark] == ':';
  const auto version = std::ranges::find_if(versions, [&](const ModelHandle& model) {
    return (is_label ? model->label : model->version) == wanted;
  });
  return version == versions.end() ? nullptr : *version;
}

std::optional<ModelRegistry::Stamp> ModelRegistry::stamp_of(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  std::error_code problem;
  const auto time = fs::last_write_time(path, problem);
  if (problem) return std::nullopt;
  return Stamp{time, static_cast<std::uintmax_t>(status.st_size),
               static_cast<std::uint64_t>(status.st_ino),
               status.st_ctim.tv_sec * 1'000'000'000 + status.st_ctim.tv_nsec};
}

std::vector<ModelRegistry::Slot> ModelRegistry::named_files() const {
  std::vector<Slot> slots;
  for (const ModelFile& file : plan_.files) {
    slots.push_back({.name = file.name, .path = file.path});
  }
  return slots;
}

/// In the order of their paths, that of the file system being any. What cannot be read, such as the
/// lost+found of a volume, hides nothing else.
ModelRegistry::FolderFiles ModelRegistry::folder_files() const {
  FolderFiles found;
  if (plan_.folder.empty()) return found;
  const auto for_each_entry = [&](const fs::path& folder, const auto& use) {
    std::error_code problem;
    fs::directory_iterator entries(folder, problem);
    for (; !problem && entries != fs::directory_iterator(); entries.increment(problem)) {
      use(*entries);
    }
    const bool has_gone = problem == std::errc::no_such_file_or_directory;
    if (!problem || (has_gone && folder != plan_.folder)) return;
    found.unread.push_back(folder);
    found.problems.push_back({.reference = folder.string(),
                              .problem = fmt::format("cannot read the folder {}: {}",
                                                     folder.string(), problem.message())});
  };
  for_each_entry(plan_.folder, [&](const fs::directory_entry& entry) {
    std::error_code unknown;  // of a link that leads nowhere; reading the file tells
    const bool is_folder = entry.is_directory(unknown);
    const auto name = model_name(entry.path());
    if (name && !is_folder) found.slots.push_back({.name = *name, .path = entry.path()});
    if (!is_folder) return;
    for_each_entry(entry.path(), [&](const fs::directory_entry& version) {
      const auto label = model_name(version.path());
      if (!label) return;
      found.slots.push_back(
          {.name = entry.path().filename().string(), .label = *label, .path = version.path()});
    });
  });
  std::ranges::sort(found.slots, {}, &Slot::path);
  return found;
}

/// Adds the files of the folder whose references are still free.
void ModelRegistry::add_folder_files(std::vector<Slot>& slots, FolderFiles& found) const {
  for (Slot& slot : found.slots) {
    const auto first = std::ranges::find(slots, slot.reference(), &Slot::reference);
    if (first == slots.end()) {
      slots.push_back(std::move(slot));
      continue;
    }
    std::error_code unknown;
    if (fs::equivalent(first->path, slot.path, unknown)) continue;
    found.problems.push_back(
        {.reference = slot.path.string(),
         .problem = fmt::format("the model {} is served from {}", in_quotes(slot.reference()),
                                first->path.string())});
  }
}

bool ModelRegistry::is_named(const Slot& slot) const {
  return std::ranges::any_of(plan_.files, [&](const ModelFile& file) {
    return file.name == slot.name && file.path == slot.path;
  });
}

/// Those that the last refresh() did not have.
std::vector<ModelChange> ModelRegistry::new_problems(std::vector<ModelChange> problems) {
  std::swap(folder_problems_, problems);
  std::vector<ModelChange> changes;
  for (const ModelChange& problem : folder_problems_) {
    const bool is_known = std::ranges::any_of(problems, [&](const ModelChange& before) {
      return before.reference == problem.reference && before.problem == problem.problem;
    });
    if (!is_known) changes.push_back(problem);
  }
  return changes;
}

/// Loads the file of a slot if it has changed, or could not be loaded and is to be tried again.
std::optional<ModelChange> ModelRegistry::renew(Slot& slot, bool retries) {
  const std::optional<Stamp> stamp = stamp_of(slot.path);
  const bool is_retried = retries && slot.has_failed;
  if (slot.was_tried && stamp == slot.stamp && !is_retried) return std::nullopt;
  const bool is_starting = !slot.was_tried && is_named(slot);
  slot.was_tried = true;
  slot.has_failed = true;
  slot.stamp = stamp;
  ModelChange change{.reference = slot.reference()};
  try {
    const std::string text = copied_text(slot.path, is_starting);
    auto model =
        std::make_shared<const LoadedModel>(slot.name, slot.label, text, slot.path.string());
    slot.has_failed = false;
    if (slot.model && slot.model->version == model->version) return std::nullopt;
    retired_.push_back(slot.model);
    slot.model = std::move(model);
    change.version = slot.model->version;
  } catch (const Stopped&) {
    slot.stamp.reset();  // nothing is known of the file
    throw;
  } catch (const Error& error) {
    change.problem = error.what();
    change.failure = std::current_exception();
  } catch (const std::bad_alloc&) {
    change.problem = slot.path.string() + ": out of memory";
    change.failure = std::current_exception();
  } catch (const std::exception& error) {  // whatever a file makes happen, the others are served
    change.problem = fmt::format("{}: {}", slot.path.string(), error.what());
    change.failure = std::current_exception();
  }
  return change;
}

std::vector<ModelChange> ModelRegistry::refresh(bool retries) {
  const std::lock_guard lock(refreshing_);
  std::vector<Slot> slots = named_files();
  FolderFiles found = folder_files();
  add_folder_files(slots, found);
  const std::size_t read = slots.size();  // how many may have changed
  for (const Slot& slot : slots_) {
    const auto is_it = [&](const Slot& other) { return other.is_same(slot); };
    const bool is_unread = std::ranges::any_of(found.unread, [&](const fs::path& folder) {
      const fs::path parent = slot.path.parent_path();
      return parent == folder || (folder == plan_.folder && parent.parent_path() == folder);
    });
    if (is_unread && std::ranges::none_of(slots, is_it)) slots.push_back(slot);
  }
  if (retries) folder_problems_.clear();  // all of them are told again
  std::vector<ModelChange> changes = new_problems(std::move(found.problems));
  for (Slot& slot : slots) {
    const auto before = std::ranges::find_if(
        slots_, [&](const Slot& candidate) { return candidate.is_same(slot); });
    if (before != slots_.end()) slot = *before;
  }
  bool has_gone = false;
  for (const Slot& slot : slots_) {
    if (std::ranges::any_of(slots, [&](const Slot& kept) { return kept.is_same(slot); })) continue;
    has_gone = true;
    retired_.push_back(slot.model);
  }
  slots_ = std::move(slots);
  for (Slot& slot : std::span(slots_).first(read)) {
    auto change = renew(slot, retries);
    if (!change) continue;
    changes.push_back(std::move(*change));
    publish();  // one at a time: the first models are served while the others are read
  }
  if (has_gone) publish();
  free_retired();
  return changes;
}

/// Those that no request has any more; the others wait for the next time.
void ModelRegistry::free_retired() {
  std::erase_if(retired_, [](const ModelHandle& model) { return model.use_count() <= 1; });
}

void ModelRegistry::publish() {
  auto contents = std::make_shared<ServedModels>();
  contents->aliases = plan_.aliases;
  for (const Slot& slot : slots_) {
    if (slot.model) contents->models[slot.name].push_back(slot.model);
  }
  for (auto& [name, versions] : contents->models) {
    std::ranges::stable_sort(versions, natural_less, [](const ModelHandle& model) {
      return std::string_view(model->label);
    });
  }
  std::shared_ptr<const ServedModels> before = std::move(contents);
  const std::lock_guard lock(mutex_);
  std::swap(contents_, before);  // what was served is freed when nobody waits for the lock
}

std::shared_ptr<const ServedModels> ModelRegistry::contents() const {
  const std::lock_guard lock(mutex_);
  return contents_;
}

bool ModelRegistry::is_ready() const {
  const auto now = contents();
  const auto is_loaded = [&](const ModelFile& file) { return now->models.contains(file.name); };
  return !now->models.empty() && std::ranges::all_of(plan_.files, is_loaded);
}

}  // namespace podium::serving
