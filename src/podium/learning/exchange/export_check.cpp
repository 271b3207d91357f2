#include "podium/learning/exchange/export_check.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/csv_cursor.hpp"
#include "podium/core/prepare/feature_set.hpp"
#include "podium/learning/model/baseline.hpp"
#include "podium/learning/model/query_scorer.hpp"

namespace podium {

namespace {

constexpr std::size_t least_rows = 1000;
constexpr std::size_t most_rows = 20000;
constexpr std::size_t most_steps = 1000000000;
constexpr std::size_t free_values = 200;  ///< of each feature, drawn around its mean
constexpr float large = 1e15F;            ///< beyond it, scores are not finite
constexpr float unknown_word = -1.0F;     ///< no place in a table

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
    const double drawn = feature.shift + scale * random.normal();
    values.push_back(model.words(f) != nullptr ? unknown_word : static_cast<float>(drawn));
  }
  for (const double knot : feature.curve.at) {
    const auto near = static_cast<float>(knot);
    values.insert(values.end(), {near, std::nextafter(near, infinity), near - 1.0F, near * 1.5F});
  }
  values.push_back(model.words(f) != nullptr ? unknown_word : 0.0F);
  if (feature.category) {
    for (const float code : feature.category->value) values.insert(values.end(), 20, code);
  }
  if (model.accepts_missing(f)) values.insert(values.end(), values.size() / 10, std::nanf(""));
  random.shuffle(std::span(values));
  return values;
}

/// Few values, so that some are equal; a column may be constant or missing throughout.
void add_query(const ServedModel& model, std::size_t documents, RandomStream& random,
               CheckRows& rows) {
  constexpr std::size_t columns_of_each_kind = 6;  // one is constant, one is missing
  std::vector<std::size_t> kind(model.inputs());
  for (std::size_t& one : kind) one = random.below(columns_of_each_kind);
  for (std::size_t document = 0; document < documents; ++document) {
    for (std::size_t f = 0; f < model.inputs(); ++f) {
      const auto drawn = static_cast<float>(random.normal());
      const bool is_coarse = random.below(3) == 0;
      const bool is_missing = kind[f] == 1 || random.below(10) == 0;
      const CategoryMeans* words = model.words(f);
      rows.values.push_back(is_missing && model.accepts_missing(f) ? std::nanf("")
                            : words != nullptr
                                ? static_cast<float>(random.below(words->word.size() + 1)) +
                                      unknown_word
                            : kind[f] == 0 ? 0.3F
                            : is_coarse    ? std::round(drawn)
                                           : drawn);
    }
  }
  rows.query_end.push_back(rows.size());
}

CheckRows made_up_queries(const ServedModel& model, std::uint64_t seed) {
  RandomStream random(seed, "", "queries to check an export with");
  CheckRows rows{.features = model.inputs(), .values = {}};
  for (std::size_t documents = 1; rows.size() < least_rows; documents = documents * 2 % 127) {
    add_query(model, documents, random, rows);
  }
  return rows;
}

/// Whether the model scores a document with these values.
bool is_fit(const ServedModel& served, std::span<const float> document) {
  for (std::size_t f = 0; f < document.size(); ++f) {
    if (std::isnan(document[f]) && !served.accepts_missing(f)) return false;
  }
  return true;
}

/// The scores of documents in Podium, and what the parts of a ServedModel see of each.
struct ScoredRows {
  std::vector<double> score;
  std::vector<std::vector<float>> seen;
};

ScoredRows scored_documents(const RankingModel& model, const ServedModel& served,
                            const CheckRows& rows) {
  ScoredRows scored{.score = std::vector<double>(rows.size()), .seen = {}};
  std::vector<float> values = rows.values;
  Workspace workspace;
  QueryScorer(model).score(values, scored.score, workspace);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    scored.seen.push_back(served.completed(rows[row]));
  }
  return scored;
}

ScoredRows scored_queries(const RankingModel& model, const CheckRows& rows) {
  const QueryScorer scorer(model);
  ScoredRows scored;
  std::size_t begin = 0;
  for (const std::size_t end : rows.query_end) {
    const Dataset own = scorer.query_of(
        std::span(rows.values).subspan(begin * rows.features, (end - begin) * rows.features));
    const std::vector<double> scores = score(model, own);
    scored.score.insert(scored.score.end(), scores.begin(), scores.end());
    const Dataset ready = prepared(model.preparation, with_baseline_feature(model, own));
    for (DocIndex doc = 0; doc < ready[0].size(); ++doc) {
      scored.seen.emplace_back(ready.feature_count());
      ready[0].features.part(doc, 1).copy_to(scored.seen.back());
    }
    begin = end;
  }
  return scored;
}

/// The documents of a check as a model that was read from an exported file has them.
class ReadBack {
 public:
  /// Features are found by name. A file in which they had to be renamed has all of them in order.
  ReadBack(RankingModel model, const ServedModel& served) : model_(std::move(model)) {
    const std::vector<std::string>& names = model_.preparation.features.names;
    for (const std::string& name : names) {
      const auto found = std::ranges::find(served.features, name, &ServedFeature::name);
      if (found == served.features.end()) break;
      place_.push_back(static_cast<std::size_t>(found - served.features.begin()));
    }
    if (!names.empty() && place_.size() == names.size()) return;
    place_.resize(model_.preparation.features.count);
    std::iota(place_.begin(), place_.end(), std::size_t{0});
  }

