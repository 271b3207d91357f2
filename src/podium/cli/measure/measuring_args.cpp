#include "podium/cli/measure/measuring_args.hpp"

#include "podium/base/error.hpp"
#include "podium/data/unjudged.hpp"

namespace podium {

void add_define(Command& command, std::vector<std::string>& definitions) {
  command
      .option("--define", definitions,
              "measure of your own, for example 'my=sum(gain*0.8^(rank-1))@10'; see "
              "docs/measures.md")
      .value("NAME=FORMULA")
      .one_each_time();
}

void MeasuringArgs::add_to(Command& command) {
  add_define(command, define);
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

}  // namespace podium
