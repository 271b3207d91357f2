#include "podium/text/terms/term_counter.hpp"

#include <algorithm>
#include <bit>

#include "podium/core/base/error.hpp"

namespace podium::text {

namespace {

/// Calls use(s) for each bit of `streams`.
template <class Use>
void for_each_stream(std::uint32_t streams, Use use) {
  for (; streams != 0; streams &= streams - 1) {
    use(static_cast<std::size_t>(std::countr_zero(streams)));
  }
}

}  // namespace

TermCounter::TermCounter(const Analyser& analyser, const QueryTerms& terms,
                         const StreamLayout& layout)
    : analyser_(analyser.copy_for_thread()),
      terms_(&terms),
      streams_of_(layout.streams_of_fields()),
      length_(layout.stream.size()),
      frequency_(terms.size() * layout.stream.size()),
      is_match_(terms.size(), 0) {}

void TermCounter::clear() {
  const std::size_t streams = length_.size();
  for (const TermIndex term : match_) {
    is_match_[term] = 0;
    std::fill_n(frequency_.begin() + static_cast<std::ptrdiff_t>(term * streams), streams, 0U);
  }
  match_.clear();
  distinct_.clear();
  seen_.clear();
  std::fill(length_.begin(), length_.end(), StreamLength{});
  bad_text_ = 0;
}

void TermCounter::count(std::span<const std::string_view> fields) {
  expects(fields.size() == streams_of_.size(), "a text for each field");
  clear();
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (streams_of_[f] != 0) count_field(fields[f], streams_of_[f]);
  }
  std::sort(match_.begin(), match_.end());
}

void TermCounter::count_field(std::string_view text, std::uint32_t streams) {
  std::uint32_t words = 0;
  bad_text_ += analyser_.for_each_term(text, [&](const Term& term) {
    ++words;
    if (const std::uint32_t fresh = seen_.add(term.fingerprint, streams); fresh != 0) {
      distinct_.push_back({term.fingerprint, fresh});
      for_each_stream(fresh, [&](std::size_t s) { ++length_[s].unique_length; });
    }
    if (const auto match = terms_->find(term)) count_match(*match, streams);
  });
  for_each_stream(streams, [&](std::size_t s) { length_[s].length += words; });
}

void TermCounter::count_match(TermIndex term, std::uint32_t streams) {
  if (is_match_[term] == 0) {
    is_match_[term] = 1;
    match_.push_back(term);
  }
  for_each_stream(streams, [&](std::size_t s) { ++frequency_[term * length_.size() + s]; });
}

}  // namespace podium::text
