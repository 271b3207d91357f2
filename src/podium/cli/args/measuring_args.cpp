#include "podium/cli/args/measuring_args.hpp"

#include <algorithm>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/unjudged.hpp"

namespace podium::cli {

void add_define(Command& command, std::vector<std::string>& definitions,
                std::function<std::string()> text, const std::string& flags) {
  const auto is_used = [&definitions, text = std::move(text)] {
    const std::string used = lower_case(text());
    return std::ranges::all_of(definitions, [&](const std::string& definition) {
      const std::string name = lower_case(trimmed(definition.substr(0, definition.find('='))));
      return used.find(name) != std::string::npos;
    });
  };
  command
      .option("--define", definitions,
              "measure of your own, for example 'my=sum(gain*0.8^(rank-1))@10'; see "
              "docs/measures.md")
      .value("NAME=FORMULA")
      .one_each_time()
      .only_if(is_used, "its NAME in " + flags);
}

void add_intervals(Command& command, IntervalOptions& intervals) {
  add_option_fields(command, intervals);
  command.flag("--confidence")
      .only_if([&] { return intervals.kind != IntervalKind::none; }, "--interval t or bootstrap");
}

void MeasuringArgs::add_to(Command& command, std::function<std::string()> text,
                           const std::string& flags) {
  add_define(command, define, std::move(text), flags);
  command.toggle("--condensed", condensed,
                 "remove documents without a judgement from the rankings before measuring");
  command.choice("--blank", blank, blank_queries_names,
                 "queries without a relevant document: count them, leave them out of all means, or "
                 "report both");
}

std::string MeasuringArgs::rules_text() const {
  std::string text = condensed ? "; condensed" : "";
  if (blank != BlankQueries::keep) {
    text += "; blank " + std::string(blank_queries_names[static_cast<std::size_t>(blank)]);
  }
  return text;
}

void MeasuringArgs::check_unjudged(const std::string& rule) const {
  if (!condensed || parse_unjudged_rule(rule).kind == UnjudgedRule::Kind::drop) return;
  throw UsageError("--condensed removes documents without a judgement, but with --unjudged " +
                   rule + " all documents have a label; give one of the two");
}

void MeasuringArgs::refuse_both() const {
  if (blank != BlankQueries::both) return;
  throw UsageError(
      "--blank both: found two values for each measure, expected one; run it once with keep and "
      "once with skip");
}

}  // namespace podium::cli
