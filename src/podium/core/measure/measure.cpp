#include "podium/core/measure/measure.hpp"

#include <array>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/measure/binary/average_precision.hpp"
#include "podium/core/measure/binary/bpref.hpp"
#include "podium/core/measure/binary/interpolated_precision.hpp"
#include "podium/core/measure/binary/precision.hpp"
#include "podium/core/measure/binary/r_precision.hpp"
#include "podium/core/measure/binary/reciprocal_rank.hpp"
#include "podium/core/measure/binary/relevance.hpp"
#include "podium/core/measure/binary/success.hpp"
#include "podium/core/measure/err.hpp"
#include "podium/core/measure/judged.hpp"
#include "podium/core/measure/kappa.hpp"
#include "podium/core/measure/ndcg.hpp"
#include "podium/core/measure/orders/compatibility.hpp"
#include "podium/core/measure/orders/kendall.hpp"
#include "podium/core/measure/orders/rbo.hpp"
#include "podium/core/measure/orders/top_k_loss.hpp"
#include "podium/core/measure/orders/weighted_kendall.hpp"
#include "podium/core/measure/preferences.hpp"
#include "podium/core/measure/rbp.hpp"

namespace podium {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr std::array measure_table = {
    MeasureEntry{.name = "p",
                 .summary = "precision",
                 .reference = "Manning08",
                 .cutoff = CutoffRule::required,
                 .blank = BlankValue::zero,
                 .averages_ties = true,
                 .options = describe_options<RelevanceOptions>,
                 .canonical = canonical_options<RelevanceOptions>,
                 .make = make_precision},
    MeasureEntry{.name = "recall",
                 .summary = "share of the relevant documents that are retrieved",
                 .reference = "Manning08",
                 .cutoff = CutoffRule::required,
                 .averages_ties = true,
                 .options = describe_options<RelevanceOptions>,
                 .canonical = canonical_options<RelevanceOptions>,
                 .make = make_recall},
    MeasureEntry{.name = "map",
                 .summary = "average precision",
                 .reference = "Buckley05",
                 .averages_ties = true,
                 .options = describe_options<RelevanceOptions>,
                 .canonical = canonical_options<RelevanceOptions>,
                 .make = make_average_precision},
    MeasureEntry{.name = "rr",
                 .summary = "reciprocal rank of the first relevant document",
                 .reference = "Voorhees99",
                 .averages_ties = true,
                 .options = describe_options<RelevanceOptions>,
                 .canonical = canonical_options<RelevanceOptions>,
                 .make = make_reciprocal_rank},
    MeasureEntry{.name = "rprec",
                 .summary = "precision at the number of relevant documents",
                 .reference = "Manning08",
                 .cutoff = CutoffRule::none,
                 .averages_ties = true,
                 .options = describe_options<RelevanceOptions>,
                 .canonical = canonical_options<RelevanceOptions>,
                 .make = make_r_precision},
    MeasureEntry{.name = "success",
                 .summary = "1 if a relevant document is retrieved, else 0",
                 .reference = "MacAvaney22",
                 .cutoff = CutoffRule::required,
                 .blank = BlankValue::zero,
                 .averages_ties = true,
                 .options = describe_options<RelevanceOptions>,
                 .canonical = canonical_options<RelevanceOptions>,
                 .make = make_success},
    MeasureEntry{.name = "bpref",
                 .summary = "relevant documents above those judged irrelevant",
                 .reference = "Buckley04",
                 .cutoff = CutoffRule::none,
                 .averages_ties = true,
                 .options = describe_options<RelevanceOptions>,
                 .canonical = canonical_options<RelevanceOptions>,
                 .make = make_bpref},
    MeasureEntry{.name = "iprec",
                 .summary = "largest precision at or beyond a share of the relevant documents",
                 .reference = "Manning08",
                 .cutoff = CutoffRule::none,
                 .options = describe_options<InterpolatedPrecisionOptions>,
                 .canonical = canonical_options<InterpolatedPrecisionOptions>,
                 .make = make_interpolated_precision},
    MeasureEntry{.name = "dcg",
                 .summary = "discounted cumulative gain",
                 .reference = "Jarvelin02",
                 .maximum = infinity,
                 .blank = BlankValue::zero,
                 .averages_ties = true,
                 .make = make_dcg},
    MeasureEntry{.name = "ndcg",
                 .summary = "normalised discounted cumulative gain",
                 .reference = "Burges05",
                 .averages_ties = true,
                 .make = make_ndcg},
    MeasureEntry{.name = "meanndcg",
                 .summary = "mean of NDCG@1 .. NDCG@n for a list of n documents",
                 .reference = "Qin13",
                 .cutoff = CutoffRule::none,
                 .averages_ties = true,
                 .make = make_mean_ndcg},
    MeasureEntry{.name = "err",
                 .summary = "expected reciprocal rank",
                 .reference = "Chapelle09",
                 .blank = BlankValue::zero,
                 .averages_ties = true,
                 .has_top_grade = true,
                 .options = describe_options<ErrOptions>,
                 .canonical = canonical_options<ErrOptions>,
                 .make = make_err},
    MeasureEntry{.name = "rbp",
                 .summary = "rank-biased precision",
                 .reference = "Moffat08",
                 .blank = BlankValue::zero,
                 .averages_ties = true,
                 .options = describe_options<RbpOptions>,
                 .canonical = canonical_options<RbpOptions>,
                 .make = make_rbp},
    MeasureEntry{.name = "kappa-ndcg",
                 .summary = "NDCG of a top-k truth",
                 .reference = "Niu12",
                 .averages_ties = true,
                 .needs_order = true,
                 .make = make_kappa_ndcg},
    MeasureEntry{.name = "kappa-err",
                 .summary = "ERR of a top-k truth",
                 .reference = "Niu12",
                 .blank = BlankValue::zero,
                 .averages_ties = true,
                 .needs_order = true,
                 .make = make_kappa_err},
    MeasureEntry{.name = "wkt",
                 .summary = "weighted Kendall's tau between the ranking and the true order",
                 .reference = "Lan13",
                 .maximum = infinity,
                 .blank = BlankValue::ordinary,
                 .averages_ties = true,
                 .needs_order = true,
                 .smaller_is_better = true,
                 .options = describe_options<WeightedKendallOptions>,
                 .canonical = canonical_options<WeightedKendallOptions>,
                 .make = make_weighted_kendall},
    MeasureEntry{.name = "topk-loss",
                 .summary = "0 if the first k places are correct, else 1",
                 .reference = "Xia09",
                 .cutoff = CutoffRule::required,
                 .blank = BlankValue::ordinary,
                 .averages_ties = true,
                 .needs_order = true,
                 .smaller_is_better = true,
                 .make = make_top_k_loss},
    MeasureEntry{.name = "permutation-loss",
                 .summary = "0 if every place is correct, else 1",
                 .reference = "Xia08",
                 .cutoff = CutoffRule::none,
                 .blank = BlankValue::ordinary,
                 .averages_ties = true,
                 .needs_order = true,
                 .smaller_is_better = true,
                 .make = make_permutation_loss},
    MeasureEntry{.name = "kendall",
                 .summary = "Kendall's tau-b between scores and truth",
                 .reference = "Kendall45",
                 .cutoff = CutoffRule::none,
                 .minimum = -1.0,
                 .averages_ties = true,
                 .make = make_kendall},
    MeasureEntry{.name = "rbo",
                 .summary = "rank-biased overlap with the true order",
                 .reference = "Webber10",
                 .blank = BlankValue::ordinary,
                 .averages_ties = true,
                 .needs_order = true,
                 .options = describe_options<RboOptions>,
                 .canonical = canonical_options<RboOptions>,
                 .make = make_rbo},
    MeasureEntry{.name = "compatibility",
                 .summary = "largest rank-biased overlap with an ideal list",
                 .reference = "Clarke20",
                 .options = describe_options<CompatibilityOptions>,
                 .canonical = canonical_options<CompatibilityOptions>,
                 .make = make_compatibility},
    MeasureEntry{.name = "ppref",
                 .summary = "share of the ordered preferences that are correct",
                 .reference = "Carterette08b",
                 .make = make_ppref},
    MeasureEntry{.name = "rpref",
                 .summary = "share of all preferences that are ordered correctly",
                 .reference = "Carterette08b",
                 .make = make_rpref},
    MeasureEntry{.name = "wpref",
                 .summary = "share of the ordered preferences that are correct, weighted by rank",
                 .reference = "Carterette08b",
                 .make = make_wpref},
    MeasureEntry{.name = "nwppref",
                 .summary = "weight of the correct preferences, divided by that of the ideal list",
                 .reference = "Carterette08b",
                 .make = make_nwppref},
    MeasureEntry{.name = "appref",
                 .summary = "average precision of preferences",
                 .reference = "Carterette08b",
                 .cutoff = CutoffRule::none,
                 .make = make_appref},
    MeasureEntry{.name = "judged",
                 .summary = "share of the retrieved documents that are judged",
                 .reference = "MacAvaney22",
                 .cutoff = CutoffRule::required,
                 .blank = BlankValue::ordinary,
                 .averages_ties = true,
                 .sees_unjudged = true,
                 .make = make_judged},
};

OptionText checked_options(const MeasureEntry& entry, const OptionText& options) {
  if (entry.canonical == nullptr) {
    if (options.empty()) return {};
    throw UsageError(fmt::format("measure {} does not take options", entry.name));
  }
  try {
    return entry.canonical(options);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("measure {}: {}", entry.name, error.what()));
  }
}

