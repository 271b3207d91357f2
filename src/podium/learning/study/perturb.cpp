#include "podium/learning/study/perturb.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/unjudged.hpp"

namespace podium {

namespace {

/// The first draw has the streams that studies without draws always had.
std::string name_of_draw(SweepDraw draw) {
  return draw.number == 0 ? "" : to_text(draw.number + 1);
}

}  // namespace

Dataset with_queries(const Dataset& data, std::size_t count, SweepDraw draw,
                     std::string_view purpose) {
  std::vector<std::size_t> queries(data.query_count());
  std::iota(queries.begin(), queries.end(), std::size_t{0});
  RandomStream(draw.seed, name_of_draw(draw), purpose).shuffle(std::span(queries));
  queries.resize(std::min(queries.size(), count));
  std::ranges::sort(queries);
  return data.subset(queries);
}

Dataset with_train_share(const Dataset& data, double share, SweepDraw draw) {
  const double wanted = std::round(share * static_cast<double>(data.query_count()));
  return with_queries(data, std::max<std::size_t>(1, static_cast<std::size_t>(wanted)), draw,
                      training_draws);
}

Dataset with_label_noise(const Dataset& data, double noise, SweepDraw draw) {
  std::vector<double> labels;
  std::ranges::copy_if(data.columns().label, std::back_inserter(labels), is_judged);
  std::ranges::sort(labels);
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  const std::string purpose = "label noise" + name_of_draw(draw);
  std::vector<WeakOrder> noisy;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    if (!view.truth.is_graded()) {
      throw UsageError("label noise: found an order in query " + std::string(view.id) +
                       ", expected graded labels");
    }
    RandomStream random(draw.seed, view.id, purpose);
    WeakOrder& order = noisy.emplace_back();
    for (const double label : view.truth.label) {
      const double chance = random.uniform();
      const double place = random.uniform();
      order.label.push_back(label);
      if (chance >= noise || labels.size() < 2 || !is_judged(label)) continue;
      const auto own =
          static_cast<std::size_t>(std::ranges::lower_bound(labels, label) - labels.begin());
      const auto other = static_cast<std::size_t>(place * static_cast<double>(labels.size() - 1));
      order.label.back() = labels[other + (other >= own ? 1 : 0)];
    }
    order.level.resize(order.label.size());
    levels_of_labels(order.label, order.level);
  }
  return data.with_truth(noisy);
}

}  // namespace podium
