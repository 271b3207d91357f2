#include "podium/core/format/orders/preferences.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

using Winner = Preference::Winner;

constexpr std::string_view tie_word = "tie";
constexpr std::string_view weight_name = "a finite weight above 0";
constexpr std::array<std::string_view, 5> names = {
    "a query id", "a document id", "another document id", "the winner's id or 'tie'", weight_name};

Preference parse_preference(const LineReader& line) {
  std::array<std::string_view, names.size()> word;
  const std::size_t count = line.split(names, 4, word);
  const auto [query, a, b, winner, weight] = word;
  for (const std::string_view document : {a, b}) {
    if (document == tie_word) throw line.unexpected(document, "a document id other than 'tie'");
  }
  if (a == b) throw line.unexpected(b, "a document other than the first");
  Preference preference{std::string(query), std::string(a), std::string(b)};
  if (winner == b) {
    preference.winner = Winner::b;
  } else if (winner == tie_word) {
    preference.winner = Winner::tie;
  } else if (winner != a) {
    throw line.unexpected(winner, "one of the line's two documents or 'tie'");
  }
  if (count == names.size()) {
    preference.weight = line.number_in(weight, weight_name);
    if (preference.weight <= 0.0) throw line.unexpected(weight, weight_name);
  }
  return preference;
}

void check(const Preference& preference) {
  check_word(preference.query_id, "query id");
  check_word(preference.document_a, "document id");
  check_word(preference.document_b, "document id");
  const auto fail = [&](const std::string& what) {
    return UsageError(
        fmt::format("preference for query {}: {}", in_quotes(preference.query_id), what));
  };
  if (preference.query_id.starts_with('#')) {
    throw fail(
        "found an id that starts with '#', expected another character: '#' starts a comment");
  }
  if (preference.document_a == tie_word || preference.document_b == tie_word) {
    throw fail("found a document named 'tie', expected another id: 'tie' is a keyword");
  }
  if (preference.document_a == preference.document_b) {
    throw fail(fmt::format("found document {} twice, expected two documents",
                           in_quotes(preference.document_a)));
  }
  if (!std::isfinite(preference.weight) || preference.weight <= 0.0) {
    throw fail(fmt::format("found the weight {}, expected {}", preference.weight, weight_name));
  }
}

std::string_view text_of(const Preference& preference) {
  switch (preference.winner) {
    case Winner::a:
      return preference.document_a;
    case Winner::b:
      return preference.document_b;
    case Winner::tie:
      break;
  }
  return tie_word;
}

}  // namespace

void for_each_preference(const std::filesystem::path& path, const PreferenceVisitor& visit,
                         BadLines bad, LineReport* report) {
  const InputText text(path);
  LineReport noticed;
  LineReader lines(text.view(), text.path());
  for_each_line(lines, bad, noticed, [&] {
    if (lines.is_blank() || trimmed(lines.line()).starts_with('#')) return;
    visit(parse_preference(lines), {std::string(text.path()), lines.number()});
    ++noticed.rows;
  });
  expect_some(noticed.rows, text.path(), "preference");
  if (report != nullptr) *report = std::move(noticed);
}

std::vector<Preference> read_preferences(const std::filesystem::path& path, BadLines bad,
                                         LineReport* report) {
  std::vector<Preference> preferences;
  for_each_preference(
      path,
      [&](const Preference& preference, const Location& /*where*/) {
        preferences.push_back(preference);
      },
      bad, report);
  return preferences;
}

void write_preferences(std::span<const Preference> preferences, const std::filesystem::path& path) {
  OutputFile file(path);
  for (const Preference& preference : preferences) {
    check(preference);
    file.write(fmt::format("{} {} {} {}", preference.query_id, preference.document_a,
                           preference.document_b, text_of(preference)));
    file.write(preference.weight == 1.0 ? std::string("\n")
                                        : fmt::format(" {}\n", to_text(preference.weight)));
  }
  file.commit();
}

}  // namespace podium
