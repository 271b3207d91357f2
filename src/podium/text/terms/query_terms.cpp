#include "podium/text/terms/query_terms.hpp"

namespace podium::text {

QueryTerms::QueryTerms(const std::vector<QueryText>& queries, Analyser& analyser) {
  for (const QueryText& text : queries) {
    Query& query = queries_.emplace_back(Query{text.id, {}});
    analyser.for_each_term(text.text, [&](const Term& term) { query.term.push_back(added(term)); });
  }
}

void QueryTerms::add_words(std::string_view text, Analyser& analyser) {
  analyser.for_each_term(text, [&](const Term& term) { (void)added(term); });
}

std::optional<TermIndex> QueryTerms::found(const Term& term) const noexcept {
  const std::size_t mask = slot_.size() - 1;
  for (std::size_t at = term.fingerprint & mask; slot_[at].term != none; at = (at + 1) & mask) {
    const Slot& slot = slot_[at];
    if (slot.fingerprint == term.fingerprint && words_[slot.term] == term.text) return slot.term;
  }
  return std::nullopt;
}

TermIndex QueryTerms::added(const Term& term) {
  if (const auto known = find(term)) return *known;
  if (words_.size() * 4 >= slot_.size()) grow();
  const auto index = static_cast<TermIndex>(words_.size());
  words_.emplace_back(term.text);
  hint_[hint_of(term.fingerprint) / 64] |= std::uint64_t{1} << hint_of(term.fingerprint) % 64;
  insert(term.fingerprint, index);
  return index;
}

void QueryTerms::insert(std::uint64_t fingerprint, TermIndex term) {
  const std::size_t mask = slot_.size() - 1;
  std::size_t at = fingerprint & mask;
  while (slot_[at].term != none) at = (at + 1) & mask;
  slot_[at] = {fingerprint, term};
}

void QueryTerms::grow() {
  std::vector<Slot> old(slot_.size() * 2);
  old.swap(slot_);
  for (const Slot& slot : old) {
    if (slot.term != none) insert(slot.fingerprint, slot.term);
  }
}

}  // namespace podium::text
