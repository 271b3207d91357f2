#include "podium/labelling/label/session/knowledge.hpp"

#include <algorithm>
#include <numeric>

#include "podium/core/base/error.hpp"

namespace podium::labelling {
namespace {

constexpr std::size_t low_better = 0;
constexpr std::size_t high_better = 1;
constexpr std::size_t equally_good = 2;

}  // namespace

Knowledge::Knowledge(std::size_t document_count, const Options& options)
    : options_(options),
      is_bad_(document_count, false),
      preferred_(document_count),
      tied_(document_count),
      unjudged_(document_count),
      closure_(document_count) {
  expects(options.votes > 0, "at least one vote");
}

void Knowledge::learn(const Answer& answer) {
  const DocIndex left = answer.question.left;
  const DocIndex right = answer.question.right;
  const DocPair pair = pair_of(left, right);
  switch (answer.verdict) {
    case Verdict::left:
      vote(pair, left == pair.low ? low_better : high_better);
      break;
    case Verdict::right:
      vote(pair, right == pair.low ? low_better : high_better);
      break;
    case Verdict::tie:
      vote(pair, equally_good);
      break;
    case Verdict::left_bad:
      mark_bad(left);
      break;
    case Verdict::right_bad:
      mark_bad(right);
      break;
    case Verdict::both_bad:
      mark_bad(left);
      mark_bad(right);
      break;
    case Verdict::later:
      break;
    case Verdict::cannot_judge:
      unjudged_.set(left, right);
      unjudged_.set(right, left);
      break;
  }
}

Relation Knowledge::relation(DocIndex a, DocIndex b) const noexcept {
  if (is_bad_[a] || is_bad_[b]) {
    if (is_bad_[a] && is_bad_[b]) return Relation::tie;
    return is_bad_[a] ? Relation::worse : Relation::better;
  }
  if (preferred_.has(a, b)) return Relation::better;
  if (preferred_.has(b, a)) return Relation::worse;
  if (tied_.has(a, b)) return Relation::tie;
  if (options_.infer) {
    if (closure_.is_over(a, b)) return Relation::better;
    if (closure_.is_over(b, a)) return Relation::worse;
    if (closure_.is_equal(a, b)) return Relation::tie;
  }
  return unjudged_.has(a, b) ? Relation::unjudged : Relation::unknown;
}

const Knowledge::Votes* Knowledge::find(const DocPair& pair) const noexcept {
  const auto found = std::ranges::lower_bound(votes_, pair, {}, &Votes::pair);
  return found != votes_.end() && found->pair == pair ? &*found : nullptr;
}

std::size_t Knowledge::vote_count(const DocPair& pair) const noexcept {
  const Votes* votes = find(pair);
  return votes == nullptr
             ? 0
             : std::accumulate(votes->count.begin(), votes->count.end(), std::size_t{0});
}

std::size_t Knowledge::missing_votes(const DocPair& pair) const noexcept {
  const std::size_t majority = options_.votes / 2 + 1;
  const Votes* votes = find(pair);
  if (votes == nullptr) return majority;
  const std::size_t most = *std::max_element(votes->count.begin(), votes->count.end());
  const std::size_t given = vote_count(pair);
  if (most >= majority || given >= options_.votes) return 0;
  return std::min(majority - most, options_.votes - given);
}

void Knowledge::vote(const DocPair& pair, std::size_t kind) {
  if (missing_votes(pair) == 0) return;  // asked again after an undo, and decided meanwhile
  auto votes = std::ranges::lower_bound(votes_, pair, {}, &Votes::pair);
  if (votes == votes_.end() || votes->pair != pair) votes = votes_.insert(votes, Votes{pair, {}});
  ++votes->count[kind];
  const bool has_majority = 2 * votes->count[kind] > options_.votes;
  if (has_majority && kind == low_better) {
    settle(pair.low, pair.high);
  } else if (has_majority && kind == high_better) {
    settle(pair.high, pair.low);
  } else if (has_majority || vote_count(pair) >= options_.votes) {
    settle_as_tie(pair);
  }
}

void Knowledge::settle(DocIndex better, DocIndex worse) {
  preferred_.set(better, worse);
  closure_.add_over(better, worse);
}

void Knowledge::settle_as_tie(const DocPair& pair) {
  tied_.set(pair.low, pair.high);
  tied_.set(pair.high, pair.low);
  if (options_.infer_ties) closure_.add_equal(pair.low, pair.high);
}

void Knowledge::mark_bad(DocIndex doc) {
  if (is_bad_[doc]) return;
  is_bad_[doc] = true;
  ++bad_count_;
}

}  // namespace podium::labelling
