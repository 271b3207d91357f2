#include "podium/core/format/orders/preflib.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/line_parts.hpp"
#include "podium/core/format/line_reader.hpp"

namespace podium {

namespace {

constexpr bool is_complete(PrefLibKind kind) {
  return kind == PrefLibKind::soc || kind == PrefLibKind::toc;
}

constexpr bool has_ties(PrefLibKind kind) {
  return kind == PrefLibKind::toc || kind == PrefLibKind::toi;
}

constexpr std::string_view name_of(PrefLibKind kind) {
  return preflib_kind_names[static_cast<std::size_t>(kind)];
}

std::optional<PrefLibKind> find_preflib_kind(std::string_view name) {
  const auto* found = std::ranges::find(preflib_kind_names, name);
  if (found == preflib_kind_names.end()) return std::nullopt;
  return static_cast<PrefLibKind>(found - preflib_kind_names.begin());
}

/// Whether a byte is a control character other than a tab.
constexpr bool is_control_character(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
}

// More alternatives could not be aggregated, and a wrong number must not exhaust the memory.
constexpr std::uint64_t max_alternatives = 100'000;
constexpr std::uint64_t max_voters = 1'000'000'000'000;

/// `text` without blanks around it. Unlike trimmed(), an empty result keeps its position, for
/// messages.
std::string_view part(std::string_view text) {
  const std::string_view inner = trimmed(text);
  return inner.empty() ? text.substr(text.size()) : inner;
}

/// A number announced by the header about the orders that follow.
struct Announced {
  std::uint64_t number = 0;
  Location where;
};

class PrefLibReader {
 public:
  explicit PrefLibReader(const InputText& text)
      : path_(text.path()), lines_(text.view(), text.path()), kind_(preflib_kind_of_name(path_)) {}

  PrefLibVotes read() {
    const bool has_order = read_header();
    alternative_name_ = fmt::format("an alternative from 1 to {}", votes_.alternative.size());
    std::size_t lines = 0;
    for (bool more = has_order; more; more = next_line()) {
      ++lines;
      PrefLibOrder order = read_order();
      if (order.voters > 0) votes_.orders.push_back(std::move(order));
    }
    expect_some(votes_.orders.size(), path_, "order");
    std::uint64_t voters = 0;
    for (const PrefLibOrder& order : votes_.orders) voters += order.voters;
    check(voters_, voters, "voters");
    // Files with orders of no voter count them or not.
    if (unique_ && unique_->number != lines) check(unique_, votes_.orders.size(), "orders");
    for (std::size_t i = 0; i < votes_.alternative.size(); ++i) {
      if (votes_.alternative[i].empty()) votes_.alternative[i] = to_text(i + 1);
    }
    return std::move(votes_);
  }

 private:
  /// Moves to the next line that is not blank.
  bool next_line() {
    while (lines_.next()) {
      const std::string_view line = lines_.line();
      const auto* control = std::ranges::find_if(line, is_control_character);
      if (control != line.end()) {
        throw lines_.error(
            {control, 1}, fmt::format("found the byte {}, expected text", in_quotes({control, 1})));
      }
      if (!lines_.is_blank()) return true;
    }
    return false;
  }

  /// Leaves the first order as the current line; false when there is none.
  bool read_header() {
    if (!next_line()) return false;
    is_old_ = !trimmed(lines_.line()).starts_with('#');
    if (is_old_) return read_old_header();
    do {
      if (!trimmed(lines_.line()).starts_with('#')) {
        if (votes_.alternative.empty()) {
          throw LineParts(lines_).unexpected("'# NUMBER ALTERNATIVES: n' before the first order");
        }
        return true;
      }
      read_metadata();
    } while (next_line());
    return false;
  }

  /// "# KEY: value"; other keys and comments are skipped.
  void read_metadata() {
    const std::string_view text = trimmed(trimmed(lines_.line()).substr(1));
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return;
    const std::string_view key = trimmed(text.substr(0, colon));
    const std::string_view value = trimmed(text.substr(colon + 1));
    constexpr std::string_view name_key = "ALTERNATIVE NAME";
    if (value.empty()) return;  // PrefLib leaves unknown values empty
    if (key == "TITLE") {
      votes_.title = value;
    } else if (key == "DATA TYPE") {
      kind_ = find_preflib_kind(value);
      if (!kind_) throw lines_.unexpected(value, "one of: " + joined(preflib_kind_names));
    } else if (key == "NUMBER ALTERNATIVES") {
      if (!votes_.alternative.empty()) {
        throw lines_.error(key, "found the number of alternatives again, expected it once");
      }
      votes_.alternative.resize(number_in(value, max_alternatives, "a number of alternatives"));
    } else if (key == "NUMBER VOTERS") {
      voters_ = announced(value, number_in(value, max_voters, "a number of voters"));
    } else if (key == "NUMBER UNIQUE ORDERS") {
      unique_ = announced(value, number_in(value, max_voters, "a number of orders"));
    } else if (key.starts_with(name_key)) {
      add_name(part(key.substr(name_key.size())), value);
    }
  }

