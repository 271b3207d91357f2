#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "podium/label/session/answer.hpp"
#include "podium/label/session/bit_matrix.hpp"
#include "podium/label/session/closure.hpp"

namespace podium {

/// What is known of two documents, seen from the first.
enum class Relation : std::uint8_t { unknown, better, worse, tie, unjudged };

/// Two different documents, whichever was left.
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

/// What one assessor's answers say of each pair of documents of a query.
///
/// A pair is settled when more than half of `votes` answers agree, or all were given (a tie), or
/// the assessor cannot judge it (then it counts as a tie, but nothing follows from it). A bad
/// document loses against every other one; two bad ones tie. What was said of a pair holds,
/// whatever else follows from other pairs.
class Knowledge {
 public:
  struct Options {
    std::size_t votes = 1;
    bool infer = true;        ///< what follows from strict preferences is known, too
    bool infer_ties = false;  ///< and what follows from ties; of infer only
  };

  Knowledge(std::size_t document_count, const Options& options);

  /// Takes an answer in; "later" says nothing.
  void learn(const Answer& answer);

  /// Takes in that a pair is settled, as if all votes had agreed.
  void settle(DocIndex better, DocIndex worse);

  Relation relation(DocIndex a, DocIndex b) const noexcept;
  bool is_bad(DocIndex doc) const noexcept { return is_bad_[doc]; }
  std::size_t bad_count() const noexcept { return bad_count_; }

  /// Answers that were counted for a pair so far.
  std::size_t vote_count(const DocPair& pair) const noexcept;

  /// Answers that settle the pair when they agree as far as they can.
  std::size_t missing_votes(const DocPair& pair) const noexcept;

  /// What follows from the settled pairs, whether or not relation() makes use of it. From a pair
  /// that contradicts what follows from others nothing does.
  const Closure& closure() const noexcept { return closure_; }

 private:
  /// How often each was said of a pair: the low one is better, the high one is, a tie.
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
  BitMatrix preferred_;  ///< said directly: the row's document is better
  BitMatrix tied_;       ///< said directly
  BitMatrix unjudged_;
  Closure closure_;
};

}  // namespace podium
