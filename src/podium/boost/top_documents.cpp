#include "podium/boost/top_documents.hpp"

#include <vector>

#include "podium/data/dataset_builder.hpp"

namespace podium {

Dataset top_documents(const Dataset& data) {
  DatasetBuilder builder(data.feature_count());
  std::vector<double> weight;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    GradedTruth truth;
    std::vector<float> values;
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      if (!(view.truth.label[doc] > 0.0)) continue;
      truth.label.push_back(view.truth.label[doc]);
      const auto row = view.features[doc];
      values.insert(values.end(), row.begin(), row.end());
    }
    builder.add_query(std::string(view.id), truth, values);
    weight.push_back(view.weight);
  }
  return std::move(builder).build().with_weights({}, std::move(weight));
}

Dataset top_against_rest(const Dataset& data) {
  std::vector<WeakOrder> truth;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    GradedTruth sides;
    for (const double label : data[q].truth.label) sides.label.push_back(label > 0.0 ? 1.0 : 0.0);
    truth.push_back(weak_order(sides));
  }
  return data.with_truth(truth);
}

}  // namespace podium
