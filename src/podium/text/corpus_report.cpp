#include "podium/text/corpus_report.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace podium {

namespace {

struct Count {
  std::uint64_t CorpusReport::*number;
  std::string_view remark;
};

constexpr std::array<Count, 10> count_table = {
    Count{&CorpusReport::documents, "documents"},
    Count{&CorpusReport::empty, "documents without text"},
    Count{&CorpusReport::repeated_ids, "documents left out: their id was there before"},
    Count{&CorpusReport::skipped, "pieces left out: no document could be made of them"},
    Count{&CorpusReport::other_records, "records left out: not meant to be documents"},
    Count{&CorpusReport::cut, "documents cut: longer than allowed"},
    Count{&CorpusReport::broken_pages, "pages not parsed: too large or too deep"},
    Count{&CorpusReport::undecoded, "documents with bytes that are no characters"},
    Count{&CorpusReport::bad_bytes, "bytes that are no characters, replaced"},
    Count{&CorpusReport::unknown_encodings, "documents in an unknown encoding, read as UTF-8"},
};

}  // namespace

void CorpusReport::note(std::string problem) {
  constexpr std::size_t most = 5;
  if (first_problems.size() < most) first_problems.push_back(std::move(problem));
}

void CorpusReport::add(const CorpusReport& other) {
  for (const Count& count : count_table) this->*count.number += other.*count.number;
  for (const std::string& problem : other.first_problems) note(problem);
}

std::vector<std::pair<std::string_view, std::uint64_t>> CorpusReport::counts() const {
  std::vector<std::pair<std::string_view, std::uint64_t>> all;
  for (const Count& count : count_table) all.emplace_back(count.remark, this->*count.number);
  return all;
}

std::vector<std::string> CorpusReport::remarks() const {
  std::vector<std::string> lines;
  for (const Count& count : count_table) {
    const std::uint64_t number = this->*count.number;
    if (number > 0 || lines.empty()) lines.push_back(fmt::format("{} {}", number, count.remark));
  }
  lines.insert(lines.end(), first_problems.begin(), first_problems.end());
  return lines;
}

}  // namespace podium
