#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "podium/labelling/label/session/answer.hpp"
#include "podium/labelling/label/session/bit_matrix.hpp"
#include "podium/labelling/label/session/closure.hpp"

namespace podium::labelling {

/// The known relation of two documents, from the view of the first.
enum class Relation : std::uint8_t { unknown, better, worse, tie, unjudged };

/// An unordered pair of different documents.
struct DocPair {
  DocIndex low = 0;
  DocIndex high = 0;

  auto operator<=>(const DocPair&) const = default;
};

inline DocPair pair_of(DocIndex a, DocIndex b) noexcept {
  return a < b ? DocPair{a, b} : DocPair{b, a};
}

inline DocPair pair_of(const Question& question) noexcept {
  return pair_of(question.left, question.right);
}

/// The known relations of the documents of a query, from one assessor's answers.
///
/// A pair is settled when more than half of `votes` answers agree, when all were given (a tie), or
/// when the assessor cannot judge it (then it counts as a tie, without consequences). A bad
/// document loses against every other one; two bad ones tie. A direct answer overrides consequences
/// of other pairs.
class Knowledge {
 public:
  struct Options {
    std::size_t votes = 1;
    bool infer = true;        ///< consequences of strict preferences count as known
    bool infer_ties = false;  ///< and so do consequences of ties; requires infer
  };

  Knowledge(std::size_t document_count, const Options& options);

  /// Adds an answer; "later" has no effect.
  void learn(const Answer& answer);

  /// Settles a pair as if all votes had agreed.
  void settle(DocIndex better, DocIndex worse);

  Relation relation(DocIndex a, DocIndex b) const noexcept;
  bool is_bad(DocIndex doc) const noexcept { return is_bad_[doc]; }
  std::size_t bad_count() const noexcept { return bad_count_; }

  /// The number of answers counted for a pair so far.
  std::size_t vote_count(const DocPair& pair) const noexcept;

  /// The smallest number of further answers that can settle the pair.
  std::size_t missing_votes(const DocPair& pair) const noexcept;

  /// The consequences of the settled pairs, whether or not relation() uses them. A pair that
  /// contradicts consequences of others has none.
  const Closure& closure() const noexcept { return closure_; }

 private:
  /// The answers to a pair: the lower document is better, the higher one is better, a tie.
  struct Votes {
    DocPair pair;
    std::array<std::size_t, 3> count{};
  };

  const Votes* find(const DocPair& pair) const noexcept;
  void vote(const DocPair& pair, std::size_t kind);
  void settle_as_tie(const DocPair& pair);
  void mark_bad(DocIndex doc);

  Options options_;
  std::vector<Votes> votes_;  ///< ordered by pair
  std::vector<bool> is_bad_;
  std::size_t bad_count_ = 0;
  BitMatrix preferred_;  ///< direct answers: the row's document is better
  BitMatrix tied_;       ///< direct answers
  BitMatrix unjudged_;
  Closure closure_;
};

}  // namespace podium::labelling