std::string canonical_name(const MeasureEntry& entry, const OptionText& options,
                           std::size_t cutoff) {
  std::string name(entry.name);
  for (const auto& [option, value] : options) {
    name += (name.size() == entry.name.size() ? "(" : ",") + option + "=" + value;
  }
  if (!options.empty()) name += ")";
  if (cutoff != no_cutoff) name += "@" + to_text(cutoff);
  return name;
}

void check_cutoff(const MeasureEntry& entry, std::size_t cutoff) {
  const bool has_cutoff = cutoff != no_cutoff;
  if (cutoff == 0)
    throw UsageError(fmt::format("measure {}: the smallest cutoff is 1", entry.name));
  if (entry.cutoff == CutoffRule::none && has_cutoff) {
    throw UsageError(fmt::format("measure {} does not take a cutoff", entry.name));
  }
  if (entry.cutoff == CutoffRule::required && !has_cutoff) {
    throw UsageError(fmt::format("measure {0} needs a cutoff, for example {0}@10", entry.name));
  }
}

void check_profile(const MeasureEntry& entry, std::size_t cutoff, const Profile& profile) {
  const bool is_cut = cutoff != no_cutoff;
  if (has_measure(profile, entry, is_cut)) return;
  const std::string name = std::string(entry.name) + (is_cut ? "@k" : "");
  std::string known;
  for (const char c : profile.measures) known += c == '@' ? "@k" : c == ' ' ? ", " : std::string{c};
  throw UsageError(fmt::format(
      "profile {} does not have {}, because the program that it is named after does not compute "
      "it; it has {}. Profiles with {}: {}",
      profile.name, name, known, name, joined(profiles_with(entry.name, is_cut))));
}

}  // namespace

