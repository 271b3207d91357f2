#include "podium/learning/study/sweep.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/study/perturb.hpp"

namespace podium {

namespace {

void check_depth(const std::string& value) {
  parse_truth_setting(parse_number<std::size_t>(value) ? "topk:" + value : value);
}

void check_share(const std::string& value) {
  const auto share = parse_number<double>(value);
  if (share && *share >= 0.0 && *share <= 1.0) return;
  throw UsageError("found " + in_quotes(value) + ", expected a share from 0 to 1");
}

template <std::size_t least>
void check_count(const std::string& value) {
  const auto count = parse_number<std::size_t>(value);
  if (count && *count >= least) return;
  throw UsageError("found " + in_quotes(value) + ", expected a number of queries, " +
                   to_text(least) + " or more");
}

std::size_t count_of(const std::string& value) {
  return *parse_number<std::size_t>(value);
}

FoldData with_share(const FoldData& data, const std::string& value, SweepDraw draw) {
  return {with_train_share(data.train, *parse_number<double>(value), draw), data.vali, data.test};
}

FoldData with_training(const FoldData& data, const std::string& value, SweepDraw draw) {
  return {with_queries(data.train, count_of(value), draw, training_draws), data.vali, data.test};
}

/// Training and validation queries in the proportion that the fold has, at least one of each.
FoldData with_labelled(const FoldData& data, const std::string& value, SweepDraw draw) {
  const std::size_t count = count_of(value);
  const auto trains = static_cast<double>(data.train.query_count());
  const double share = trains / (trains + static_cast<double>(data.vali.query_count()));
  const std::size_t train =
      std::clamp(static_cast<std::size_t>(std::round(share * static_cast<double>(count))),
                 std::size_t{1}, count - 1);
  return {with_queries(data.train, train, draw, training_draws),
          with_queries(data.vali, count - train, draw, validation_draws), data.test};
}

FoldData with_noise(const FoldData& data, const std::string& value, SweepDraw draw) {
  return {with_label_noise(data.train, *parse_number<double>(value), draw), data.vali, data.test};
}

constexpr std::array<SweepKind, 5> kinds = {
    SweepKind{.name = "k", .check = check_depth, .is_logarithmic = true},
    SweepKind{.name = "train-share",
              .check = check_share,
              .apply = with_share,
              .counts = "training queries"},
    SweepKind{.name = "train-queries",
              .check = check_count<1>,
              .apply = with_training,
              .is_logarithmic = true,
              .counts = "training queries"},
    SweepKind{.name = "labelled-queries",
              .check = check_count<2>,
              .apply = with_labelled,
              .is_logarithmic = true,
              .counts = "labelled queries",
              .counts_validation = true},
    SweepKind{.name = "label-noise", .check = check_share, .apply = with_noise},
};

}  // namespace

std::span<const SweepKind> sweep_kinds() {
  return kinds;
}

const SweepKind* kind_of(const StudySweep& sweep) {
  const auto found = std::ranges::find(kinds, sweep.over, &SweepKind::name);
  return found == kinds.end() ? nullptr : &*found;
}

bool is_option_sweep(const StudySweep& sweep) {
  return kind_of(sweep) == nullptr;
}

bool is_learning_sweep(const StudySweep& sweep) {
  const SweepKind* kind = kind_of(sweep);
  return kind != nullptr && !kind->counts.empty();
}

}  // namespace podium