  double score(std::span<const float> document) const {
    std::vector<float> own;
    for (const std::size_t f : place_) own.push_back(document[f]);
    return score_document(model_, own);
  }

 private:
  RankingModel model_;
  std::vector<std::size_t> place_;  ///< of each of its features among those of a document
};

/// A value in a file: a word in quotes, a missing one as nothing in quotes.
std::string cell_text(const CategoryMeans* words, float value) {
  if (words == nullptr) return std::isnan(value) ? "NaN" : to_text(value);
  if (std::isnan(value)) return R"("")";
  if (value >= 0.0F) return quoted_field(words->word[static_cast<std::size_t>(value)]);
  return quoted_field(words->word.empty() ? "unknown" : words->word.back() + "?");
}

}  // namespace

CheckRows made_up_rows(const ServedModel& model, std::uint64_t seed) {
  if (model.query) return made_up_queries(model, seed);
  RandomStream random(seed, "", "rows to check an export with");
  const std::size_t features = model.inputs();
  const auto thresholds = model.thresholds();
  std::vector<std::vector<float>> values;
  std::size_t count = least_rows;
  for (std::size_t f = 0; f < features; ++f) {
    values.push_back(values_of(model, f, thresholds[f], random));
    count = std::max(count, values.back().size());
  }
  std::size_t splits = 1;
  for (const RegressionTree& tree : model.trees) splits += tree.splits.size();
  // A document may have to pass all splits of a tree that is deep.
  const std::size_t most = std::clamp(most_steps / splits, least_rows, most_rows);
  CheckRows rows{.features = features, .values = {}};
  for (std::size_t row = 0; row < std::min(count, most); ++row) {
    for (std::size_t f = 0; f < features; ++f) {
      rows.values.push_back(values[f][row % values[f].size()]);
    }
  }
  return rows;
}

CheckRows rows_of(const RankingModel& model, const ServedModel& served, const Dataset& data) {
  // Words that the model does not know become 0, others their places from 1 on.
  std::vector<CategoryMeans> places;
  for (const CategoryMeans& category : model.preparation.categories) {
    if (!category.has_words || is_set_feature(category.feature)) continue;
    places.push_back(category);
    std::iota(places.back().mean.begin(), places.back().mean.end(), 1.0);
  }
  const Dataset own = with_category_means(with_feature_set(data, own_features(model)), places);
  const std::vector<std::size_t> words = served.inputs_by_kind(true);
  CheckRows rows{.features = own.feature_count(), .values = {}};
  for (std::size_t q = 0; q < own.query_count(); ++q) {
    const FeatureRows features = own[q].features;
    const std::size_t begin = rows.values.size();
    std::size_t unfit = 0;
    std::vector<float> document(own.feature_count());
    for (DocIndex doc = 0; doc < features.size(); ++doc) {
      features.part(doc, 1).copy_to(document);
      for (const std::size_t f : words) document[f] += unknown_word;
      if (is_fit(served, document)) {
        rows.values.insert(rows.values.end(), document.begin(), document.end());
      } else {
        ++unfit;
      }
    }
    if (served.query && unfit > 0) {
      unfit = features.size();
      rows.values.resize(begin);
    } else if (served.query) {
      rows.query_end.push_back(rows.size());
    }
    rows.left_out += unfit;
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
  std::optional<ReadBack> read;
  if (format.read != nullptr) {
    read.emplace(format.read(exported.model, std::string(format.name)), served);
  }
  // The document as the engine scores it, as far as there is a reader of its format.
  const auto score_there = [&](std::span<const float> document) {
    return read ? read->score(document) - exported.constant : served.score(document);
  };
  CheckedExport checked{.rows = std::move(rows), .score = {}, .bound = {}};
  const ScoredRows scored = served.query ? scored_queries(alone, checked.rows)
                                         : scored_documents(alone, served, checked.rows);
  for (std::size_t row = 0; row < checked.rows.size(); ++row) {
    const std::span<const float> document = scored.seen[row];
    const double here = scored.score[row];
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
  std::string text = served.query ? "qid\t" : "";
  for (std::size_t f = 0; f < served.inputs(); ++f) text += served.features[f].name + "\t";
  text += "score\tbound\n";
  std::size_t query = 0;
  for (std::size_t row = 0; row < checked.rows.size(); ++row) {
    if (served.query) {
      if (row == checked.rows.query_end[query]) ++query;
      text += to_text(query + 1) + "\t";
    }
    for (std::size_t f = 0; f < served.inputs(); ++f) {
      text += cell_text(served.words(f), checked.rows[row][f]) + "\t";
    }
    text += to_text(checked.score[row]) + "\t" + to_text(checked.bound[row]) + "\n";
  }
  return text;
}

}  // namespace podium
