#include "podium/core/measure/preferences.hpp"

#include <algorithm>
#include <cstdint>

#include "podium/core/data/unjudged.hpp"
#include "podium/core/kernels/fenwick.hpp"
#include "podium/core/measure/gain.hpp"
#include "podium/core/measure/terms.hpp"

namespace podium {

namespace {

/// Sums over the preferences that are ordered down to a rank.
struct PreferenceSums {
  double correct = 0.0;
  double ordered = 0.0;
  double correct_weight = 0.0;
  double ordered_weight = 0.0;
};

/// Judged documents that no rank has been given yet, by level.
class Remaining {
 public:
  explicit Remaining(const TruthView& truth)
      : truth_(truth), nodes_(truth.size(), 0), count_(std::span(nodes_)) {
    for (std::size_t doc = 0; doc < truth.size(); ++doc) {
      if (!is_judged(static_cast<DocIndex>(doc))) continue;
      count_.add(truth.level[doc], 1);
      ++size_;
    }
  }

  bool is_judged(DocIndex doc) const noexcept { return podium::is_judged(truth_.label[doc]); }

  void remove(DocIndex doc) {
    count_.add(truth_.level[doc], -1);
    --size_;
  }

  /// Numbers of remaining documents below and above a level.
  std::int64_t below(Level level) const { return count_.prefix(level); }
  std::int64_t above(Level level) const { return size_ - count_.prefix(std::size_t{level} + 1); }

 private:
  TruthView truth_;
  std::vector<std::int64_t> nodes_;
  Fenwick<std::int64_t> count_;
  std::int64_t size_ = 0;
};

/// Goes down an order of documents and calls visit(rank, sums) after each rank up to the cutoff.
template <class Visit>
PreferenceSums summed(const TruthView& truth, std::span<const DocIndex> order, std::size_t cutoff,
                      Visit&& visit) {
  Remaining remaining(truth);
  PreferenceSums sums;
  for (std::size_t rank = 0; rank < std::min(cutoff, order.size()); ++rank) {
    const DocIndex doc = order[rank];
    if (remaining.is_judged(doc)) {
      remaining.remove(doc);
      const auto correct = static_cast<double>(remaining.below(truth.level[doc]));
      const double ordered = correct + static_cast<double>(remaining.above(truth.level[doc]));
      const double weight = discount(Discount::log2, rank);
      sums.correct += correct;
      sums.ordered += ordered;
      sums.correct_weight += weight * correct;
      sums.ordered_weight += weight * ordered;
    }
    visit(rank, sums);
  }
  return sums;
}

/// The sums of the whole ideal list: every preference is ordered and correct.
PreferenceSums ideal_sums(const TruthView& truth, std::size_t cutoff) {
  std::vector<DocIndex> order;
  for (std::size_t doc = 0; doc < truth.size(); ++doc) {
    if (is_judged(truth.label[doc])) order.push_back(static_cast<DocIndex>(doc));
  }
  std::ranges::stable_sort(order,
                           [&](DocIndex a, DocIndex b) { return truth.level[a] > truth.level[b]; });
  return summed(truth, order, cutoff, [](std::size_t, const PreferenceSums&) {});
}

double share(double part, double whole) {
  return whole == 0.0 ? 0.0 : part / whole;
}

/// A measure of the sums at the cutoff, of those of the whole ideal list and of the ideal list cut
/// at the cutoff.
using Quotient = double (*)(const PreferenceSums& sums, const PreferenceSums& all,
                            const PreferenceSums& best);

MeasureFunction make_quotient(const char* formula, std::size_t cutoff, Quotient quotient) {
  return [formula, cutoff, quotient](const JudgedRanking& judged,
                                     Explanation* explanation) -> std::optional<double> {
    detail::start_terms(explanation, formula,
                        {"correct", "ordered", "correct weight", "ordered weight"});
    const PreferenceSums all = ideal_sums(judged.truth(), no_cutoff);
    const PreferenceSums sums = summed(
        judged.truth(), judged.order(), cutoff, [&](std::size_t rank, const PreferenceSums& s) {
          detail::add_term(explanation, judged, rank,
                           {s.correct, s.ordered, s.correct_weight, s.ordered_weight});
        });
    if (explanation != nullptr) explanation->totals = {{"preferences", all.ordered}};
    if (all.ordered == 0.0) return std::nullopt;
    return quotient(sums, all, ideal_sums(judged.truth(), cutoff));
  };
}

}  // namespace

MeasureFunction make_ppref(const OptionText& /*options*/, std::size_t cutoff,
                           const Profile& /*profile*/) {
  return make_quotient("correct preferences, divided by those ordered at k", cutoff,
                       [](const PreferenceSums& sums, const PreferenceSums&,
                          const PreferenceSums&) { return share(sums.correct, sums.ordered); });
}

MeasureFunction make_rpref(const OptionText& /*options*/, std::size_t cutoff,
                           const Profile& /*profile*/) {
  return make_quotient("correct preferences ordered at k, divided by all", cutoff,
                       [](const PreferenceSums& sums, const PreferenceSums& all,
                          const PreferenceSums&) { return share(sums.correct, all.ordered); });
}

MeasureFunction make_wpref(const OptionText& /*options*/, std::size_t cutoff,
                           const Profile& /*profile*/) {
  return make_quotient(
      "weight of the correct preferences, divided by that of the preferences ordered at k", cutoff,
      [](const PreferenceSums& sums, const PreferenceSums&, const PreferenceSums&) {
        return share(sums.correct_weight, sums.ordered_weight);
      });
}

MeasureFunction make_nwppref(const OptionText& /*options*/, std::size_t cutoff,
                             const Profile& /*profile*/) {
  return make_quotient(
      "weight of the correct preferences ordered at k, divided by that of the ideal list", cutoff,
      [](const PreferenceSums& sums, const PreferenceSums&, const PreferenceSums& best) {
        return share(sums.correct_weight, best.correct_weight);
      });
}

MeasureFunction make_appref(const OptionText& /*options*/, std::size_t /*cutoff*/,
                            const Profile& /*profile*/) {
  return [](const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    detail::start_terms(explanation, "sum over the ranks of the rise of rpref times ppref",
                        {"rpref", "ppref", "sum"});
    const double all = ideal_sums(judged.truth(), no_cutoff).ordered;
    double before = 0.0;
    double sum = 0.0;
    const auto add = [&](std::size_t rank, const PreferenceSums& sums) {
      const double recall = share(sums.correct, all);
      const double precision = share(sums.correct, sums.ordered);
      sum += (recall - before) * precision;
      before = recall;
      detail::add_term(explanation, judged, rank, {recall, precision, sum});
    };
    summed(judged.truth(), judged.order(), no_cutoff, add);
    if (explanation != nullptr) explanation->totals = {{"preferences", all}};
    if (all == 0.0) return std::nullopt;
    return sum;
  };
}

}  // namespace podium
