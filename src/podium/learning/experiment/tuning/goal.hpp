#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/measure/measure.hpp"

namespace podium {

/// A measure of the ranking by one of two labels, "ndcg@10(margin)".
struct LabelMeasure {
  Measure measure;
  bool is_second = false;  ///< of the second label
  std::string text;
};

/// What a measure must reach.
struct Bound {
  LabelMeasure of;
  double value = 0.0;        ///< the least value, or its share of the baseline's
  bool is_relative = false;  ///< to the existing ranking
};

/// A measure to make as large as possible while others reach their bounds.
struct Goal {
  LabelMeasure maximised;
  std::vector<Bound> bounds;
};

/// Reads "ndcg@10(rel) subject to ndcg@10(margin) >= -1% and p@1(rel) >= 0.4" for labels of these
/// names; bounds in per cent are changes of the baseline's value. Throws UsageError for other
/// texts, labels and measures, and for a measure that is better when it is smaller.
Goal parse_goal(std::string_view text, const std::array<std::string, 2>& labels,
                const Profile& profile);

}  // namespace podium
