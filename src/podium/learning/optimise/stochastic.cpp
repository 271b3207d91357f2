#include "podium/learning/optimise/stochastic.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/kernels/vectors.hpp"
#include "podium/learning/optimise/descent.hpp"

namespace podium {

double step_in_epoch(Schedule schedule, double step, std::size_t epoch, std::size_t epochs) {
  const auto e = static_cast<double>(epoch);
  switch (schedule) {
    case Schedule::constant:
      return step;
    case Schedule::inverse_sqrt:
      return step / std::sqrt(e);
    case Schedule::inverse:
      return step / e;
    case Schedule::cosine:
      break;
  }
  const double share = (e - 1.0) / static_cast<double>(epochs);
  return step * 0.5 * (1.0 + std::cos(std::numbers::pi * share));
}

namespace {

using detail::expect_numbers;
using detail::norm;

/// One update of the parameters.
struct Update {
  std::span<double> w;
  std::span<const double> gradient;
  std::span<double> memory;  ///< the vectors of the rule, one after the other; zeros at first
  double step = 0.0;
  std::size_t number = 0;  ///< from 1
};

/// How a stochastic optimiser turns a gradient into a step.
struct UpdateRule {
  std::size_t vectors = 0;  ///< of memory, each as long as w
  std::function<void(const Update&)> apply;
};

/// The way through the epochs.
class EpochRun {
 public:
  EpochRun(const SeparableObjective& f, const StochasticOptions& options, const UpdateRule& rule,
           std::span<const double> w, const Snapshot* from)
      : f_(f),
        options_(options),
        rule_(rule),
        w_(w.begin(), w.end()),
        memory_(rule.vectors * w.size()),
        mean_(options.average ? w.size() : 0),
        gradient_(w.size()),
        epoch_gradient_(w.size()),
        order_(f.term_count()) {
    if (from != nullptr) restore(*from);
    const auto now = result_after(epoch_);
    last_result_.assign(now.begin(), now.end());
  }

  bool is_done() const { return epoch_ >= options_.epochs; }
  std::size_t epoch() const { return epoch_; }

  /// The result after the last epoch that was finite.
  std::span<const double> last_result() const { return last_result_; }

  /// Goes through all terms once; false when something is not finite any more.
  bool advance() {
    draw_order(epoch_ + 1);
    value_ = 0.0;
    std::ranges::fill(epoch_gradient_, 0.0);
    const double step =
        step_in_epoch(options_.schedule, options_.step, epoch_ + 1, options_.epochs);
    const std::size_t updates = updates_per_epoch();
    for (std::size_t u = 0; u < updates && std::isfinite(value_); ++u) {
      const std::size_t begin = u * options_.batch;
      const std::size_t size = std::min(options_.batch, order_.size() - begin);
      set_gradient(std::span(order_).subspan(begin, size));
      rule_.apply({w_, gradient_, memory_, step, epoch_ * updates + u + 1});
      if (is_averaging(epoch_ + 1)) add_to_mean(u + 1);
    }
    const auto now = result_after(epoch_ + 1);
    if (!std::isfinite(value_) || !std::isfinite(norm(now))) return false;
    ++epoch_;
    last_result_.assign(now.begin(), now.end());
    return true;
  }

  bool report(const Monitor& monitor) const {
    if (!monitor) return true;
    const std::function<Snapshot()> snapshot = [&] {
      Snapshot made{epoch_, w_};
      made.numbers.insert(made.numbers.end(), memory_.begin(), memory_.end());
      made.numbers.insert(made.numbers.end(), mean_.begin(), mean_.end());
      return made;
    };
    return monitor({epoch_, value_, norm(epoch_gradient_), last_result_, snapshot});
  }

 private:
  void restore(const Snapshot& from) {
    expect_numbers(from.numbers.size(), w_.size() + memory_.size() + mean_.size());
    epoch_ = from.iteration;
    auto number = from.numbers.begin();
    for (std::vector<double>* part : {&w_, &memory_, &mean_}) {
      for (double& x : *part) x = *number++;
    }
  }

  /// Not a continuation of the last epoch's order: a resumed run has to draw the same.
  void draw_order(std::size_t epoch) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    RandomStream(options_.seed, "", "epoch " + std::to_string(epoch)).shuffle(std::span(order_));
  }

