#include "podium/core/measure/err.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/error.hpp"
#include "podium/core/measure/terms.hpp"

namespace podium {

namespace {

/// R of a label, without the overflow of (2^label - 1) / 2^top.
double stop_probability(double label, double top) {
  return label > 0.0 ? std::exp2(label - top) - std::exp2(-top) : 0.0;
}

double top_grade_of(const JudgedRanking& judged, double given) {
  const double highest =
      judged.ideal_label().empty() ? 0.0 : std::max(0.0, judged.ideal_label().front());
  if (given == 0.0) return highest;
  if (highest > given) {
    throw UsageError("err: label " + to_text(highest) + " is above the highest grade " +
                     to_text(given) + "; err(max=" + to_text(highest) + ")");
  }
  return given;
}

/// Probability of stopping at each of the first `count` ranks of the group [begin, end), given
/// that the reader came to it; the last value is that of passing the whole group.
std::vector<double> stops_of_group(const JudgedRanking& judged, std::size_t begin, std::size_t end,
                                   std::size_t count, double top) {
  std::vector<double> pass;
  double pass_all = 1.0;
  for (std::size_t rank = begin; rank < end; ++rank) {
    pass.push_back(1.0 - stop_probability(judged.ranked_label()[rank], top));
    pass_all *= pass.back();
  }
  const std::vector<double> still = mean_products(pass, count);
  std::vector<double> stops;
  for (std::size_t t = 1; t <= count; ++t) stops.push_back(still[t - 1] - still[t]);
  stops.push_back(pass_all);
  return stops;
}

double expected_reciprocal(const JudgedRanking& judged, std::size_t cutoff, double top,
                           Explanation* explanation) {
  const std::size_t limit = std::min(cutoff, judged.size());
  double sum = 0.0;
  double still_there = 1.0;
  const auto add = [&](std::size_t rank, double stop) {
    sum += still_there * stop / static_cast<double>(rank + 1);
    detail::add_term(explanation, judged, rank, {stop, still_there, sum});
  };
  for (std::size_t begin = 0; begin < limit;) {
    const std::size_t end = judged.group_end(begin);
    if (end == begin + 1) {
      const double stop = stop_probability(judged.ranked_label()[begin], top);
      add(begin, stop);
      still_there *= 1.0 - stop;
    } else {
      const std::size_t count = std::min(end, limit) - begin;
      const auto stops = stops_of_group(judged, begin, end, count, top);
      for (std::size_t t = 0; t < count; ++t) add(begin + t, stops[t]);
      still_there *= stops.back();
    }
    begin = end;
  }
  return sum;
}

}  // namespace

std::vector<double> mean_products(std::span<const double> values, std::size_t count) {
  std::vector<double> mean(count + 1, 0.0);
  mean[0] = 1.0;
  for (std::size_t m = 1; m <= values.size(); ++m) {
    const auto size = static_cast<double>(m);
    for (std::size_t t = std::min(m, count); t > 0; --t) {
      const double share = static_cast<double>(t) / size;
      mean[t] = share * values[m - 1] * mean[t - 1] + (1.0 - share) * mean[t];
    }
  }
  return mean;
}

MeasureFunction make_err(const OptionText& options, std::size_t cutoff, const Profile& profile) {
  const auto parsed = parse_options<ErrOptions>(options);
  const double given = parsed.max > 0.0 ? parsed.max : profile.err_top_grade;
  return [cutoff, given](const JudgedRanking& judged,
                         Explanation* explanation) -> std::optional<double> {
    detail::start_terms(explanation, "sum of stop * still there / rank, stop = (2^label - 1)/2^max",
                        {"stop", "still there", "sum"});
    const double top = top_grade_of(judged, given);
    if (explanation != nullptr) explanation->totals = {{"max", top}};
    return expected_reciprocal(judged, cutoff, top, explanation);
  };
}

}  // namespace podium
