#include "podium/serving/shadow/score_sample.hpp"

#include <algorithm>
#include <cmath>

namespace podium::serving {

void ScoreSample::add(std::span<const double> scores) {
  for (const double score : scores) {
    ++count_;
    sum_ += score;
    least_ = std::min(least_, score);
    greatest_ = std::max(greatest_, score);
    if (sample_.size() < kept) {
      sample_.push_back(score);
    } else if (const std::uint64_t place = random_.below(count_); place < kept) {
      sample_[place] = score;
    }
  }
}

double ScoreSample::quantile(double share) const {
  if (sample_.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> sample = sample_;
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sample.size())));
  const auto place =
      sample.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1) - 1);
  std::ranges::nth_element(sample, place);
  return *place;
}

}  // namespace podium::serving
