#include "podium/format/orders/preflib.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/io/file.hpp"
#include "podium/base/text.hpp"
#include "podium/format/orders/preflib_kind.hpp"

namespace podium {

namespace {

bool is_tied(const PrefLibOrder& order) {
  for (std::size_t rank = 0; rank < order.tie_end.size(); ++rank) {
    if (order.tie_end[rank] != rank + 1) return true;
  }
  return false;
}

/// Text of a header must fit on one line and be read back unchanged.
void check_text(std::string_view text, const std::string& name) {
  if (trimmed(text) != text || std::ranges::any_of(text, is_control_character)) {
    throw UsageError(
        fmt::format("{}: found {}, expected text without blanks around it", name, in_quotes(text)));
  }
}

void check_order(const PrefLibOrder& order, std::size_t alternatives, std::size_t index) {
  const auto fail = [&](const std::string& problem) {
    throw UsageError(fmt::format("order {}: {}", index + 1, problem));
  };
  if (order.order.empty()) fail("found no alternative, expected at least one");
  if (order.voters == 0) fail("found 0 voters, expected at least one");
  std::vector<bool> seen(alternatives, false);
  for (const DocIndex alternative : order.order) {
    if (alternative >= alternatives || seen[alternative]) {
      fail(fmt::format("found alternative {}, expected each below {} at most once", alternative,
                       alternatives));
    }
    seen[alternative] = true;
  }
  bool fits = order.tie_end.size() == order.order.size();
  std::size_t end = 0;
  for (std::size_t rank = 0; fits && rank < order.tie_end.size(); ++rank) {
    if (rank == end) end = order.tie_end[rank];
    fits = order.tie_end[rank] == end && end > rank && end <= order.order.size();
  }
  if (!fits) fail("found tie ends that do not match the order");
}

void check(const PrefLibVotes& votes) {
  if (votes.alternative.empty() || votes.orders.empty()) {
    throw UsageError("found no alternative or no order, expected at least one of each");
  }
  check_text(votes.title, "title");
  for (std::size_t i = 0; i < votes.alternative.size(); ++i) {
    const std::string name = fmt::format("name of alternative {}", i + 1);
    check_text(votes.alternative[i], name);
    if (votes.alternative[i].empty())
      throw UsageError(name + ": found an empty text, expected a name");
  }
  for (std::size_t i = 0; i < votes.orders.size(); ++i) {
    check_order(votes.orders[i], votes.alternative.size(), i);
  }
}

std::string header_of(const PrefLibVotes& votes, PrefLibKind kind, const std::string& file_name) {
  std::uint64_t voters = 0;
  for (const PrefLibOrder& order : votes.orders) voters += order.voters;
  std::string text = fmt::format(
      "# FILE NAME: {}\n# TITLE: {}\n# DATA TYPE: {}\n# NUMBER ALTERNATIVES: {}\n"
      "# NUMBER VOTERS: {}\n# NUMBER UNIQUE ORDERS: {}\n",
      file_name, votes.title, name_of(kind), votes.alternative.size(), voters, votes.orders.size());
  for (std::size_t i = 0; i < votes.alternative.size(); ++i) {
    text += fmt::format("# ALTERNATIVE NAME {}: {}\n", i + 1, votes.alternative[i]);
  }
  return text;
}

std::string line_of(const PrefLibOrder& order) {
  std::string text = fmt::format("{}: ", order.voters);
  for (std::size_t rank = 0; rank < order.order.size();) {
    const std::size_t end = order.tie_end[rank];
    const bool is_group = end > rank + 1;
    if (rank > 0) text += ',';
    if (is_group) text += '{';
    for (const std::size_t begin = rank; rank < end; ++rank) {
      if (rank > begin) text += ',';
      text += to_text(order.order[rank] + 1);
    }
    if (is_group) text += '}';
  }
  return text + "\n";
}

}  // namespace

PrefLibKind kind_of(const PrefLibVotes& votes) {
  const bool ties = std::ranges::any_of(votes.orders, is_tied);
  const bool complete = std::ranges::all_of(votes.orders, [&](const PrefLibOrder& order) {
    return order.order.size() == votes.alternative.size();
  });
  if (ties) return complete ? PrefLibKind::toc : PrefLibKind::toi;
  return complete ? PrefLibKind::soc : PrefLibKind::soi;
}

std::optional<PrefLibKind> preflib_kind_of_name(const std::filesystem::path& path) {
  const std::string ending = without_packing(path).extension().string();
  return ending.empty() ? std::nullopt : find_preflib_kind(std::string_view(ending).substr(1));
}

void write_preflib(const PrefLibVotes& votes, const std::filesystem::path& path) {
  check(votes);
  const PrefLibKind kind = kind_of(votes);
  const PrefLibKind named = preflib_kind_of_name(path).value_or(kind);
  if ((is_complete(named) && !is_complete(kind)) || (has_ties(kind) && !has_ties(named))) {
    throw UsageError(fmt::format("{}: found votes of kind {}, expected votes that a {} file allows",
                                 path.string(), name_of(kind), name_of(named)));
  }
  check_text(path.filename().string(), "file name");
  OutputFile file(path);
  file.write(header_of(votes, named, path.filename().string()));
  for (const PrefLibOrder& order : votes.orders) file.write(line_of(order));
  file.commit();
}

}  // namespace podium
