#pragma once

#include <functional>
#include <string>

#include "podium/cli/command.hpp"
#include "podium/format/judged_rows.hpp"

namespace podium {

/// What commands that label a data set by judgements do with rows that nobody judged.
struct UnjudgedArgs {
  Unjudged choice = Unjudged::refuse;
  bool is_given = false;

  /// Declares --unjudged with the present choice as its default; `needed` is the flag without which
  /// it would say nothing.
  void add_to(Command& command, const std::string& needed);

  /// Throws UsageError when it was given where nothing is labelled.
  void check(const std::string& needed, bool is_used) const;

  /// What `label` makes of the data set in the file `path`, after saying what became of such rows.
  /// A refusal names the flag.
  Dataset labelled(const std::string& path, const std::function<JudgedRows(Unjudged)>& label,
                   const Context& context) const;
};

}  // namespace podium
