#include "podium/cli/learning/search_budget.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium::cli {

namespace {

struct TimeUnit {
  std::string_view name;
  double seconds;
};
constexpr std::array units = {TimeUnit{"s", 1.0}, TimeUnit{"m", 60.0}, TimeUnit{"min", 60.0},
                              TimeUnit{"h", 3600.0}};

constexpr double most_seconds = 1e9;

}  // namespace

SearchBudget parse_search_budget(const std::string& text) {
  const auto trainings = parse_number<std::size_t>(text);
  if (trainings && *trainings > 0 && *trainings <= 1'000'000) return TrainingCount{*trainings};
  for (const TimeUnit& unit : units) {
    if (!text.ends_with(unit.name)) continue;
    const auto number =
        parse_number<double>(std::string_view(text).substr(0, text.size() - unit.name.size()));
    // Refuses what is not a number, too.
    if (number && *number > 0.0 && *number * unit.seconds <= most_seconds) {
      return SearchTime{*number * unit.seconds};
    }
  }
  throw UsageError("--budget: found " + in_quotes(text) +
                   ", expected a number of trainings, 1 to 1000000, or a time such as 90s, 10min "
                   "or 2h");
}

std::string budget_text(const SearchBudget& budget) {
  if (const auto* count = std::get_if<TrainingCount>(&budget)) {
    return counted(count->trainings, "training");
  }
  return fmt::format("{} seconds", std::get<SearchTime>(budget).seconds);
}

}  // namespace podium::cli
