#include <algorithm>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/export_text.hpp"
#include "podium/learning/exchange/writers.hpp"

namespace podium {

namespace {

/// Text as the value of an attribute.
std::string in_xml(std::string_view text) {
  std::string made;
  for (const char c : text) {
    switch (c) {
      case '&':
        made += "&amp;";
        break;
      case '<':
        made += "&lt;";
        break;
      case '>':
        made += "&gt;";
        break;
      case '"':
        made += "&quot;";
        break;
      default:
        made += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return made;
}

/// The name, with '_' behind it until no feature is called so.
std::string own_name(const ServedModel& model, std::string name) {
  while (std::ranges::find(model.features, name, &ServedFeature::name) != model.features.end()) {
    name += '_';
  }
  return in_xml(name);
}

std::string pmml_output(const ServedModel& model) {
  return fmt::format(
      "<Output><OutputField name=\"{}\" optype=\"continuous\" dataType=\"double\" "
      "feature=\"predictedValue\"/></Output>\n",
      own_name(model, "score"));
}

std::string mining_schema(const ServedModel& model, bool fills) {
  std::string text = "<MiningSchema>";
  for (const std::size_t f : model.used_features()) {
    const ServedFeature& feature = model.features[f];
    const std::string fill = fills && feature.fill ? fmt::format(" missingValueReplacement=\"{}\"",
                                                                 to_text(*feature.fill))
                                                   : "";
    text += fmt::format("<MiningField name=\"{}\"{}/>", in_xml(feature.name), fill);
  }
  return text + "</MiningSchema>\n";
}

/// A field of floats, with which the engine reads thresholds as floats.
std::string data_dictionary(const ServedModel& model) {
  std::string text = "<DataDictionary>\n";
  for (const std::size_t f : model.used_features()) {
    text += fmt::format("<DataField name=\"{}\" optype=\"continuous\" dataType=\"float\"/>\n",
                        in_xml(model.features[f].name));
  }
  return text + "</DataDictionary>\n";
}

std::string scaled_name(const ServedModel& model, const ServedFeature& feature) {
  return own_name(model, feature.name + " scaled");
}

std::string derived_fields(const ServedModel& model) {
  const auto number = [](double value) {
    return fmt::format("<Constant dataType=\"double\">{}</Constant>", to_text(value));
  };
  std::string text = "<LocalTransformations>\n";
  for (const std::size_t f : model.used_features()) {
    const ServedFeature& feature = model.features[f];
    if (feature.scaling != Scaling::linear) continue;
    text += fmt::format(
        "<DerivedField name=\"{}\" optype=\"continuous\" dataType=\"double\"><Apply "
        "function=\"/\"><Apply function=\"-\"><FieldRef field=\"{}\"/>{}</Apply>{}</Apply>"
        "</DerivedField>\n",
        scaled_name(model, feature), in_xml(feature.name), number(feature.shift),
        number(feature.scale));
  }
  return text + "</LocalTransformations>\n";
}

std::string pmml_linear(const ServedModel& model) {
  std::string text = "<RegressionModel functionName=\"regression\">\n" +
                     mining_schema(model, true) + pmml_output(model) + derived_fields(model) +
                     fmt::format("<RegressionTable intercept=\"{}\">\n", to_text(model.base));
  for (const std::size_t f : model.used_features()) {
    const ServedFeature& feature = model.features[f];
    text += fmt::format(
        "<NumericPredictor name=\"{}\" coefficient=\"{}\"/>\n",
        feature.scaling == Scaling::linear ? scaled_name(model, feature) : in_xml(feature.name),
        to_text(model.linear[f]));
  }
  return text + "</RegressionTable></RegressionModel>\n";
}

void add_node(const ServedModel& model, const RegressionTree& tree, std::int32_t at,
              const std::string& id, const std::string& predicate, std::string& text) {
  if (at < 0) {
    text += fmt::format("<Node id=\"{}\" score=\"{}\">{}</Node>\n", id,
                        to_text(model.leaf(tree, RegressionTree::leaf_number(at))), predicate);
    return;
  }
  const TreeSplit& split = tree.splits[static_cast<std::size_t>(at)];
  const std::string name = in_xml(model.features[split.feature].name);
  const std::string threshold = to_text(static_cast<float>(split.threshold));
  const auto asks = [&](std::string_view operation) {
    return fmt::format("<SimplePredicate field=\"{}\" operator=\"{}\" value=\"{}\"/>", name,
                       operation, threshold);
  };
  text += fmt::format("<Node id=\"{0}\" score=\"0\" defaultChild=\"{0}{1}\">{2}\n", id,
                      split.missing_left ? "l" : "r", predicate);
  add_node(model, tree, split.left, id + "l", asks("lessOrEqual"), text);
  add_node(model, tree, split.right, id + "r", asks("greaterThan"), text);
  text += "</Node>\n";
}

std::string tree_segment(const std::string& schema, std::size_t number, const std::string& nodes) {
  return fmt::format(
      "<Segment id=\"{}\"><True/><TreeModel functionName=\"regression\" "
      "splitCharacteristic=\"binarySplit\" missingValueStrategy=\"defaultChild\">\n{}{}</TreeModel>"
      "</Segment>\n",
      number, schema, nodes);
}

std::string pmml_trees(const ServedModel& model) {
  const std::string schema = mining_schema(model, false);
  std::string text = "<MiningModel functionName=\"regression\">\n" + schema + pmml_output(model) +
                     "<Segmentation multipleModelMethod=\"sum\">\n";
  std::size_t number = 0;
  for (const RegressionTree& tree : model.trees) {
    ++number;
    std::string nodes;
    add_node(model, tree, 0, fmt::format("t{}", number), "<True/>", nodes);
    text += tree_segment(schema, number, nodes);
  }
  return text + "</Segmentation></MiningModel>\n";
}

}  // namespace

ExportedModel write_pmml(const ServedModel& model, const ModelExportOptions& /*options*/) {
  renamed_features(model, "pmml", in_xml);  // throws where two become one
  const std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<PMML xmlns=\"http://www.dmg.org/PMML-4_4\" "
      "version=\"4.4\"><Header/>\n" +
      data_dictionary(model) + (model.has_trees() ? pmml_trees(model) : pmml_linear(model)) +
      "</PMML>\n";
  return {.model = text,
          .constant = model.has_trees() ? -model.base : 0.0,
          .steps = {"JPMML: new LoadingModelEvaluatorBuilder().load(new File(\"FILE\")).build(); a "
                    "missing value "
                    "is a field that is left out"}};
}

}  // namespace podium
