#include "podium/cli/args/baseline_args.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/prepare/added_feature.hpp"
#include "podium/learning/experiment/tuning/tune_plan.hpp"
#include "podium/learning/model/baseline.hpp"
#include "podium/learning/model/fingerprint.hpp"
#include "podium/learning/model/row_scores.hpp"

namespace podium::cli {

namespace {

std::string_view kind_text(BaselineKind kind) {
  constexpr std::array<std::string_view, 3> text = {"a model", "a run", "a file of scores"};
  return text[static_cast<std::size_t>(kind)];
}

std::vector<double> scores_said(const BaselineFile& baseline, const std::string& name,
                                const Dataset& data, const Context& context) {
  BaselineGaps gaps;
  std::vector<double> scores = baseline.scores(data, &gaps);
  if (const std::string remark = gaps.remark(); !remark.empty()) {
    context.say(fmt::format("{}, {}: {}", name, baseline.name(), remark));
  }
  return scores;
}

/// A file of RankLib does not say how many features there are: data of more is not an error of the
/// data.
void refuse_uncounted(const RankingModel& model, const std::string& name, const Dataset& data,
                      bool in_order) {
  const std::size_t own = own_features(model).count;
  const bool is_numbered = in_order || data.columns().feature_name.empty();
  const bool is_uncounted =
      model.training.stop == "imported" && model.training.algorithm == "ranklib";
  if (!is_uncounted || !is_numbered || data.feature_count() <= own) return;
  throw UsageError(fmt::format(
      "{0}: the data has {1} features; the model {2}, the largest number in its RankLib file, "
      "which "
      "does not say how many there are: podium import --from ranklib --feature-count {1} gives it "
      "those of the data",
      name, data.feature_count(), own));
}

/// Tells the user which columns are taken as features of other names.
void say_positions(const std::string& name, const FeatureSet& wanted, const Dataset& data,
                   const Context& context) {
  const FeatureSet given = feature_set_of(data);
  if (given.names.empty() || given.count != wanted.count) return;
  constexpr std::size_t shown = 4;
  std::size_t others = 0;
  std::string names;
  for (std::size_t f = 0; f < given.count; ++f) {
    if (given.name(f) == wanted.name(f) || ++others > shown) continue;
    names += fmt::format("{}{} as {}", names.empty() ? "" : ", ", in_quotes(given.name(f)),
                         in_quotes(wanted.name(f)));
  }
  if (others == 0) return;
  context.say(fmt::format("{}: columns are taken by position: {}{}", name, names,
                          others > shown ? ", ..." : ""));
}

Dataset added(const RankingModel& model, const std::string& name, const Dataset& data,
              std::span<const double> scores) {
  return naming(name, [&] { return with_baseline_scores(model, data, scores); });
}

/// What is trained on top of such scores trusts them too much.
void say_seen(const BaselineFile& baseline, const std::string& name, const Dataset& data,
              const Context& context) {
  const ModelBaseline record = baseline.record();
  if (!record.model) return;
  const std::vector<SeenData>& seen = record.model->training.seen;
  const bool has_seen =
      std::ranges::find(seen, query_fingerprint(data), &SeenData::queries) != seen.end();
  if (!has_seen && std::ranges::all_of(seen, is_comparable, &SeenData::queries)) return;
  context.say(fmt::format(
      "warning: {}: --baseline {} {} seen this data: its scores are better than on new queries",
      name, baseline.name(), has_seen ? "has" : "may have"));
}

}  // namespace

FoundBaseline find_baseline(const std::string& named, const Dataset& data, const Context& context) {
  if (named.empty() || named == best_feature) return nullptr;
  const bool is_file = std::filesystem::exists(named);
  if (is_feature_of(data, named)) {
    if (is_file) {
      context.say(
          fmt::format("--baseline {}: there is a feature and a file of that name; the "
                      "feature is taken; ./{} would be the file",
                      named, named));
    }
    return nullptr;
  }
  if (!is_file) {
    throw UsageError(fmt::format(
        "--baseline: found {}, expected the name or number of a feature, {}, or the file of a run, "
        "of scores or of a model",
        in_quotes(named), best_feature));
  }
  return std::make_shared<const BaselineFile>(named);
}

Dataset with_baseline(const Dataset& data, const std::string& name, const BaselineFile& baseline,
                      const Context& context) {
  say_seen(baseline, name, data, context);
  try {
    const std::vector<double> scores = scores_said(baseline, name, data, context);
    return with_added_feature(data, std::string(baseline_feature), scores);
  } catch (const UsageError& error) {
    // --by-position is about the files of a training, not about its baseline.
    const std::string text = error.what();
    const bool advises = text.find("--by-position") != std::string::npos;
    throw UsageError(
        fmt::format("{}, --baseline {}: {}{}", name, baseline.name(),
                    text.substr(0, advises ? text.find("; --") : std::string::npos),
                    advises ? "; name the columns as the baseline's training data does" : ""));
  }
}

FoundBaseline use_baseline(std::string& named, std::vector<NamedDataset>& parts,
                           const Context& context) {
  FoundBaseline baseline = find_baseline(named, parts.front().data, context);
  if (!baseline) return nullptr;
  if (baseline->kind() == BaselineKind::scores && parts.size() > 1) {
    throw UsageError("--baseline " + baseline->name() +
                     ": one file of scores cannot be that of --train and of other data; a run, "
                     "which names queries and documents, can");
  }
  for (NamedDataset& part : parts) {
    part.data = with_baseline(part.data, part.name, *baseline, context);
  }
  named = baseline_feature;
  return baseline;
}

void say_what_scoring_needs(const RankingModel& model, const Context& context) {
  if (!needs_baseline_file(model)) return;
  context.say(
      "the scores of the baseline are a feature of the model: podium score, evaluate and explain "
      "need those of their data, too, as --baseline");
}

void ModelDataArgs::add_to(Command& command, const std::string& other) {
  Flag& file = command
                   .option(baseline_flag, baseline,
                           "run, or file of scores, of the baseline that the model was trained on "
                           "top of; see podium train --baseline")
                   .reads("FILE");
  Flag& order = add_by_position(command, by_position);
  if (other.empty()) return;
  file.needs(other);
  order.needs(other);
}

Flag& add_by_position(Command& command, bool& by_position) {
  return command.toggle("--by-position", by_position,
                        "take the columns of the data in the order of the model's features, "
                        "whatever their names; otherwise they are found by name, and 'f7' and '7' "
                        "are feature number 7");
}

namespace {

/// A column is read as words because of its name, also where columns are taken in order.
void refuse_renamed_words(const RankingModel& model, const std::string& name, const Dataset& data) {
  const FeatureSet given = feature_set_of(data);
  for (const CategoryMeans& category : model.preparation.categories) {
    const bool is_there = std::ranges::find(given.names, category.feature) != given.names.end();
    if (!category.has_words || is_set_feature(category.feature) || is_there) continue;
    throw UsageError(fmt::format(
        "{}: --by-position: the model has words in {}, which are found by the name of their "
        "column; found no column of that name: rename the column",
        name, in_quotes(category.feature)));
  }
}

Dataset fitting_data(const RankingModel& model, const std::string& name, const ModelDataArgs& args,
                     const Dataset& data, const Context& context) {
  refuse_uncounted(model, name, data, args.by_position);
  if (args.by_position) {
    ModelDataArgs others = args;
    others.by_position = false;
    refuse_renamed_words(model, name, data);
    say_positions(name, own_features(model), data, context);
    return fitting_data(model, name, others,
                        naming(name, [&] { return by_position(data, own_features(model)); }),
                        context);
  }
  const std::string& path = args.baseline;
  const std::string& flag = args.baseline_flag;
  if (!needs_baseline_file(model)) {
    if (!path.empty()) {
      throw UsageError(fmt::format("{} {}: {} {}", flag, path, name,
                                   model.baseline
                                       ? "has its baseline, a model, in its own file"
                                       : "was not trained on top of a run or file of scores"));
    }
    naming(name,
           [&] { say_unused_features(name, "the model", own_features(model), data, context); });
    if (!model.baseline) {
      return naming(name, [&] { return with_feature_set(data, own_features(model)); });
    }
    return added(model, name, data, model_row_scores(*model.baseline->model, name, data));
  }
  const std::string_view needed = kind_text(model.baseline->kind);
  if (path.empty()) {
    throw UsageError(fmt::format(
        "{}: this model was trained on top of {}, whose scores are one of its features; give that "
        "of the data as {}",
        name, needed, flag));
  }
  const BaselineFile file(path);
  if (file.kind() != model.baseline->kind) {
    throw UsageError(fmt::format("{} {}: found {}, expected {}, on top of which {} was trained",
                                 flag, path, kind_text(file.kind()), needed, name));
  }
  naming(name, [&] { say_unused_features(name, "the model", own_features(model), data, context); });
  return added(model, name, data, scores_said(file, name, data, context));
}

}  // namespace

Dataset data_for_model(const RankingModel& model, const std::string& name,
                       const ModelDataArgs& args, const Dataset& data, const Context& context) {
  Dataset own = fitting_data(model, name, args, data, context);
  say_other_units(model, name, own, context);
  say_unseen_categories(model, name, own, context);
  return own;
}

}  // namespace podium::cli
