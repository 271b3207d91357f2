#include "podium/text/corpus/corpus_report.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/text.hpp"

namespace podium::text {

namespace {

enum class Severity : std::uint8_t { harmless, damage };

struct Count {
  std::uint64_t CorpusReport::*number;
  std::string_view remark;  ///< follows the noun
  Severity severity = Severity::damage;
  RecordNoun noun = {"", ""};  ///< empty: that of the records

  RecordNoun noun_for(const RecordNoun& records) const { return noun.one.empty() ? records : noun; }
};

constexpr std::array<Count, 12> count_table = {
    Count{&CorpusReport::documents, "", Severity::harmless},
    Count{&CorpusReport::empty, " without text", Severity::harmless},
    Count{&CorpusReport::repeated_ids, " left out: duplicate id"},
    Count{&CorpusReport::skipped, " left out: malformed", Severity::damage, {"record", "records"}},
    Count{&CorpusReport::other_records,
          " ignored: not web pages",
          Severity::harmless,
          {"record", "records"}},
    Count{&CorpusReport::cut, " truncated: longer than the limit"},
    Count{&CorpusReport::unclosed, " without an end, ended at the start of the next"},
    Count{&CorpusReport::broken_pages,
          " not parsed: too large or nested too deeply",
          Severity::damage,
          {"page", "pages"}},
    Count{&CorpusReport::undecoded, " with invalid bytes"},
    Count{
        &CorpusReport::bad_bytes, " replaced", Severity::damage, {"invalid byte", "invalid bytes"}},
    Count{&CorpusReport::unknown_encodings, " in an unknown encoding, read as UTF-8"},
    Count{&CorpusReport::other_values,
          " ignored: neither text nor number",
          Severity::harmless,
          {"value", "values"}},
};

}  // namespace

void CorpusReport::note(Location where, std::string problem) {
  constexpr std::size_t limit = 5;
  if (first_problems.size() < limit) {
    first_problems.push_back({std::move(where), std::move(problem)});
  }
}

void CorpusReport::skip(Location where, std::string problem) {
  ++skipped;
  note(std::move(where), std::move(problem));
}

void CorpusReport::repeat(Location where, std::string_view id) {
  ++repeated_ids;
  note(std::move(where), "found the id " + in_quotes(id) + " a second time");
}

void CorpusReport::leave_out(Location where, std::string_view name) {
  if (++other_values > 1) return;  // usually all documents have it
  note(std::move(where), "found neither text nor a number in field " + in_quotes(name));
}

void CorpusReport::take(const RecordState& state) {
  ++documents;
  cut += state.was_cut ? 1U : 0U;
  unclosed += state.is_unclosed ? 1U : 0U;
  undecoded += state.bad_bytes > 0 ? 1U : 0U;
  bad_bytes += state.bad_bytes;
  if (state.was_cut) note(state.where, "found a record longer than the limit");
  if (state.is_unclosed) note(state.where, "found a record without an end");
  if (state.bad_bytes > 0) {
    note(state.where, "found " + counted(state.bad_bytes, "invalid byte"));
  }
}

bool CorpusReport::is_complete() const noexcept {
  return std::none_of(count_table.begin(), count_table.end(), [&](const Count& count) {
    return count.severity == Severity::damage && this->*count.number > 0;
  });
}

void CorpusReport::add(const CorpusReport& other) {
  for (const Count& count : count_table) this->*count.number += other.*count.number;
  for (const CorpusProblem& problem : other.first_problems) note(problem.where, problem.what);
}

std::vector<std::string> CorpusReport::problems() const {
  std::vector<std::string> lines;
  for (const CorpusProblem& problem : first_problems) {
    lines.emplace_back(DataError(problem.where, problem.what).what());
  }
  return lines;
}

std::vector<std::pair<std::string, std::uint64_t>> CorpusReport::counts() const {
  std::vector<std::pair<std::string, std::uint64_t>> all;
  for (const Count& count : count_table) {
    all.emplace_back(std::string(count.noun_for({}).many).append(count.remark),
                     this->*count.number);
  }
  return all;
}

std::vector<std::string> CorpusReport::remarks(const RecordNoun& records) const {
  std::vector<std::string> lines;
  for (const Count& count : count_table) {
    const std::uint64_t number = this->*count.number;
    if (number == 0 && !lines.empty()) continue;
    const RecordNoun noun = count.noun_for(records);
    lines.push_back(counted(number, noun.one, noun.many).append(count.remark));
  }
  const std::vector<std::string> found = problems();
  lines.insert(lines.end(), found.begin(), found.end());
  return lines;
}

DataError CorpusReport::nothing_in(const std::string& path, std::string_view what) const {
  if (first_problems.empty()) return {{path}, fmt::format("found no {}", what)};
  const CorpusProblem& first = first_problems.front();
  return {first.where, fmt::format("found no {}: {}", what, first.what)};
}

}  // namespace podium::text
