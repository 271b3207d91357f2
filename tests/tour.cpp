// The pipeline on one page: a file becomes a data set, scores become rankings, rankings become
// numbers, and two rankers are compared. docs/tour.md shows this program; a test runs it.
#include <cstdio>
#include <filesystem>
#include <vector>

#include "podium/core/format/read.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/prepare/normalise.hpp"
#include "podium/core/synth/synth.hpp"
#include "podium/learning/experiment/compare.hpp"

using namespace podium;  // NOLINT(google-build-using-namespace): a program, not a header

// A ranker is whatever gives a score to each row; this one looks at a single feature.
std::vector<double> scores_of_feature(const Dataset& data, std::size_t feature) {
  std::vector<double> scores;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView query = data[q];
    for (DocIndex doc = 0; doc < query.size(); ++doc) {
      scores.push_back(static_cast<double>(query.features[doc][feature]));
    }
  }
  return scores;
}

int main() {
  // file -> Dataset
  const auto path = std::filesystem::temp_directory_path() / "podium-tour.txt";
  write_dataset(synthesise({.queries = 50, .features = 5}, 1).data, path);
  const Dataset raw = read_dataset(path);
  std::filesystem::remove(path);
  const Dataset data = Normaliser::fit(NormaliserKind::query_minmax, raw).apply(raw);

  // scores -> Ranking -> Measures, under named conventions
  const Profile& profile = find_profile("mslr");
  const std::vector<Measure> measures = parse_measures("ndcg@10,map", profile);
  std::vector<RankerValues> rankers;
  for (std::size_t feature = 0; feature < 3; ++feature) {
    const std::vector<double> scores = scores_of_feature(data, feature);
    Evaluation value = evaluate(scored_queries(data, scores), measures, profile, profile.ties);
    std::printf("feature %s: ndcg@10 %.4f, map %.4f\n", data.feature_name(feature).c_str(),
                value.mean[0], value.mean[1]);
    rankers.push_back({"feature " + data.feature_name(feature), value.query, value.value[0]});
  }

  // Measures -> Report: what was shown, and what was not
  for (const PairComparison& pair : compare(rankers, {}).pairs) {
    std::printf("%s\n", pair.conclusion.c_str());
  }
}
