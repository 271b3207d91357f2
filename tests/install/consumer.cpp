#include <cstdio>
#include <vector>

#include <podium/core/data/dataset_builder.hpp>
#include <podium/core/data/ranking.hpp>
#include <podium/core/measure/measure.hpp>

int main() {
  podium::DatasetBuilder builder(1);
  builder.add_query("q", podium::GradedTruth{{0, 2, 1}}, std::vector<float>{0.1F, 0.9F, 0.5F});
  const podium::Dataset data = std::move(builder).build();
  const auto values = data[0].features.dense();
  const podium::Ranking ranking =
      podium::rank_by_score(std::vector<double>(values.begin(), values.end()));
  const podium::Measure ndcg = podium::parse_measure("ndcg@3", podium::find_profile("standard"));
  const auto value = ndcg(podium::JudgedRanking(data[0].truth, ranking));
  std::printf("%.1f\n", *value);
  return *value == 1.0 ? 0 : 1;
}
