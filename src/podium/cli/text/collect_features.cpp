#include "podium/cli/args/assignments.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/text/collect_commands.hpp"
#include "podium/text/features/feature_recipe.hpp"

namespace podium::cli {

namespace {

struct CollectFeaturesArgs {
  std::string from_meta;
  std::string out;
  text::FeatureOptions options;
  std::vector<std::string> set;
};

void run_collect_features(const CollectFeaturesArgs& args, const Context& context) {
  const auto report = [&](const std::string& line) { context.say(line); };
  print_collection(text::build_features(meta_folder(args.from_meta), args.options,
                                        parse_assignments(args.set), args.out, report),
                   context);
}

}  // namespace

void add_collect_features(Command& collect) {
  Command& command =
      collect.add("features", "compute features from the meta information of a collection");
  auto* const args = command.runs(run_collect_features);
  command
      .option("--from-meta", args->from_meta,
              "collection, or folder with collectioninfo.xml and query-*.xml")
      .reads("DIR")
      .inside({"meta/*", "collectioninfo.xml", "query-*.xml", "*.tsv"})
      .required();
  command.option("--out", args->out, "folder for the three versions of the data set")
      .writes("DIR")
      .inside(feature_files())
      .required();
  add_option_fields(command, args->options);
  command.flag("--recipe").value("NAME").one_of(row_names(text::feature_recipes()));
  add_feature_parameters(command, args->set);
}

}  // namespace podium::cli
