#include "podium/learning/learn/trees/tree_gradients.hpp"

#include <gtest/gtest.h>

#include "podium/core/data/random_dataset_fixture.hpp"
#include "podium/core/data/slow_sum_fixture.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {
namespace {

TEST(TreeGradients, SumOverBlocks) {
  const Dataset plain = random_dataset(1, 700, 3);
  RandomStream random(1, "", "weights");
  std::vector<double> weights(plain.query_count());
  for (double& weight : weights) weight = random.uniform();
  const Dataset data = plain.with_weights({}, weights);
  const auto loss = find_loss("squared-error").make({});
  const TrainingTask task{.train = data};
  TreeGradients gradients(task, {find_loss("squared-error"), *loss}, {});
  const QueryBlocks all(data);
  ASSERT_GT(all.ends().size(), 6U);
  const double factor = static_cast<double>(data.query_count()) /
                        slow_sum(all, [&](std::size_t q, double& sum) { sum += weights[q]; });
  for (const std::size_t q : gradients.set().contributing()) {
    EXPECT_EQ(gradients.set().weight(q), factor * weights[q]);
  }

  const TreeEnsemble model{.features = 3};
  (void)gradients.compute(model, TreeSums(data, model));
  const auto total = [&](std::span<const double> values) {
    const auto contributing = gradients.set().contributing();
    return slow_sum(all.among(contributing), [&](std::size_t place, double& sum) {
      const QueryView view = data[contributing[place]];
      for (std::size_t doc = 0; doc < view.size(); ++doc) sum += values[view.first_row + doc];
    });
  };
  EXPECT_EQ(gradients.newton_step(),
            -total(gradients.rows().gradient) / total(gradients.rows().curvature));
}

}  // namespace
}  // namespace podium
