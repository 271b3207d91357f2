#include "podium/text/terms/counted_documents.hpp"

#include <algorithm>
#include <utility>

#include "podium/core/base/parallel.hpp"

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

CountedDocuments CountedDocuments::joined(std::size_t streams,
                                          std::vector<CountedDocuments> parts) {
  struct Begin {
    std::size_t document = 0;
    std::size_t text = 0;
    std::size_t number = 0;
  };
  std::vector<Begin> begin(parts.size() + 1);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    begin[p + 1] = {begin[p].document + parts[p].size(), begin[p].text + parts[p].id_text_.size(),
                    begin[p].number + parts[p].number_.size()};
  }
  CountedDocuments all(streams);
  all.place_.resize(begin.back().document);
  all.id_end_.resize(begin.back().document);
  all.id_text_.resize(begin.back().text);
  all.number_end_.resize(begin.back().document);
  all.number_.resize(begin.back().number);
  parallel_for(parts.size(), [&](std::size_t p) {
    const CountedDocuments part = std::move(parts[p]);
    const Begin& own = begin[p];
    for (std::size_t d = 0; d < part.size(); ++d) {
      all.id_end_[own.document + d] = own.text + part.id_end_[d];
      all.number_end_[own.document + d] = own.number + part.number_end_[d];
    }
    std::copy(part.place_.begin(), part.place_.end(), all.place_.data() + own.document);
    std::copy(part.id_text_.begin(), part.id_text_.end(), all.id_text_.data() + own.text);
    std::copy(part.number_.begin(), part.number_.end(), all.number_.data() + own.number);
  });
  return all;
}

}  // namespace podium::text
