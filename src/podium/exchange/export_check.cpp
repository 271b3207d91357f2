#include "podium/exchange/export_check.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/base/random.hpp"
#include "podium/base/text.hpp"
#include "podium/prepare/feature_set.hpp"

namespace podium {

namespace {

constexpr std::size_t least_rows = 1000;
constexpr std::size_t most_rows = 20000;
constexpr std::size_t free_values = 200;  ///< of each feature, drawn around its mean
constexpr float large = 1e15F;            ///< beyond it, scores are not finite

/// Libraries take values that are smaller still for 0.
float not_tiny(float value) {
  constexpr float tiny = 1e-30F;
  return value != 0.0F && std::abs(value) < tiny ? std::copysign(tiny, value) : value;
}

/// The values that a feature takes, in an order of chance.
std::vector<float> values_of(const ServedModel& model, std::size_t f,
                             std::span<const float> thresholds, RandomStream& random) {
  const ServedFeature& feature = model.features[f];
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> values;
  for (const float t : feature.category ? std::span<const float>() : thresholds) {
    for (const float value : {t, std::nextafter(t, infinity), std::nextafter(t, -infinity)}) {
      if (std::abs(value) < large) values.push_back(not_tiny(value));
    }
  }
  const double scale = feature.scaling == Scaling::linear ? feature.scale : 1.0;
  for (std::size_t i = 0; i < free_values; ++i) {
    values.push_back(static_cast<float>(feature.shift + scale * random.normal()));
  }
  values.push_back(0.0F);
  if (feature.category) {
    for (const float code : feature.category->value) values.insert(values.end(), 20, code);
  }
  if (model.accepts_missing(f)) values.insert(values.end(), values.size() / 10, std::nanf(""));
  random.shuffle(std::span(values));
  return values;
}

}  // namespace

CheckRows made_up_rows(const ServedModel& model, std::uint64_t seed) {
  RandomStream random(seed, "", "rows to check an export with");
  const std::size_t features = model.features.size();
  const auto thresholds = model.thresholds();
  std::vector<std::vector<float>> values;
  std::size_t count = least_rows;
  for (std::size_t f = 0; f < features; ++f) {
    values.push_back(values_of(model, f, thresholds[f], random));
    count = std::max(count, values.back().size());
  }
  CheckRows rows{features, {}};
  for (std::size_t row = 0; row < std::min(count, most_rows); ++row) {
    for (std::size_t f = 0; f < features; ++f) {
      rows.values.push_back(values[f][row % values[f].size()]);
    }
  }
  return rows;
}

CheckRows rows_of(const RankingModel& model, const ServedModel& served, const Dataset& data) {
  const Dataset own = with_feature_set(data, model.preparation.features);
  CheckRows rows{own.feature_count(), {}};
  std::vector<float> document(own.feature_count());
  for (std::size_t q = 0; q < own.query_count(); ++q) {
    const FeatureRows features = own[q].features;
    for (DocIndex doc = 0; doc < features.size(); ++doc) {
      features.part(doc, 1).copy_to(document);
      const auto is_unfit = [&](std::size_t f) {
        return std::isnan(document[f]) && !served.accepts_missing(f);
      };
      bool is_fit = true;
      for (std::size_t f = 0; f < document.size(); ++f) is_fit = is_fit && !is_unfit(f);
      if (is_fit) rows.values.insert(rows.values.end(), document.begin(), document.end());
    }
  }
  return rows;
}

CheckedExport check_export(const RankingModel& model, const ServedModel& served,
                           const ExportFormat& format, const ExportedModel& exported,
                           CheckRows rows) {
  RankingModel alone = model;
  if (const auto* re_ranking = std::get_if<ReRanking>(&model.kind)) {
    alone.kind = ModelKind(re_ranking->first->kind);
  }
  std::optional<RankingModel> read;
  if (format.read != nullptr) read = format.read(exported.model, std::string(format.name));
  // The document as the engine scores it, as far as there is a reader of its format.
  const auto score_there = [&](std::span<const float> document) {
    if (!read) return served.score(document);
    return score_document(*read, document.first(read->preparation.features.count)) -
           exported.constant;
  };
  CheckedExport checked{.rows = std::move(rows), .score = {}, .bound = {}};
  for (std::size_t row = 0; row < checked.rows.size(); ++row) {
    const std::span<const float> document = checked.rows[row];
    const double here = score_document(alone, document);
    const double there = score_there(document);
    const double bound = score_bound(format, served, document);
    checked.worst = std::max(checked.worst, std::abs(here - there));
    if (!(std::abs(here - there) <= bound)) {
      throw NumericError(fmt::format(
          "the exported model gives document {} of the check the score {}, expected {} up to {}; "
          "please report",
          row + 1, there, here, bound));
    }
    checked.score.push_back(here + exported.constant);
    checked.bound.push_back(bound);
  }
  return checked;
}

std::string check_file_text(const ServedModel& served, const CheckedExport& checked) {
  std::string text;
  for (const ServedFeature& feature : served.features) text += feature.name + "\t";
  text += "score\tbound\n";
  for (std::size_t row = 0; row < checked.rows.size(); ++row) {
    for (const float value : checked.rows[row]) {
      text += (std::isnan(value) ? "NaN" : to_text(value)) + "\t";
    }
    text += to_text(checked.score[row]) + "\t" + to_text(checked.bound[row]) + "\n";
  }
  return text;
}

}  // namespace podium
