#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/text/terms/analyser.hpp"

namespace podium::text {

/// A query as typed.
struct QueryText {
  std::string id;
  std::string text;
};

using TermIndex = std::uint32_t;

/// The terms of all queries, numbered from 0 in order of appearance: the terms that a pass over a
/// collection has to count.
class QueryTerms {
 public:
  struct Query {
    std::string id;
    std::vector<TermIndex> term;  ///< in order, repeated ones too

    bool operator==(const Query&) const = default;
  };

  QueryTerms(const std::vector<QueryText>& queries, Analyser& analyser);

  /// Adds terms for later queries.
  void add_words(std::string_view text, Analyser& analyser);

  const std::vector<Query>& queries() const noexcept { return queries_; }
  std::size_t size() const noexcept { return words_.size(); }
  const std::string& word(TermIndex term) const { return words_[term]; }

  std::optional<TermIndex> find(const Term& term) const noexcept {
    if ((hint_[hint_of(term.fingerprint) / 64] >> hint_of(term.fingerprint) % 64 & 1U) == 0) {
      return std::nullopt;
    }
    return found(term);
  }

 private:
  struct Slot {
    std::uint64_t fingerprint = 0;
    TermIndex term = none;
  };
  static constexpr TermIndex none = 0xFFFFFFFFU;

  /// Few words of a text are terms of queries: one bit tells for nearly all others.
  static constexpr std::size_t hint_bits = 16;
  static std::size_t hint_of(std::uint64_t fingerprint) { return fingerprint >> (64 - hint_bits); }

  std::optional<TermIndex> found(const Term& term) const noexcept;
  TermIndex added(const Term& term);
  void insert(std::uint64_t fingerprint, TermIndex term);
  void grow();

  std::vector<Query> queries_;
  std::vector<std::string> words_;
  std::vector<Slot> slot_ = std::vector<Slot>(64);
  std::vector<std::uint64_t> hint_ = std::vector<std::uint64_t>((std::size_t{1} << hint_bits) / 64);
};

}  // namespace podium::text
