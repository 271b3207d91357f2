#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "podium/core/format/line_reader.hpp"

namespace podium {

/// One answer to "which of these two documents is better for the query?".
struct Preference {
  enum class Winner { a, b, tie };

  std::string query_id;
  std::string document_a;
  std::string document_b;
  Winner winner = Winner::a;
  double weight = 1.0;

  bool operator==(const Preference&) const = default;
};

/// Reads lines "qid docA docB winner [weight]"; the winner is one of the two ids or the word
/// "tie", the weight a finite number above 0. Lines that are blank or start with '#' are
/// skipped. See docs/formats/preferences.md.
std::vector<Preference> read_preferences(const std::filesystem::path& path,
                                         BadLines bad = BadLines::refuse,
                                         LineReport* report = nullptr);

/// Calls visit(preference, its place in the file) for every line of such a file, in order.
using PreferenceVisitor = std::function<void(const Preference& preference, const Location& where)>;
void for_each_preference(const std::filesystem::path& path, const PreferenceVisitor& visit,
                         BadLines bad = BadLines::refuse, LineReport* report = nullptr);

/// Writes one line per preference, the weight only where it is not 1. Throws UsageError for a
/// preference that could not be read back.
void write_preferences(std::span<const Preference> preferences, const std::filesystem::path& path);

}  // namespace podium