bool has_measure(const Profile& profile, const MeasureEntry& entry, bool is_cut) {
  return entry.needs_order || entry.sees_unjudged || profile.has(entry.name, is_cut);
}

Measure::Measure(const MeasureEntry& entry, const OptionText& options, std::size_t cutoff,
                 const Profile& profile)
    : entry_(&entry), profile_(profile), cutoff_(cutoff) {
  check_cutoff(entry, cutoff);
  check_profile(entry, cutoff, profile);
  options_ = checked_options(entry, options);
  name_ = canonical_name(entry, options_, cutoff);
  function_ = entry.make(options_, cutoff, profile);
}

Measure Measure::with_top_grade(double highest) const {
  const double grade = profile_.err_top_grade > 0.0 ? profile_.err_top_grade : highest;
  if (!entry_->has_top_grade || options_.contains("max") || !(grade > 0.0)) return *this;
  return {*entry_, merged(options_, {{"max", to_text(grade)}}), cutoff_, profile_};
}

Measure::Measure(const MeasureEntry& entry, std::string name, std::size_t cutoff,
                 MeasureFunction function, const Profile& profile)
    : entry_(&entry),
      name_(std::move(name)),
      profile_(profile),
      cutoff_(cutoff),
      function_(std::move(function)) {}

std::optional<double> Measure::operator()(const JudgedRanking& judged,
                                          Explanation* explanation) const {
  if (entry_->needs_order && judged.truth().is_graded() && judged.truth().size() > 0) {
    throw UsageError(
        name_ +
        " needs an order of the documents, but the truth is graded; use --truth topk:K or " +
        "--truth full");
  }
  if (judged.average_ties() && !entry_->averages_ties) {
    throw UsageError(name_ + " does not support tie rule 'expected'; choose another");
  }
  std::optional<double> value = function_(judged, explanation);
  if (!value && profile_.blank != Blank::skip) value = profile_.blank == Blank::one ? 1.0 : 0.0;
  if (explanation != nullptr && value) explanation->totals.emplace_back(name_, *value);
  return value;
}

std::span<const MeasureEntry> measures() {
  return measure_table;
}

}  // namespace podium
