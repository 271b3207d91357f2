#include "podium/research/joint/system_deals.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "podium/core/base/error.hpp"
#include "podium/core/base/resampling.hpp"
#include "podium/core/base/special_functions.hpp"
#include "podium/research/joint/joint_points.hpp"

namespace podium::research {

namespace {

/// A block as deals need it: rows of values, and the sums of squares that deals keep.
class Layout {
 public:
  explicit Layout(const SystemBlock& block)
      : systems_(block.systems()),
        measures_(block.measures()),
        queries_(block.queries()),
        value_(systems_ * measures_ * queries_),
        within_(measures_, 0.0) {
    expects(systems_ >= 2 && queries_ >= 2, "at least two systems and two queries");
    for (std::size_t q = 0; q < queries_; ++q) {
      for (std::size_t m = 0; m < measures_; ++m) {
        double mean = 0.0;
        for (std::size_t s = 0; s < systems_; ++s) {
          const double v = block.value[s][m][q];
          value_[(q * systems_ + s) * measures_ + m] = v;
          mean += v / static_cast<double>(systems_);
        }
        for (std::size_t s = 0; s < systems_; ++s) {
          within_[m] += (block.value[s][m][q] - mean) * (block.value[s][m][q] - mean);
        }
      }
    }
  }

  std::size_t systems() const { return systems_; }
  std::size_t measures() const { return measures_; }
  std::size_t queries() const { return queries_; }

  /// Adds the values of a query, of system order[s] to those of system s.
  void add(std::size_t query, std::span<const std::size_t> order, std::span<double> sum) const {
    for (std::size_t s = 0; s < systems_; ++s) {
      const double* from = value_.data() + (query * systems_ + order[s]) * measures_;
      for (std::size_t m = 0; m < measures_; ++m) sum[s * measures_ + m] += from[m];
    }
  }

  /// sqrt(2 MSE / m) of a measure with these means, [system][measure].
  double error(std::span<const double> mean, std::size_t measure) const {
    const auto k = static_cast<double>(systems_);
    const auto m = static_cast<double>(queries_);
    double grand = 0.0;
    for (std::size_t s = 0; s < systems_; ++s) grand += mean[s * measures_ + measure] / k;
    double between = 0.0;
    for (std::size_t s = 0; s < systems_; ++s) {
      const double gap = mean[s * measures_ + measure] - grand;
      between += m * gap * gap;
    }
    const double mse = std::max(within_[measure] - between, 0.0) / ((m - 1.0) * (k - 1.0));
    return std::sqrt(std::max(2.0 * mse / m, 1e-300));
  }

 private:
  std::size_t systems_;
  std::size_t measures_;
  std::size_t queries_;
  std::vector<double> value_;  ///< [query][system][measure]
  std::vector<double> within_;
};

/// The means of all blocks, [system][measure] each.
using BlockMeans = std::vector<std::vector<double>>;
using Statistic = std::function<double(const BlockMeans&)>;

BlockMeans means_of(std::span<const Layout> layouts,
                    const std::function<void(std::span<std::size_t>)>& deal) {
  BlockMeans means;
  for (const Layout& layout : layouts) {
    std::vector<double>& mean = means.emplace_back(layout.systems() * layout.measures(), 0.0);
    std::vector<std::size_t> order(layout.systems());
    for (std::size_t q = 0; q < layout.queries(); ++q) {
      std::iota(order.begin(), order.end(), std::size_t{0});
      deal(order);
      layout.add(q, order, mean);
    }
    for (double& value : mean) value /= static_cast<double>(layout.queries());
  }
  return means;
}

/// The number of all deals, or `most` + 1 when there are more.
std::size_t number_of_deals(std::span<const Layout> layouts, std::size_t most) {
  double deals = 1.0;
  for (const Layout& layout : layouts) {
    for (std::size_t q = 0; q < layout.queries(); ++q) {
      for (std::size_t s = 2; s <= layout.systems(); ++s) deals *= static_cast<double>(s);
      if (deals > static_cast<double>(most)) return most + 1;
    }
  }
  return static_cast<std::size_t>(deals);
}

/// The permutation number `index` of the order, by its digits in the factorial number system.
void set_permutation(std::size_t& index, std::span<std::size_t> order) {
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[index % i]);
    index /= i;
  }
}

std::vector<double> dealt(std::span<const Layout> layouts, const Statistic& statistic,
                          const DealOptions& options, bool& is_exact) {
  const std::size_t all = number_of_deals(layouts, options.draws);
  is_exact = all <= options.draws;
  if (!is_exact) {
    return resampled(options.draws, options.seed, "deals", [&](RandomStream& stream) {
      return statistic(
          means_of(layouts, [&](std::span<std::size_t> order) { stream.shuffle(order); }));
    });
  }
  std::vector<double> values;
  for (std::size_t i = 0; i < all; ++i) {
    std::size_t index = i;
    values.push_back(statistic(
        means_of(layouts, [&](std::span<std::size_t> order) { set_permutation(index, order); })));
  }
  return values;
}

