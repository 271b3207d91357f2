#include "podium/core/measure/spelling.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace podium {

namespace {

// What other programs and papers call a measure.
constexpr std::array<std::pair<std::string_view, std::string_view>, 19> synonyms = {{
    {"ap", "map"},
    {"map_cut", "map"},
    {"average_precision", "map"},
    {"mrr", "rr"},
    {"recip_rank", "rr"},
    {"reciprocal_rank", "rr"},
    {"precision", "p"},
    {"r", "recall"},
    {"ndcg_cut", "ndcg"},
    {"r_prec", "rprec"},
    {"r-prec", "rprec"},
    {"r_precision", "rprec"},
    {"r-precision", "rprec"},
    {"hit", "success"},
    {"hits", "success"},
    {"hitrate", "success"},
    {"hit_rate", "success"},
    {"compat", "compatibility"},
    {"kendall_tau", "kendall"},
}};

/// Where the cutoff of "p_10" or "p.10" begins, the separator included; its end when it has none.
std::size_t trec_cutoff(std::string_view name) {
  const std::size_t separator = name.find_last_not_of("0123456789");
  if (separator == std::string_view::npos || separator == 0 || separator + 1 == name.size() ||
      (name[separator] != '_' && name[separator] != '.')) {
    return name.size();
  }
  return separator;
}

}  // namespace

std::string native_spelling(std::string_view name) {
  constexpr std::string_view interpolated = "iprec_at_recall_";
  if (name.starts_with(interpolated)) {
    return "iprec(recall=" + std::string(name.substr(interpolated.size())) + ")";
  }
  const std::size_t end = std::min(name.find_first_of("(@"), name.size());
  std::string_view base = name.substr(0, end);
  std::string rest(name.substr(end));
  if (const std::size_t cutoff = trec_cutoff(base); rest.empty() && cutoff < base.size()) {
    rest = "@" + std::string(base.substr(cutoff + 1));
    base = base.substr(0, cutoff);
  }
  const auto* const found =
      std::ranges::find(synonyms, base, [](const auto& s) { return s.first; });
  return std::string(found == synonyms.end() ? base : found->second) + rest;
}

}  // namespace podium
