#include "podium/cli/file_uses.hpp"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/descriptor.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium::cli {

namespace {

namespace fs = std::filesystem;

/// A file by its place, and by its number in the file system where it exists.
struct Identity {
  fs::path place;
  std::optional<std::pair<::dev_t, ::ino_t>> number;
  bool is_folder = false;
};

/// Nothing for pipes and devices, which may be read and written by one command.
std::optional<Identity> identity_of(const fs::path& path) {
  std::error_code problem;
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    fs::path place = fs::weakly_canonical(fs::absolute(followed(path), problem), problem);
    return Identity{.place = std::move(place), .number = std::nullopt};
  }
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return std::nullopt;
  return Identity{.place = fs::canonical(path, problem),
                  .number = std::pair(status.st_dev, status.st_ino),
                  .is_folder = S_ISDIR(status.st_mode)};
}

bool is_same(const Identity& a, const Identity& b) {
  return a.number && b.number ? a.number == b.number : a.place == b.place;
}

/// The path of `inner` from the folder `outer`: "" for the folder itself; nothing when it is
/// elsewhere.
std::optional<std::string> path_within(const fs::path& outer, const fs::path& inner) {
  const auto [end, rest] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
  if (end != outer.end()) return std::nullopt;
  fs::path within;
  for (auto part = rest; part != inner.end(); ++part) within /= *part;
  return within.generic_string();
}

/// Whether a file, or one in it if it is a folder, is among the contents of a folder.
bool is_among(const std::vector<std::string>& contents, const std::string& path, bool is_folder) {
  return std::ranges::any_of(contents, [&](const std::string& pattern) {
    const auto matches = [&](const std::string& name) {
      return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
    };
    return matches(path) || (is_folder && matches(path + "/"));
  });
}

/// A use with the identities of all its files that are known before the work.
struct Place {
  const UsedFile* file;
  std::vector<Identity> identities;
};

/// Links in a folder that is written to may lead out of it, to a file that is read.
void add_linked_files(const UsedFile& file, const Identity& folder, std::vector<Identity>& to) {
  std::ptrdiff_t deepest = 0;
  for (const std::string& pattern : file.contents) {
    deepest = std::max(deepest, std::ranges::count(pattern, '/'));
  }
  std::error_code problem;
  for (fs::recursive_directory_iterator entry(folder.place, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (entry.depth() >= deepest) entry.disable_recursion_pending();
    if (!entry->is_symlink(problem)) continue;
    const auto within = path_within(folder.place, entry->path());
    if (!within || !is_among(file.contents, *within, false)) continue;
    if (const auto target = identity_of(entry->path())) to.push_back(*target);
  }
}

Place place_of(const UsedFile& file) {
  Place place{&file, {}};
  const auto own = identity_of(file.path);
  if (!own) return place;
  place.identities.push_back(*own);
  for (const std::string& ending : file.beside) {
    if (const auto other = identity_of(file.path.string() + ending)) {
      place.identities.push_back(*other);
    }
  }
  if (own->is_folder && file.is_written()) add_linked_files(file, *own, place.identities);
  return place;
}

/// Of one folder that has two uses.
bool mean_the_same(const UsedFile& a, const UsedFile& b) {
  const auto has = [](const UsedFile& file, const std::string& pattern) {
    return std::ranges::find(file.contents, pattern) != file.contents.end();
  };
  return has(a, "*") || has(b, "*") ||
         std::ranges::any_of(a.contents, [&](const std::string& one) { return has(b, one); });
}

/// Whether a file of `inner` is one that `outer` means in its folder.
bool reaches_into(const Place& outer, const Place& inner) {
  if (outer.identities.empty() || outer.file->path.empty()) return false;
  // A folder that is written need not be there yet, but then it holds no file that is read.
  const Identity& folder = outer.identities.front();
  if (!folder.is_folder) return false;
  return std::ranges::any_of(inner.identities, [&](const Identity& identity) {
    const auto within = path_within(folder.place, identity.place);
    if (!within) return false;
    if (within->empty()) return mean_the_same(*outer.file, *inner.file);
    return is_among(outer.file->contents, *within, identity.is_folder);
  });
}

bool meet(const Place& a, const Place& b) {
  for (const Identity& one : a.identities) {
    for (const Identity& other : b.identities) {
      if (!one.is_folder && !other.is_folder && is_same(one, other)) return true;
    }
  }
  return reaches_into(a, b) || reaches_into(b, a);
}

bool is_stream_number(const UsedFile& file, int number) {
  return descriptor_of(followed(file.path)) == number;
}

void refuse(const UsedFile& written, const UsedFile& other) {
  throw UsageError(other.is_written()
                       ? fmt::format("{} {}: {} writes to the same file; give two different files",
                                     written.flag, written.path.string(), other.flag)
                       : fmt::format("{} {}: this would overwrite what {} reads ({}); give another "
                                     "name",
                                     written.flag, written.path.string(), other.flag,
                                     other.path.string()));
}

void check_streams(std::span<const UsedFile> files) {
  const UsedFile* input = nullptr;
  const UsedFile* output = nullptr;
  for (const UsedFile& file : files) {
    if (file.use == FileUse::update && is_stream(file.path)) {
      throw UsageError(fmt::format("{} {}: found a pipe or device, expected a file", file.flag,
                                   file.path.string()));
    }
    const bool is_input = file.use == FileUse::read && is_stream_number(file, 0);
    const bool is_output = file.use == FileUse::write && is_stream_number(file, 1);
    if (is_input && std::exchange(input, &file) != nullptr) {
      throw UsageError(file.flag + ": standard input can be given only once");
    }
    if (is_output && std::exchange(output, &file) != nullptr) {
      throw UsageError(file.flag + ": standard output can be given only once");
    }
  }
}

}  // namespace

void check_file_uses(std::span<const UsedFile> files) {
  check_streams(files);
  std::vector<Place> places;
  for (const UsedFile& file : files) places.push_back(place_of(file));
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = i + 1; j < places.size(); ++j) {
      const UsedFile& a = *places[i].file;
      const UsedFile& b = *places[j].file;
      if (!a.is_written() && !b.is_written()) continue;
      if (meet(places[i], places[j])) a.is_written() ? refuse(a, b) : refuse(b, a);
    }
  }
}

bool takes_standard_output(std::span<const UsedFile> files) {
  return std::ranges::any_of(files, [](const UsedFile& file) {
    return file.use == FileUse::write && is_stream_number(file, 1);
  });
}

std::size_t path_begin(std::string_view text) {
  const std::size_t equals = text.find('=');
  return equals != std::string_view::npos && text.find('/') > equals ? equals + 1 : 0;
}

std::string path_of_stream(const std::string& typed, FileUse use) {
  if (typed != "-") return typed;
  return use == FileUse::write ? "/dev/stdout" : "/dev/stdin";
}

}  // namespace podium::cli
