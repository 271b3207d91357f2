#include "podium/serving/access_list.hpp"

#include <algorithm>
#include <cerrno>
#include <sstream>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/copied_text.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/http/tokens.hpp"

namespace podium::serving {

namespace {

constexpr std::size_t hash_size = 43;

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Held while a file is replaced by a new one, which others who wait for the lock then take in
/// its place. The file is made if there is none.
class UpdateLock {
 public:
  explicit UpdateLock(const std::filesystem::path& path) {
    while (true) {
      descriptor_ = ::open(path.c_str(), O_RDONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0600);
      struct stat locked {};
      struct stat named {};
      if (descriptor_ < 0 || ::fstat(descriptor_, &locked) != 0) {
        throw StorageError(path.string() + ": cannot write: " + system_reason());
      }
      if (!S_ISREG(locked.st_mode)) return;
      while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
      }
      if (::stat(path.c_str(), &named) == 0 && named.st_ino == locked.st_ino &&
          named.st_dev == locked.st_dev) {
        return;
      }
      ::close(descriptor_);
    }
  }
  ~UpdateLock() { ::close(descriptor_); }
  UpdateLock(const UpdateLock&) = delete;
  UpdateLock& operator=(const UpdateLock&) = delete;
  UpdateLock(UpdateLock&&) = delete;
  UpdateLock& operator=(UpdateLock&&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace

AccessList AccessList::read(const std::filesystem::path& path, bool is_starting) {
  std::istringstream lines(copied_text(path, is_starting));
  AccessList list;
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    const std::vector<std::string> words = words_of(line);
    if (words.empty() || words.front().starts_with('#')) continue;
    const auto* const role =
        words.size() == 3 ? std::ranges::find(access_names, words[1]) : access_names.end();
    if (role == access_names.end() || words[2].size() != hash_size) {
      throw DataError({path.string(), number, 0}, "expected NAME, score or admin, and a hash");
    }
    list.entries_.push_back({words[0], static_cast<Access>(role - access_names.begin()), words[2]});
  }
  return list;
}

std::string AccessList::add(const std::filesystem::path& path, const std::string& name,
                            Access access) {
  if (words_of(name) != std::vector<std::string>{name} || name.starts_with('#')) {
    throw UsageError("found the name " + in_quotes(name) + ", expected one without blanks");
  }
  const UpdateLock lock(path);
  const AccessList list = read(path);
  if (std::ranges::count(list.entries_, name, &Entry::name) > 0) {
    throw UsageError("there is a token of " + in_quotes(name) + " already in " + path.string());
  }
  std::string text = copied_text(path, true);
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  std::string token = new_token();
  text += name + " " + std::string(access_names[static_cast<std::size_t>(access)]) + " " +
          token_hash(token) + "\n";
  write_file(path, text);
  return token;
}

std::optional<Access> AccessList::access_of(std::string_view authorization) const {
  constexpr std::string_view scheme = "bearer ";
  if (lower_case(authorization.substr(0, scheme.size())) != scheme) return std::nullopt;
  const std::string hash = token_hash(trimmed(authorization.substr(scheme.size())));
  std::optional<Access> access;
  for (const Entry& entry : entries_) {  // all of them: the time tells nothing
    if (same_secret(entry.hash, hash))
      access = std::max(access.value_or(Access::score), entry.access);
  }
  return access;
}

}  // namespace podium::serving
