#include "podium/learning/loss/structural/violated_ranking.hpp"

#include <algorithm>
#include <cstddef>

#include "podium/core/base/error.hpp"

namespace podium {

namespace {

class Search {
 public:
  Search(std::span<const double> relevant, std::span<const double> others,
         std::span<std::uint32_t> relevant_above)
      : relevant_(relevant), others_(others), relevant_above_(relevant_above) {}

  /// Solves for the others begin .. end-1, which are known to lie between `least` and `most`.
  void solve(std::size_t begin, std::size_t end, std::size_t least, std::size_t most) const {
    while (begin < end && least < most) {
      const std::size_t middle = begin + (end - begin) / 2;
      const std::size_t found = best_for(middle, least, most);
      relevant_above_[middle] = static_cast<std::uint32_t>(found);
      solve(begin, middle, least, found);
      begin = middle + 1;
      least = found;
    }
    std::fill(relevant_above_.begin() + static_cast<std::ptrdiff_t>(begin),
              relevant_above_.begin() + static_cast<std::ptrdiff_t>(end),
              static_cast<std::uint32_t>(least));
  }

 private:
  /// The sums are those of delta times RN. What lies beyond `most` adds the same to all of them.
  std::size_t best_for(std::size_t other, std::size_t least, std::size_t most) const {
    const auto n = static_cast<double>(others_.size());
    const auto j = static_cast<double>(other + 1);
    std::size_t best = most;
    double best_sum = 0.0;
    double sum = 0.0;
    for (std::size_t r = most; r-- > least;) {
      const auto i = static_cast<double>(r + 1);
      sum += n * i / ((i + j - 1.0) * (i + j)) - 2.0 * (relevant_[r] - others_[other]);
      if (sum > best_sum) {
        best = r;
        best_sum = sum;
      }
    }
    return best;
  }

  std::span<const double> relevant_;
  std::span<const double> others_;
  std::span<std::uint32_t> relevant_above_;
};

}  // namespace

void find_violated_ranking(std::span<const double> relevant, std::span<const double> others,
                           std::span<std::uint32_t> relevant_above) {
  expects(relevant_above.size() == others.size(), "a place for each document that is not relevant");
  Search(relevant, others, relevant_above).solve(0, others.size(), 0, relevant.size());
}

}  // namespace podium
