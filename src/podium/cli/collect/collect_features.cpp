#include <memory>

#include "podium/cli/collect/collect_commands.hpp"
#include "podium/cli/learn/assignments.hpp"

namespace podium {

namespace {

struct CollectFeaturesArgs {
  std::string from_meta;
  std::string out;
  std::string recipe;
  std::size_t folds = 5;
  std::vector<std::string> set;
};

void run_collect_features(const CollectFeaturesArgs& args, const Context& context) {
  const FromMetaRequest request{.meta = meta_folder(args.from_meta),
                                .out = args.out,
                                .recipe = args.recipe,
                                .parameters = parse_assignments(args.set),
                                .folds = args.folds};
  const auto talk = [&](const std::string& line) { context.say(line); };
  print_collection(build_features(request, talk), context);
}

}  // namespace

void add_collect_features(CLI::App& collect, Context& context) {
  const char* summary = "features from the meta information of a collection alone";
  add_command(collect, context, "features", summary, [](CLI::App& command) -> Action {
    auto args = std::make_shared<CollectFeaturesArgs>();
    command
        .add_option("--from-meta", args->from_meta,
                    "collection, or folder with collectioninfo.xml and query-*.xml")
        ->type_name("DIR")
        ->required();
    command.add_option("--out", args->out, "folder for the three versions")
        ->type_name("DIR")
        ->required();
    command
        .add_option("--recipe", args->recipe,
                    "set of features: ohsumed, gov, letor4; that of the collection if not given")
        ->type_name("NAME");
    command.add_option("--folds", args->folds, "folds to cut queries into, 3 or more")
        ->type_name("K")
        ->capture_default_str();
    add_feature_parameters(command, args->set);
    return [args](const Context& ctx) { run_collect_features(*args, ctx); };
  });
}

}  // namespace podium
