#include "podium/serve/access_list.hpp"

#include <algorithm>
#include <sstream>

#include "podium/base/error.hpp"
#include "podium/base/io/file.hpp"
#include "podium/base/text.hpp"
#include "podium/http/tokens.hpp"

namespace podium {

namespace {

constexpr std::size_t hash_size = 43;

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

AccessList AccessList::read(const std::filesystem::path& path) {
  const InputText text(path);
  std::istringstream lines{std::string(text.view())};
  AccessList list;
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    const std::vector<std::string> words = words_of(line);
    if (words.empty() || words.front().starts_with('#')) continue;
    const auto* const role =
        words.size() == 3 ? std::ranges::find(access_names, words[1]) : access_names.end();
    if (role == access_names.end() || words[2].size() != hash_size) {
      throw DataError({text.path(), number, 0}, "expected NAME, score or admin, and a hash");
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
  std::string text;
  if (std::filesystem::exists(path)) {
    const AccessList list = read(path);
    if (std::ranges::count(list.entries_, name, &Entry::name) > 0) {
      throw UsageError("there is a token of " + in_quotes(name) + " already in " + path.string());
    }
    text = InputText(path).view();
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
  }
  std::string token = new_token();
  text += name + " " + std::string(access_names[static_cast<std::size_t>(access)]) + " " +
          token_hash(token) + "\n";
  write_file(path, text);
  return token;
}

std::optional<Access> AccessList::access_of(std::string_view authorization) const {
  constexpr std::string_view scheme = "Bearer ";
  if (!authorization.starts_with(scheme)) return std::nullopt;
  const std::string hash = token_hash(trimmed(authorization.substr(scheme.size())));
  std::optional<Access> access;
  for (const Entry& entry : entries_) {  // all of them: the time tells nothing
    if (same_secret(entry.hash, hash))
      access = std::max(access.value_or(Access::score), entry.access);
  }
  return access;
}

}  // namespace podium
