#include "podium/learning/model/query_scorer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/kernels/row_values.hpp"
#include "podium/learning/model/baseline.hpp"

namespace podium {

namespace {

RankingModel servable(RankingModel model) {
  if (needs_baseline_file(model)) {
    throw UsageError(
        "found a model that was trained on top of a ranking from a file, which a request does not "
        "have; expected one without a baseline, or with a model as its baseline");
  }
  return model;
}

/// Names the first document whose score is not finite, or one of whose values is missing.
[[noreturn]] void refuse_document(std::size_t doc, const std::string& what) {
  throw NumericError(fmt::format("document {}: {}", doc + 1, what));
}

void refuse_missing_rows(std::span<const float> rows, const FeatureSet& features,
                         std::size_t first) {
  if (!has_nan(rows)) return;
  const auto found = std::ranges::find_if(rows, [](float value) { return std::isnan(value); });
  const auto place = static_cast<std::size_t>(found - rows.begin());
  refuse_document(first + place / features.count,
                  fmt::format("feature {} is missing, and the model needs every value",
                              features.name(place % features.count)));
}

}  // namespace

QueryScorer::QueryScorer(RankingModel model)
    : model_(servable(std::move(model))),
      features_(own_features(model_)),
      words_(words_of(model_.preparation.categories, features_)),
      preparation_(model_.preparation),
      has_documents_(!std::holds_alternative<ReRanking>(model_.kind) && !model_.baseline &&
                     features_.count == model_.preparation.features.count),
      serves_documents_(serving_of(model_.preparation) == Serving::documents) {
  const auto* const trees = std::get_if<TreeEnsemble>(&model_.kind);
  if (trees != nullptr && TreeScorer::takes(*trees)) trees_.emplace(*trees);
}

void QueryScorer::score(std::span<float> rows, std::span<double> scores, Workspace& workspace,
                        std::size_t first) const {
  expects(rows.size() == scores.size() * features_.count, "one score for each row");
  if (has_documents_ && preparation_.takes(rows)) {
    preparation_.prepare(rows);
    score_prepared(rows, scores, workspace, first);
  } else {
    std::ranges::copy(podium::score(model_, query_of(rows)), scores.begin());
  }
}

void QueryScorer::score_prepared(std::span<const float> rows, std::span<double> scores,
                                 Workspace& workspace, std::size_t first) const {
  const FeatureRows documents(rows, features_.count, scores.size());
  std::visit(
      [&](const auto& kind) {
        if (!kind.accepts_missing()) refuse_missing_rows(rows, features_, first);
        trees_ ? trees_->score(documents, scores, workspace)
               : kind.score(documents, scores, workspace);
      },
      model_.kind);
  const auto wrong =
      std::ranges::find_if(scores, [](double score) { return !std::isfinite(score); });
  if (wrong != scores.end()) {
    refuse_document(first + static_cast<std::size_t>(wrong - scores.begin()),
                    fmt::format("found the score {}, expected a finite one", *wrong));
  }
}

Dataset QueryScorer::query_of(std::span<const float> rows) const {
  const std::size_t documents = rows.size() / features_.count;
  DatasetMemory memory;
  memory.feature_count = features_.count;
  memory.first_feature_id = features_.first_id;
  memory.query_end = {documents};
  memory.features.dense = FeatureMatrix(memory.query_end, features_.count, default_memory_limit());
  std::ranges::copy(rows, memory.features.dense.values().begin());
  memory.label.assign(documents, 0.0);
  memory.add_query_id("1");
  for (const std::string& name : features_.names) memory.add_feature_name(name);
  memory.words = words_;
  return build_dataset(std::move(memory));
}

}  // namespace podium
