#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/prepare/fill.hpp"

namespace podium {

namespace {

struct FillArgs {
  std::string file;
  std::string policy;
  std::string profile;
  std::string out;
  ReadOptions read;
};

FillPolicy policy_of(const FillArgs& args, const Dataset& data) {
  if (args.profile.empty()) return parse_fill_policy(args.policy);
  if (!args.policy.empty()) {
    throw UsageError("data fill: found --policy and --profile, expected one of them");
  }
  if (args.profile != "letor3") {
    throw UsageError("fill profile: found " + in_quotes(args.profile) + ", expected letor3");
  }
  return letor3_fill_policy(data);
}

void run_fill(const FillArgs& args, const Context& context) {
  const Dataset data = read_with_remarks(args.file, args.read, FeatureDetail::exact, context);
  const FillPolicy policy = policy_of(args, data);
  const FillResult result = fill_missing(data, policy);
  write_dataset(result.data, args.out);
  context.say(fmt::format("{}: {} missing values filled by {}, {} kept", args.out, result.filled,
                          to_text(policy), result.kept));
}

}  // namespace

void add_data_fill(CLI::App& data, Context& context) {
  const char* summary = "put values where they are missing";
  add_command(data, context, "fill", summary, [](CLI::App& command) -> Action {
    auto args = std::make_shared<FillArgs>();
    command.add_option("file", args->file, "data set")->type_name("FILE")->required();
    add_output(command, args->out, "where to write it; the ending chooses the format");
    command
        .add_option("--policy", args->policy,
                    "RULE,FEATURE=RULE,...; a rule is min, zero, mean, max, constant:V or keep, "
                    "taken over the query")
        ->type_name("POLICY")
        ->default_str("min");
    command
        .add_option("--profile", args->profile,
                    "letor3: min, but zero for features 11 and 12 of each block of 15 (BM25); "
                    "needs 45 features")
        ->type_name("letor3");
    add_option_fields(command, args->read);
    return [args](const Context& ctx) { run_fill(*args, ctx); };
  });
}

}  // namespace podium