  /// One, of the penalty alone, when there are no terms.
  std::size_t updates_per_epoch() const {
    return std::max<std::size_t>(1, (order_.size() + options_.batch - 1) / options_.batch);
  }

  void set_gradient(std::span<const std::size_t> batch) {
    const double share =
        order_.empty() ? 1.0
                       : static_cast<double>(batch.size()) / static_cast<double>(order_.size());
    std::ranges::fill(gradient_, 0.0);
    value_ += f_.add_terms(batch, w_, gradient_);
    for (double& g : gradient_) g /= share;
    value_ += share * f_.add_penalty(w_, gradient_);
    if (!std::isfinite(value_)) f_.explain_not_finite(batch, w_, epoch_ + 1);
    add_scaled(share, gradient_, epoch_gradient_);
  }

  bool is_averaging(std::size_t epoch) const {
    return options_.average && epoch > options_.epochs / 2;
  }

  void add_to_mean(std::size_t update) {
    const std::size_t epochs_before = epoch_ - options_.epochs / 2;
    const auto count = static_cast<double>(epochs_before * updates_per_epoch() + update);
    for (std::size_t i = 0; i < mean_.size(); ++i) mean_[i] += (w_[i] - mean_[i]) / count;
  }

  std::span<const double> result_after(std::size_t epoch) const {
    return is_averaging(epoch) ? mean_ : w_;
  }

  const SeparableObjective& f_;
  const StochasticOptions& options_;
  const UpdateRule& rule_;
  std::vector<double> w_;
  std::vector<double> memory_;
  std::vector<double> mean_;
  std::vector<double> gradient_;
  std::vector<double> epoch_gradient_;
  std::vector<double> last_result_;
  std::vector<std::size_t> order_;
  double value_ = 0.0;
  std::size_t epoch_ = 0;
};

Stop run_all(EpochRun& run, const Monitor& monitor) {
  while (!run.is_done()) {
    if (!run.advance()) return Stop::not_finite;
    if (!run.report(monitor)) return Stop::asked;
  }
  return Stop::iteration_limit;
}

Outcome run_epochs(const SeparableObjective& f, const StochasticOptions& options,
                   const UpdateRule& rule, std::span<double> w, const Monitor& monitor,
                   const Snapshot* from) {
  expects(w.size() == f.dimension(), "as many parameters as the objective has dimensions");
  EpochRun run(f, options, rule, w, from);
  const Stop stop = run_all(run, monitor);
  std::vector<double> gradient(w.size());
  const double value = f.value_and_gradient(run.last_result(), gradient);
  std::ranges::copy(run.last_result(), w.begin());
  const std::size_t passes = run.epoch() + (stop == Stop::not_finite ? 2 : 1);
  return {value, norm(gradient), run.epoch(), passes, stop};
}

}  // namespace

Outcome Sgd::minimise(const SeparableObjective& f, std::span<double> w, const Monitor& monitor,
                      const Snapshot* from) const {
  const auto apply = [this](const Update& update) {
    const std::span<double> v = update.memory;
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = momentum * v[i] + update.gradient[i];
    add_scaled(-update.step, v, update.w);
  };
  return run_epochs(f, run, {1, apply}, w, monitor, from);
}

Outcome Adam::minimise(const SeparableObjective& f, std::span<double> w, const Monitor& monitor,
                       const Snapshot* from) const {
  const auto apply = [this](const Update& update) {
    const std::size_t n = update.w.size();
    const std::span<double> m = update.memory.first(n);
    const std::span<double> v = update.memory.last(n);
    const auto t = static_cast<double>(update.number);
    const double m_scale = 1.0 / (1.0 - std::pow(beta1, t));
    const double v_scale = 1.0 / (1.0 - std::pow(beta2, t));
    for (std::size_t i = 0; i < n; ++i) {
      const double g = update.gradient[i];
      m[i] = beta1 * m[i] + (1.0 - beta1) * g;
      v[i] = beta2 * v[i] + (1.0 - beta2) * g * g;
      update.w[i] -= update.step * (m[i] * m_scale) / (std::sqrt(v[i] * v_scale) + epsilon);
    }
  };
  return run_epochs(f, run, {2, apply}, w, monitor, from);
}

}  // namespace podium
