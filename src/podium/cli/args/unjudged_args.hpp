#pragma once

#include <functional>
#include <string>
#include <vector>

#include "podium/cli/command.hpp"
#include "podium/core/format/judged_rows.hpp"

namespace podium::cli {

/// The treatment of rows without a judgement, for commands that label a data set by judgements.
struct UnjudgedArgs {
  Unjudged choice = Unjudged::refuse;

  /// Declares --unjudged with the present choice as its default; it needs one of these flags.
  void add_to(Command& command, const std::vector<std::string>& needed);

  /// The data set of the file `path`, labelled by `label`; reports what was done with such rows.
  /// A refusal names the flag.
  Dataset labelled(const std::string& path, const std::function<JudgedRows(Unjudged)>& label,
                   const Context& context) const;
};

}  // namespace podium::cli
