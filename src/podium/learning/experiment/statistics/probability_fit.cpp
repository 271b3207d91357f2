#include "podium/learning/experiment/statistics/probability_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "podium/core/base/error.hpp"

namespace podium {

namespace {

constexpr double penalty = 1e-6;

std::vector<std::size_t> ascending(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
  return order;
}

/// The negative log likelihood with the penalty, whose terms do not overflow.
double platt_loss(const PlattCurve& curve, std::span<const double> scores,
                  std::span<const double> targets) {
  double sum = 0.5 * penalty * (curve.slope * curve.slope + curve.constant * curve.constant);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double z = curve.slope * scores[i] + curve.constant;
    sum += std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))) - targets[i] * z;
  }
  return sum;
}

/// The step of Newton's method, to be subtracted.
PlattCurve newton_step(const PlattCurve& curve, std::span<const double> scores,
                       std::span<const double> targets) {
  double g_slope = penalty * curve.slope;
  double g_constant = penalty * curve.constant;
  double h_slope = penalty;
  double h_both = 0.0;
  double h_constant = penalty;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double p = curve(scores[i]);
    const double weight = p * (1.0 - p);
    g_slope += (p - targets[i]) * scores[i];
    g_constant += p - targets[i];
    h_slope += weight * scores[i] * scores[i];
    h_both += weight * scores[i];
    h_constant += weight;
  }
  const double determinant = h_slope * h_constant - h_both * h_both;
  return {(h_constant * g_slope - h_both * g_constant) / determinant,
          (h_slope * g_constant - h_both * g_slope) / determinant};
}

/// Neighbours of one value.
struct Block {
  double low = 0.0;
  double high = 0.0;
  double relevant = 0.0;
  double count = 0.0;

  double mean() const { return relevant / count; }
};

}  // namespace

PlattCurve fit_platt(std::span<const double> scores, std::span<const double> relevant) {
  expects(scores.size() == relevant.size(), "a label for each score");
  constexpr int most_steps = 100;
  constexpr double least_step = 1e-14;
  constexpr double rounding = 1e-12;  // of the loss
  const double ones = std::accumulate(relevant.begin(), relevant.end(), 0.0);
  const double zeros = static_cast<double>(relevant.size()) - ones;
  std::vector<double> targets;
  for (const double label : relevant) {
    targets.push_back(label > 0.0 ? (ones + 1.0) / (ones + 2.0) : 1.0 / (zeros + 2.0));
  }
  PlattCurve curve{0.0, 0.0};
  double loss = platt_loss(curve, scores, targets);
  for (int step = 0; step < most_steps; ++step) {
    PlattCurve d = newton_step(curve, scores, targets);
    const auto moved = [&] {
      return PlattCurve{curve.slope - d.slope, curve.constant - d.constant};
    };
    double next = platt_loss(moved(), scores, targets);
    for (; next > loss * (1.0 + rounding) && std::abs(d.slope) + std::abs(d.constant) > least_step;
         next = platt_loss(moved(), scores, targets)) {
      d = {0.5 * d.slope, 0.5 * d.constant};
    }
    curve = moved();
    loss = next;
    if (std::max(std::abs(d.slope), std::abs(d.constant)) < least_step) break;
  }
  return curve;
}

PiecewiseLinear fit_isotonic(std::span<const double> scores, std::span<const double> relevant) {
  expects(scores.size() == relevant.size() && !scores.empty(), "a label for each score");
  std::vector<Block> blocks;
  const std::vector<std::size_t> order = ascending(scores);
  for (std::size_t begin = 0; begin < order.size();) {
    const double score = scores[order[begin]];
    Block own{.low = score, .high = score};
    for (; begin < order.size() && scores[order[begin]] == score; ++begin) {
      own.relevant += relevant[order[begin]];
      own.count += 1.0;
    }
    while (!blocks.empty() && blocks.back().mean() >= own.mean()) {
      const Block& before = blocks.back();
      own = {before.low, own.high, before.relevant + own.relevant, before.count + own.count};
      blocks.pop_back();
    }
    blocks.push_back(own);
  }
  PiecewiseLinear curve;
  for (const Block& block : blocks) {
    for (const double at : {block.low, block.high}) {
      if (!curve.at.empty() && curve.at.back() == at) continue;
      curve.at.push_back(at);
      curve.image.push_back(block.mean());
    }
  }
  if (curve.at.size() == 1) {  // a constant needs a second knot, too
    curve.at.push_back(std::nextafter(curve.at[0], std::numeric_limits<double>::infinity()));
    curve.image.push_back(curve.image[0]);
  }
  return curve;
}

CalibrationError::CalibrationError(std::span<const double> probability, std::size_t bins)
    : probability_(probability), bins_(bins), order_(ascending(probability)) {}

double CalibrationError::operator()(std::span<const double> relevant,
                                    std::span<const std::size_t> copies) const {
  const std::size_t all = copies.empty()
                              ? order_.size()
                              : std::accumulate(copies.begin(), copies.end(), std::size_t{0});
  double error = 0.0;
  double sum = 0.0;  // of probability - relevant in the bin
  std::size_t bin = 0;
  std::size_t room = all / bins_ + (all % bins_ > 0 ? 1 : 0);
  for (const std::size_t i : order_) {
    for (std::size_t left = copies.empty() ? 1 : copies[i]; left > 0;) {
      const std::size_t taken = std::min(left, room);
      sum += static_cast<double>(taken) * (probability_[i] - relevant[i]);
      left -= taken;
      room -= taken;
      if (room > 0) continue;
      error += std::abs(std::exchange(sum, 0.0));
      ++bin;
      room = all / bins_ + (bin < all % bins_ ? 1 : 0);
      if (room == 0) break;  // fewer documents than bins: all are in one
    }
  }
  return error / static_cast<double>(std::max<std::size_t>(all, 1));
}

}  // namespace podium
