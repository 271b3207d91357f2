#include "podium/base/named.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/base/suggest.hpp"
#include "podium/base/text.hpp"

namespace podium {

UsageError unknown_name(std::string_view what, std::string_view name,
                        std::span<const std::string_view> known) {
  const std::vector<std::string_view> closest = closest_names(name, known);
  const std::string suggestion =
      closest.empty() ? "" : fmt::format(" did you mean {}?", fmt::join(closest, " or "));
  return UsageError(fmt::format("unknown {} {};{} known are: {}", what, in_quotes(name), suggestion,
                                fmt::join(known, ", ")));
}

}  // namespace podium