  /// n, n lines "i,name", and "voters,sum,unique".
  bool read_old_header() {
    LineParts count(lines_);
    votes_.alternative.resize(count.take_number(
        max_alternatives, "a '#' header or the number of alternatives, from 1 to 100000"));
    if (!count.is_done()) throw count.unexpected("the end of the line");
    for (std::size_t i = 0; i < votes_.alternative.size(); ++i) {
      expect_line("an alternative: number,name");
      const std::size_t comma = lines_.line().find(',');
      if (comma == std::string_view::npos) {
        throw lines_.unexpected(trimmed(lines_.line()), "an alternative: number,name");
      }
      const std::string_view name = part(lines_.line().substr(comma + 1));
      if (name.empty()) throw lines_.unexpected(name, "a name");
      add_name(part(lines_.line().substr(0, comma)), name);
    }
    expect_line("voters,sum of counts,orders");
    LineParts sums(lines_);
    sums.take_number(max_voters, "a number of voters");
    sums.expect(',', "','");
    const std::string_view sum = sums.rest();
    voters_ = announced(sum, sums.take_number(max_voters, "a sum of counts"));
    sums.expect(',', "','");
    const std::string_view unique = sums.rest();
    unique_ = announced(unique, sums.take_number(max_voters, "a number of orders"));
    if (!sums.is_done()) throw sums.unexpected("the end of the line");
    return next_line();
  }

  void expect_line(std::string_view name) {
    if (next_line()) return;
    throw DataError({path_, lines_.number()},
                    fmt::format("found the end of the file, expected {}", name));
  }

  std::uint64_t number_in(std::string_view value, std::uint64_t most, std::string_view what) const {
    const auto number = parse_number<std::uint64_t>(value);
    if (number && *number > 0 && *number <= most) return *number;
    throw lines_.unexpected(value, fmt::format("{} from 1 to {}", what, most));
  }

  void add_name(std::string_view number, std::string_view name) {
    if (votes_.alternative.empty()) {
      throw lines_.unexpected(number, "'# NUMBER ALTERNATIVES: n' before the first name");
    }
    std::string& known = votes_.alternative[number_in(number, votes_.alternative.size(),
                                                      "the number of an alternative,") -
                                            1];
    if (!known.empty()) {
      throw lines_.error(
          number, fmt::format("found a second name of alternative {}, expected one", number));
    }
    known = name;
  }

  Announced announced(std::string_view word, std::uint64_t number) const {
    const auto column = static_cast<std::size_t>(word.data() - lines_.line().data()) + 1;
    return {number, {path_, lines_.number(), column}};
  }

  /// "count: 1,2,{3,4}", or with a comma after the count in an old file.
  PrefLibOrder read_order() const {
    LineParts parts(lines_);
    PrefLibOrder order;
    order.voters = parts.take_number(max_voters, "a number of voters", 0);
    parts.expect(is_old_ ? ',' : ':', is_old_ ? "','" : "':'");
    std::vector<bool> seen(votes_.alternative.size(), false);
    do {
      read_group(parts, seen, order);
    } while (parts.take(','));
    if (!parts.is_done()) throw parts.unexpected("',' or the end of the line");
    if (kind_ && is_complete(*kind_) && order.order.size() < seen.size()) {
      throw lines_.error(parts.rest(),
                         fmt::format("found {} of {} alternatives, expected all in a {} file",
                                     order.order.size(), seen.size(), name_of(*kind_)));
    }
    return order;
  }

  /// An alternative or a group of tied ones.
  void read_group(LineParts& parts, std::vector<bool>& seen, PrefLibOrder& order) const {
    const std::string_view place = parts.rest();
    const std::size_t begin = order.order.size();
    const bool is_group = parts.take('{');
    do {
      order.order.push_back(read_alternative(parts, seen));
    } while (is_group && parts.take(','));
    if (is_group) parts.expect('}', "',' or '}'");
    const std::size_t end = order.order.size();
    if (end - begin > 1 && kind_ && !has_ties(*kind_)) {
      throw lines_.error(place,
                         fmt::format("found a tie, expected none in a {} file", name_of(*kind_)));
    }
    order.tie_end.resize(end, static_cast<std::uint32_t>(end));
  }

  DocIndex read_alternative(LineParts& parts, std::vector<bool>& seen) const {
    const std::string_view place = parts.rest();
    const std::uint64_t number = parts.take_number(seen.size(), alternative_name_);
    if (seen[number - 1]) {
      throw lines_.error(place,
                         fmt::format("found alternative {} again, expected each once", number));
    }
    seen[number - 1] = true;
    return static_cast<DocIndex>(number - 1);
  }

  static void check(const std::optional<Announced>& said, std::uint64_t found, const char* what) {
    if (!said || said->number == found) return;
    throw DataError(said->where,
                    fmt::format("found {} {} in the header, expected {} as in the orders",
                                said->number, what, found));
  }

  std::string path_;
  LineReader lines_;
  std::optional<PrefLibKind> kind_;
  bool is_old_ = false;
  std::optional<Announced> voters_;
  std::optional<Announced> unique_;
  PrefLibVotes votes_;
  std::string alternative_name_;  ///< name of an alternative in messages
};

}  // namespace

std::optional<PrefLibKind> preflib_kind_of_name(const std::filesystem::path& path) {
  const std::string ending = without_packing(path).extension().string();
  return ending.empty() ? std::nullopt : find_preflib_kind(std::string_view(ending).substr(1));
}

PrefLibVotes read_preflib(const std::filesystem::path& path) {
  const InputText text(path);
  return PrefLibReader(text).read();
}

}  // namespace podium
