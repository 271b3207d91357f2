#pragma once

#include <functional>
#include <string>
#include <vector>

#include "podium/cli/command.hpp"
#include "podium/core/measure/blank_queries.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/measure/own/definitions.hpp"
#include "podium/learning/experiment/statistics/mean_interval.hpp"

namespace podium::cli {

/// Declares --define, with which users name measures of their own. It needs `flags`, whose values
/// `text` joins and of which one must name each measure.
void add_define(Command& command, std::vector<std::string>& definitions,
                std::function<std::string()> text, const std::string& flags);

/// Declares --interval and --confidence.
void add_intervals(Command& command, IntervalOptions& intervals);

/// Which documents and queries are measured.
struct MeasuringArgs {
  std::vector<std::string> define;
  bool condensed = false;
  BlankQueries blank = BlankQueries::keep;

  /// See add_define.
  void add_to(Command& command, std::function<std::string()> text, const std::string& flags);

  ListRule lists() const { return condensed ? ListRule::condensed : ListRule::whole; }

  /// Whether documents or queries are left out.
  bool leaves_out() const { return condensed || blank != BlankQueries::keep; }

  /// What is left out, for messages and files; empty when nothing is.
  std::string rules_text() const;

  /// Throws UsageError when lists are to be condensed although the rule for documents that are not
  /// judged gives all of them a label.
  void check_unjudged(const std::string& rule) const;

  /// Throws UsageError for --blank both: the command needs one value of each measure.
  void refuse_both() const;
};

}  // namespace podium::cli
