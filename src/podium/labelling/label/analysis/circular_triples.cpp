#include "podium/labelling/label/analysis/circular_triples.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "podium/labelling/label/analysis/left_win.hpp"

namespace podium::labelling {

namespace {

/// Strict answers of one assessor to one query: the documents that each document beat.
using Beaten = std::map<DocIndex, std::set<DocIndex>>;

bool beats(const Beaten& beaten, DocIndex a, DocIndex b) {
  const auto found = beaten.find(a);
  return found != beaten.end() && found->second.contains(b);
}

/// Sums first_win - 1/2 over the answers to each pair.
std::map<std::pair<std::uint32_t, std::uint32_t>, Beaten> beaten_by_session(
    std::span<const PreferenceVote> votes) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, DocIndex, DocIndex>, double> balance;
  for (const PreferenceVote& vote : votes) {
    const std::optional<double> win = first_win(vote.answer);
    if (!vote.stands || !win || vote.answer.question.purpose != Purpose::needed) continue;
    const auto [a, b] = std::minmax(vote.answer.question.left, vote.answer.question.right);
    balance[{vote.assessor, vote.query, a, b}] += *win - 0.5;
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, Beaten> sessions;
  for (const auto& [key, sum] : balance) {
    const auto& [assessor, query, a, b] = key;
    if (sum > 0.0) sessions[{assessor, query}][a].insert(b);
    if (sum < 0.0) sessions[{assessor, query}][b].insert(a);
  }
  return sessions;
}

void count_triples(const Beaten& beaten, CircularTriples& triples) {
  // An acyclic triangle has one path of two steps (a > b > c, closed by a > c), a circular one has
  // three, each closed by c > a.
  std::size_t closed_backwards = 0;
  for (const auto& [a, losers] : beaten) {
    for (const DocIndex b : losers) {
      const auto second = beaten.find(b);
      if (second == beaten.end()) continue;
      for (const DocIndex c : second->second) {
        if (beats(beaten, a, c)) ++triples.triangles;
        if (beats(beaten, c, a)) ++closed_backwards;
      }
    }
  }
  triples.circular += closed_backwards / 3;
  triples.triangles += closed_backwards / 3;
}

}  // namespace

CircularTriples circular_triples(std::span<const PreferenceVote> votes) {
  CircularTriples triples;
  for (const auto& [session, beaten] : beaten_by_session(votes)) count_triples(beaten, triples);
  return triples;
}

}  // namespace podium::labelling
