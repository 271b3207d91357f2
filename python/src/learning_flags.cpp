#include "learning_flags.hpp"

#include "podium/core/data/unjudged.hpp"
#include "podium/core/format/csv_rows.hpp"
#include "podium/learning/learn/algorithms.hpp"

namespace podium::python {

std::array<OptionField, 11> LearningFlags::fields() {
  using Self = LearningFlags;
  return {
      field("truth", &Self::truth, "form of the labels that the algorithm learns from"),
      field("unjudged", &Self::unjudged, "documents with a label below 0: drop, lowest or label:V"),
      field("metric", &Self::metric, "measure that selects models on validation data"),
      field("profile", &Self::profile, "evaluation conventions"),
      field("ties", &Self::ties, "order of documents with equal scores"),
      field("fill", &Self::fill, "rules for missing values, stored in the model"),
      field("normalise", &Self::normalise, "normalisation of features, stored in the model"),
      field("categorical", &Self::categorical, "features whose values are codes of categories"),
      field("condensed", &Self::condensed, "measure lists without documents that are not judged"),
      field("skip_blank", &Self::skip_blank, "leave queries without a relevant document out"),
      field("seed", &Self::seed, 0, 18'446'744'073'709'551'615U, "seed of all random numbers"),
  };
}

PreparationPlan LearningFlags::preparation(std::string_view algorithm,
                                           const OptionText& options) const {
  return PreparationPlan{.truth = parse_truth_setting(truth),
                         .fill = parse_fill_policy(fill, {FillRule::Kind::automatic}),
                         .normaliser = normaliser_for(algorithm, normalise),
                         .categorical = csv_names(categorical, "categorical"),
                         .splits_sets = splits_sets(algorithm, options),
                         .seed = seed};
}

MetricPlan LearningFlags::metric_plan(const MeasureDefinitions& own,
                                      const OwnMeasure* function) const {
  const Profile& conventions = find_profile(profile);
  return {
      function != nullptr ? function->under(conventions) : parse_measure(metric, conventions, own),
      &conventions, tie_rule(ties, conventions), condensed ? ListRule::condensed : ListRule::whole,
      skip_blank};
}

Dataset LearningFlags::judged(const Dataset& data) const {
  return with_unjudged_rule(data, parse_unjudged_rule(unjudged));
}

TieRule tie_rule(const std::string& ties, const Profile& profile) {
  return ties.empty() ? profile.ties : parse_tie_rule(ties);
}

}  // namespace podium::python
