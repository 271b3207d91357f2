#pragma once

#include <functional>
#include <string>

#include "podium/cli/command.hpp"
#include "podium/format/judged_rows.hpp"

namespace podium {

/// The treatment of rows without a judgement, for commands that label a data set by judgements.
struct UnjudgedArgs {
  Unjudged choice = Unjudged::refuse;
  bool is_given = false;

  /// Declares --unjudged with the present choice as its default; `needed` is the flag without which
  /// it would say nothing.
  void add_to(Command& command, const std::string& needed);

  /// Throws UsageError when it was given where nothing is labelled.
  void check(const std::string& needed, bool is_used) const;

  /// The data set of the file `path`, labelled by `label`; reports what was done with such rows.
  /// A refusal names the flag.
  Dataset labelled(const std::string& path, const std::function<JudgedRows(Unjudged)>& label,
                   const Context& context) const;
};

}  // namespace podium
