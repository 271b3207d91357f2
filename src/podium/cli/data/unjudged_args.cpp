#include "podium/cli/data/unjudged_args.hpp"

namespace podium {

void UnjudgedArgs::add_to(CLI::App& command, const std::string& needed) {
  const auto chosen = field("unjudged", &UnjudgedArgs::choice, unjudged_names, "");
  command
      .add_option_function<std::string>(
          "--unjudged",
          [this, chosen](const std::string& text) {
            chosen.read(this, text);
            is_given = true;
          },
          "with " + needed +
              ": documents that nobody judged are refused, get label 0 (rest), or are left out; "
              "queries that nobody judged are refused or left out")
      ->type_name(chosen.range)
      ->default_str(chosen.text_of(this));
}

void UnjudgedArgs::check(const std::string& needed, bool is_used) const {
  if (is_given && !is_used) {
    throw UsageError("found --unjudged, expected " + needed + " with it");
  }
}

Dataset UnjudgedArgs::labelled(const std::string& path,
                               const std::function<JudgedRows(Unjudged)>& label,
                               const Context& context) const {
  try {
    const JudgedRows rows = label(choice);
    for (const std::string& remark : rows.remarks()) context.say(path + ": " + remark);
    return rows.data;
  } catch (const NotJudged& error) {
    throw DataError(error.where(), error.problem() +
                                       "; with --unjudged rest such documents get label 0, with "
                                       "--unjudged drop they are left out");
  }
}

}  // namespace podium