DealTest deal_test(std::span<const Layout> layouts, const Statistic& statistic,
                   const DealOptions& options) {
  DealTest test;
  test.statistic = statistic(means_of(layouts, [](std::span<std::size_t>) {}));
  FlippedPoints shares;  // its rule for p values of draws
  const std::vector<double> null = dealt(layouts, statistic, options, shares.is_exact);
  shares.draws = null.size();
  const auto count = [&](auto&& reaches) {
    return shares.share(static_cast<std::size_t>(std::ranges::count_if(null, reaches)));
  };
  test.p_holds = count([&](double v) { return v >= test.statistic - equal_t; });
  test.p_refuted = count([&](double v) { return v <= test.statistic + equal_t; });
  return test;
}

std::vector<Layout> layouts_of(std::span<const SystemBlock> blocks) {
  std::vector<Layout> layouts;
  for (const SystemBlock& block : blocks) layouts.emplace_back(block);
  return layouts;
}

/// Largest mean of the group less the place-th largest of the others, for a measure.
double lead(const Layout& layout, std::span<const double> mean, std::size_t measure,
            const BestQuestion& question) {
  double best = -HUGE_VAL;
  std::vector<double> others;
  for (std::size_t s = 0; s < layout.systems(); ++s) {
    const double value = mean[s * layout.measures() + measure];
    if (std::ranges::count(question.group, s) > 0) {
      best = std::max(best, value);
    } else {
      others.push_back(value);
    }
  }
  return best - nth_largest(others, question.place);
}

/// Winning numbers of all blocks, [system][measure].
std::vector<double> wins_of(std::span<const Layout> layouts, const BlockMeans& means,
                            const WinsQuestion& question) {
  const std::size_t systems = layouts[0].systems();
  const std::size_t measures = layouts[0].measures();
  std::vector<double> wins(systems * measures, 0.0);
  for (std::size_t b = 0; b < layouts.size(); ++b) {
    for (std::size_t m = 0; m < measures; ++m) {
      const double error = layouts[b].error(means[b], m);
      for (std::size_t i = 0; i < systems; ++i) {
        for (std::size_t k = 0; k < systems; ++k) {
          if (i == k) continue;
          double gap = means[b][i * measures + m] - means[b][k * measures + m];
          if (question.is_smallest) gap = -gap;
          wins[i * measures + m] += question.is_smoothed ? normal_upper_tail(-gap / error)
                                    : gap > equal_t      ? 1.0
                                                         : 0.0;
        }
      }
    }
  }
  return wins;
}

/// For each measure, how far the group is above the rest.
std::vector<double> wins_lead(std::span<const double> wins, std::size_t measures,
                              const WinsQuestion& question) {
  const auto mean_over = [&](std::span<const std::size_t> systems, std::size_t m) {
    double sum = 0.0;
    for (const std::size_t s : systems) sum += wins[s * measures + m];
    return sum / static_cast<double>(systems.size());
  };
  std::vector<double> leads;
  for (std::size_t m = 0; m < measures; ++m) {
    double other = mean_over(question.rest, m);
    if (question.group.size() == 1) {
      for (const std::size_t s : question.rest) other = std::max(other, wins[s * measures + m]);
    }
    leads.push_back(mean_over(question.group, m) - other);
  }
  return leads;
}

}  // namespace

double difference_error(const SystemBlock& block, std::size_t measure) {
  const std::vector<Layout> layouts = layouts_of(std::span(&block, 1));
  return layouts[0].error(means_of(layouts, [](std::span<std::size_t>) {})[0], measure);
}

DealTest best_system_test(std::span<const SystemBlock> blocks, const BestQuestion& question,
                          const DealOptions& options) {
  const std::vector<Layout> layouts = layouts_of(blocks);
  const auto leads = [&](const BlockMeans& means, bool in_errors) {
    std::vector<double> t;
    for (std::size_t b = 0; b < layouts.size(); ++b) {
      for (std::size_t m = 0; m < layouts[b].measures(); ++m) {
        t.push_back(lead(layouts[b], means[b], m, question) /
                    (in_errors ? layouts[b].error(means[b], m) : 1.0));
      }
    }
    return t;
  };
  DealTest test = deal_test(
      layouts,
      [&](const BlockMeans& means) { return nth_largest(leads(means, true), question.wanted); },
      options);
  const std::vector<double> seen = leads(means_of(layouts, [](std::span<std::size_t>) {}), false);
  test.count =
      static_cast<std::size_t>(std::ranges::count_if(seen, [](double v) { return v > equal_t; }));
  return test;
}

DealTest winning_number_test(std::span<const SystemBlock> blocks, const WinsQuestion& question,
                             const DealOptions& options) {
  const std::vector<Layout> layouts = layouts_of(blocks);
  const auto leads = [&](const BlockMeans& means, const WinsQuestion& how) {
    return wins_lead(wins_of(layouts, means, how), layouts[0].measures(), how);
  };
  DealTest test = deal_test(
      layouts,
      [&](const BlockMeans& means) { return nth_largest(leads(means, question), question.wanted); },
      options);
  WinsQuestion plain = question;
  plain.is_smoothed = false;
  const std::vector<double> seen = leads(means_of(layouts, [](std::span<std::size_t>) {}), plain);
  // The best may share its place, as in the paper's own tables.
  test.count = static_cast<std::size_t>(std::ranges::count_if(
      seen, [&](double v) { return question.group.size() == 1 ? v > -equal_t : v > equal_t; }));
  return test;
}

}  // namespace podium::research
