#include "podium/corpus/corpus_report.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "podium/base/text.hpp"

namespace podium {

namespace {

struct Count {
  std::uint64_t CorpusReport::*number;
  std::string_view remark;  ///< {} stands for what the documents are called
  bool is_damage = true;
};

constexpr std::array<Count, 12> count_table = {
    Count{&CorpusReport::documents, "{}", false},
    Count{&CorpusReport::empty, "{} without text", false},
    Count{&CorpusReport::repeated_ids, "{} left out: their id was there before"},
    Count{&CorpusReport::skipped, "pieces left out: no {} could be made of them"},
    Count{&CorpusReport::other_records, "records left out: not meant to be {}", false},
    Count{&CorpusReport::cut, "{} cut: longer than allowed"},
    Count{&CorpusReport::unclosed, "{} without an end, ended where the next began"},
    Count{&CorpusReport::broken_pages, "pages not parsed: too large or too deep"},
    Count{&CorpusReport::undecoded, "{} with bytes that are no characters"},
    Count{&CorpusReport::bad_bytes, "bytes that are no characters, replaced"},
    Count{&CorpusReport::unknown_encodings, "{} in an unknown encoding, read as UTF-8"},
    Count{&CorpusReport::other_values, "values of {} left out: no text can be made of them", false},
};

std::string named(const Count& count, std::string_view what) {
  return fmt::format(fmt::runtime(count.remark), what);
}

}  // namespace

void CorpusReport::note(Location where, std::string problem) {
  constexpr std::size_t most = 5;
  if (first_problems.size() < most) {
    first_problems.push_back({std::move(where), std::move(problem)});
  }
}

void CorpusReport::skip(Location where, std::string problem) {
  ++skipped;
  note(std::move(where), std::move(problem));
}

void CorpusReport::repeat(Location where, std::string_view id) {
  ++repeated_ids;
  note(std::move(where), "found the id " + in_quotes(id) + " again");
}

void CorpusReport::leave_out(Location where, std::string_view name) {
  if (++other_values > 1) return;  // most often all documents have it
  note(std::move(where), "found no text and no number under " + in_quotes(name));
}

void CorpusReport::take(const RecordState& state) {
  ++documents;
  cut += state.was_cut ? 1U : 0U;
  unclosed += state.is_unclosed ? 1U : 0U;
  undecoded += state.bad_bytes > 0 ? 1U : 0U;
  bad_bytes += state.bad_bytes;
  if (state.was_cut) note(state.where, "found more bytes than allowed");
  if (state.is_unclosed) note(state.where, "found the beginning of a record and not its end");
  if (state.bad_bytes > 0) {
    note(state.where, fmt::format("found {} bytes that are no characters", state.bad_bytes));
  }
}

bool CorpusReport::is_whole() const noexcept {
  return std::none_of(count_table.begin(), count_table.end(), [&](const Count& count) {
    return count.is_damage && this->*count.number > 0;
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
    all.emplace_back(named(count, "documents"), this->*count.number);
  }
  return all;
}

std::vector<std::string> CorpusReport::remarks(std::string_view what) const {
  std::vector<std::string> lines;
  for (const Count& count : count_table) {
    const std::uint64_t number = this->*count.number;
    if (number == 0 && !lines.empty()) continue;
    lines.push_back(fmt::format("{} {}", number, named(count, what)));
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

}  // namespace podium
