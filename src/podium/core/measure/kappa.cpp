#include "podium/core/measure/kappa.hpp"

#include "podium/core/measure/err.hpp"
#include "podium/core/measure/ndcg.hpp"

namespace podium {

MeasureFunction make_kappa_ndcg(const OptionText& options, std::size_t cutoff,
                                const Profile& /*profile*/) {
  return make_ndcg(options, cutoff, find_profile("standard"));
}

MeasureFunction make_kappa_err(const OptionText& options, std::size_t cutoff,
                               const Profile& /*profile*/) {
  return make_err(options, cutoff, find_profile("standard"));
}

}  // namespace podium
