#include "podium/learning/study/estimate.hpp"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "podium/core/base/version.hpp"

namespace podium {

namespace {

// Seconds to train one model per feature value of the training data: the median of all algorithms
// on the folds of MQ2008 and OHSUMED. Algorithms differ from it by a factor of ten in both
// directions; therefore the times of finished cells are used first.
constexpr double seconds_per_value = 2e-7;

struct Mean {
  double sum = 0.0;
  std::size_t count = 0;
};

}  // namespace

std::vector<CellEstimate> estimated(const Study& study, const StudyResults& known) {
  std::set<std::string> done;
  std::map<std::pair<std::string, std::string>, Mean> by_row;
  for (const CellResult& cell : known.cells) {
    done.insert(cell.key);
    Mean& mean = by_row[{cell.data, cell.row}];
    mean.sum += cell.seconds;
    ++mean.count;
  }
  std::map<std::size_t, double> values;  // of a fold's training data, by data set
  std::vector<CellEstimate> estimates;
  for (const StudyCell& cell : study.cells()) {
    const StudySource& source = study.sources()[cell.data];
    if (done.contains(key_of(study.spec(), source, cell, version()))) {
      estimates.push_back({.is_done = true});
      continue;
    }
    const auto seen = by_row.find({source.name, study.spec().rows[cell.row].name});
    if (seen != by_row.end()) {
      estimates.push_back({.seconds = seen->second.sum / static_cast<double>(seen->second.count)});
      continue;
    }
    if (!values.contains(cell.data)) {
      const Dataset train = source.load(0).train;
      values[cell.data] = static_cast<double>(train.row_count() * train.feature_count());
    }
    estimates.push_back({.seconds = seconds_per_value * values[cell.data] *
                                    static_cast<double>(training_count(study.spec(), cell))});
  }
  return estimates;
}

}  // namespace podium
