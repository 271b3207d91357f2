#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/aggregate/election.hpp"
#include "podium/core/aggregate/majority_table.hpp"
#include "podium/core/base/random.hpp"

/// Elections for tests. Items are capital letters from A on.
namespace podium::fixture {

/// "A(BC)D" has B and C tied.
inline Ballot ballot(std::string_view text, double weight = 1.0) {
  Ballot made{.weight = weight};
  std::size_t tie_begin = 0;
  bool is_tied = false;
  for (const char c : text) {
    if (c == '(') {
      is_tied = true;
      tie_begin = made.size();
    } else if (c == ')') {
      is_tied = false;
    } else {
      if (!is_tied) tie_begin = made.size();
      made.order.push_back(static_cast<ItemIndex>(c - 'A'));
      made.tie_end.push_back(0);
      std::fill(made.tie_end.begin() + static_cast<std::ptrdiff_t>(tie_begin), made.tie_end.end(),
                static_cast<std::uint32_t>(made.size()));
    }
  }
  return made;
}

inline std::vector<ItemIndex> items(std::string_view text) {
  return ballot(text).order;
}

inline std::string text_of(std::span<const ItemIndex> order) {
  std::string text;
  for (const ItemIndex item : order) text += static_cast<char>('A' + item);
  return text;
}

/// Scores that fall by 1 from group to group of tied ranks, down to 0.
inline Ballot with_scores(Ballot made) {
  made.score.assign(made.size(), 0.0);
  for (std::size_t rank = made.size(); rank-- > 0;) {
    const std::size_t end = made.end_of_tie(rank);
    if (end == made.size()) continue;
    made.score[rank] = made.score[end] + 1.0;
  }
  return made;
}

/// The specification's worked example.
inline Election worked_example(std::string_view initial = "EDCBA") {
  return {5,
          {with_scores(ballot("ABCDE", 0.5)), with_scores(ballot("BADCE", 0.3)),
           with_scores(ballot("CABED", 0.2))},
          items(initial)};
}

struct RandomShape {
  bool is_partial = true;
  bool has_ties = true;
  bool has_whole_weights = true;  ///< 0 to 3, so that sums are exact and ties common
};

inline std::vector<ItemIndex> random_order(RandomStream& stream, std::size_t item_count) {
  std::vector<ItemIndex> order(item_count);
  std::iota(order.begin(), order.end(), ItemIndex{0});
  stream.shuffle(std::span(order));
  return order;
}

inline Ballot random_ballot(RandomStream& stream, std::size_t item_count,
                            const RandomShape& shape) {
  Ballot made{.order = random_order(stream, item_count)};
  made.weight =
      shape.has_whole_weights ? static_cast<double>(stream.below(4)) : 0.2 + stream.uniform();
  if (shape.is_partial) made.order.resize(stream.below(item_count + 1));
  for (std::size_t rank = 0; rank < made.size();) {
    const std::size_t longest = shape.has_ties && stream.below(3) == 0 ? made.size() - rank : 1;
    const std::size_t end = rank + 1 + stream.below(longest);
    for (; rank < end; ++rank) made.tie_end.push_back(static_cast<std::uint32_t>(end));
  }
  return with_scores(made);
}

inline Election random_election(RandomStream& stream, std::size_t item_count,
                                std::size_t ballot_count, const RandomShape& shape = {}) {
  std::vector<Ballot> ballots;
  for (std::size_t i = 0; i < ballot_count; ++i) {
    ballots.push_back(random_ballot(stream, item_count, shape));
  }
  return {item_count, std::move(ballots), random_order(stream, item_count)};
}

/// The least Kemeny cost, by trying every order.
inline double least_cost(const MajorityTable& table) {
  std::vector<ItemIndex> order(table.size());
  std::iota(order.begin(), order.end(), ItemIndex{0});
  double least = kemeny_cost(order, table);
  while (std::next_permutation(order.begin(), order.end())) {
    least = std::min(least, kemeny_cost(order, table));
  }
  return least;
}

}  // namespace podium::fixture
