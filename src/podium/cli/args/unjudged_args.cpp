#include "podium/cli/args/unjudged_args.hpp"

namespace podium::cli {

void UnjudgedArgs::add_to(Command& command, const std::vector<std::string>& needed) {
  command
      .choice("--unjudged", choice, unjudged_names,
              "treatment of documents without a judgement: reject the data set (refuse), "
              "give them label 0 (rest), or drop them; a query without judgements is rejected "
              "(refuse) or dropped")
      .needs_one_of(needed);
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
                                       "; --unjudged rest gives such documents label 0, "
                                       "--unjudged drop drops them");
  }
}

}  // namespace podium::cli
