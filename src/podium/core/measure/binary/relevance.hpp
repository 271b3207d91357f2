#pragma once

#include <array>
#include <cstddef>

#include "podium/core/measure/measure.hpp"

namespace podium {

/// Option of the measures that know relevant and irrelevant documents only.
struct RelevanceOptions {
  double from = 0.0;

  static auto fields() {
    return std::array{field("from", &RelevanceOptions::from, 0.0, 1e6,
                            "smallest relevant label; 0: that of the profile")};
  }
};

/// Whether a label counts as relevant under a profile.
class Relevance {
 public:
  Relevance(const OptionText& options, const Profile& profile)
      : Relevance(parse_options<RelevanceOptions>(options).from, profile) {}
  Relevance(double from, const Profile& profile)
      : from_(from > 0.0 ? from : profile.relevant_from) {}

  bool operator()(double label) const noexcept { return label >= from_; }

  /// Number of relevant documents, retrieved or not.
  std::size_t count(const JudgedRanking& judged) const noexcept {
    std::size_t relevant = 0;
    for (const double label : judged.ideal_label()) {
      if (!(*this)(label)) break;
      ++relevant;
    }
    return relevant;
  }

 private:
  double from_;
};

}  // namespace podium
