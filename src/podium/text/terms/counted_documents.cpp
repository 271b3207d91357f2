#include "podium/text/terms/counted_documents.hpp"

#include <algorithm>

namespace podium::text {

std::uint32_t CountedDocument::count(TermIndex wanted, std::size_t stream) const noexcept {
  const auto found = std::lower_bound(term.begin(), term.end(), wanted);
  if (found == term.end() || *found != wanted) return 0;
  return frequency[static_cast<std::size_t>(found - term.begin()) * length.size() + stream];
}

CountedDocument CountedDocuments::operator[](std::size_t i) const noexcept {
  const auto begin_of = [i](const std::vector<std::uint64_t>& end) {
    return i == 0 ? std::uint64_t{0} : end[i - 1];
  };
  const std::uint64_t id = begin_of(id_end_);
  const std::uint64_t begin = begin_of(number_end_);
  const auto numbers = std::span(number_).subspan(begin, number_end_[i] - begin);
  const std::size_t terms = (numbers.size() - 2 * streams_) / (1 + streams_);
  return {.id = std::string_view(id_text_).substr(id, id_end_[i] - id),
          .place = place_[i],
          .length = numbers.first(streams_),
          .unique_length = numbers.subspan(streams_, streams_),
          .term = numbers.subspan(2 * streams_, terms),
          .frequency = numbers.subspan(2 * streams_ + terms)};
}

void CountedDocuments::add(std::string_view id, std::uint64_t place, const TermCounter& counter) {
  place_.push_back(place);
  id_text_ += id;
  id_end_.push_back(id_text_.size());
  for (const StreamLength& s : counter.streams()) number_.push_back(s.length);
  for (const StreamLength& s : counter.streams()) number_.push_back(s.unique_length);
  number_.insert(number_.end(), counter.matches().begin(), counter.matches().end());
  for (const TermIndex term : counter.matches()) {
    for (std::size_t s = 0; s < streams_; ++s) number_.push_back(counter.frequency(term, s));
  }
  number_end_.push_back(number_.size());
}

void CountedDocuments::append(const CountedDocuments& others) {
  const auto shifted = [](std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from,
                          std::uint64_t by) {
    for (const std::uint64_t end : from) to.push_back(end + by);
  };
  shifted(id_end_, others.id_end_, id_text_.size());
  shifted(number_end_, others.number_end_, number_.size());
  place_.insert(place_.end(), others.place_.begin(), others.place_.end());
  id_text_ += others.id_text_;
  number_.insert(number_.end(), others.number_.begin(), others.number_.end());
}

}  // namespace podium::text
