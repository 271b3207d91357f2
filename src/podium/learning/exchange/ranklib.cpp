#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/export_text.hpp"
#include "podium/learning/exchange/writers.hpp"

namespace podium {

namespace {

void add_split(const ServedModel& model, const RegressionTree& tree, std::int32_t at,
               std::string_view side, std::size_t depth, std::string& text) {
  const std::string indent(depth, '\t');
  text += indent + "<split" + std::string(side) + ">\n";
  if (at < 0) {
    const double leaf = model.leaf(tree, RegressionTree::leaf_number(at));
    text += fmt::format("{}\t<output> {} </output>\n", indent, to_text(static_cast<float>(leaf)));
  } else {
    const TreeSplit& split = tree.splits[static_cast<std::size_t>(at)];
    text += fmt::format("{0}\t<feature> {1} </feature>\n{0}\t<threshold> {2} </threshold>\n",
                        indent, split.feature + 1, to_text(static_cast<float>(split.threshold)));
    add_split(model, tree, split.left, " pos=\"left\"", depth + 1, text);
    add_split(model, tree, split.right, " pos=\"right\"", depth + 1, text);
  }
  text += indent + "</split>\n";
}

std::string ranklib_trees(const ServedModel& model) {
  std::string text = fmt::format(
      "## LambdaMART\n## No. of trees = {}\n## No. of leaves = 10\n## No. of threshold candidates "
      "= 256\n## Learning rate = 0.1\n## Stop early = 100\n\n<ensemble>\n",
      model.trees.size());
  std::size_t number = 0;
  for (const RegressionTree& tree : model.trees) {
    text += fmt::format("\t<tree id=\"{}\" weight=\"1.0\">\n", ++number);
    add_split(model, tree, 0, "", 2, text);
    text += "\t</tree>\n";
  }
  return text + "</ensemble>\n";
}

/// Weak rankers as RankLib's RankBoost writes them: a weight where the feature exceeds a threshold.
std::string ranklib_stumps(const ServedModel& model) {
  return fmt::format("## RankBoost\n## Iteration = {}\n## No. of threshold candidates = 10\n{}\n",
                     model.trees.size(),
                     joined_texts(model.trees, " ", [](const RegressionTree& tree) {
                       const TreeSplit& split = tree.splits.front();
                       return fmt::format("{}:{}:{}", split.feature + 1, to_text(split.threshold),
                                          to_text(tree.value[1]));
                     }));
}

std::string ranklib_linear(const ServedModel& model) {
  const FoldedLinear folded = folded_linear(model);
  std::string text =
      fmt::format("## Linear Regression\n## Lambda = 1.0E-10\n0:{}", to_text(folded.bias));
  for (std::size_t f = 0; f < folded.weight.size(); ++f) {
    text += fmt::format(" {}:{}", f + 1, to_text(folded.weight[f]));
  }
  return text + "\n";
}

}  // namespace

ExportedModel write_ranklib(const ServedModel& model, const ModelExportOptions& /*options*/) {
  const std::string text = !model.has_trees()        ? ranklib_linear(model)
                           : model.has_only_stumps() ? ranklib_stumps(model)
                                                     : ranklib_trees(model);
  return {.model = text,
          .constant = model.has_trees() ? -model.base : 0.0,
          .remarks = {"features are numbered from 1 in the order of the model's features; a "
                      "missing one counts as "
                      "0, but RankLib wants the last one in every row"},
          .steps = {"java -jar RankLib.jar -load FILE -rank DATA -score SCORES",
                    "LTR plugin: send the text as \"definition\" of the type model/ranklib"}};
}

}  // namespace podium
