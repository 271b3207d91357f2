#include "podium/cli/learning/engine_features.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/cli/text/collect_commands.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/suggest.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/export_text.hpp"
#include "podium/text/collect/feature_definition.hpp"

namespace podium::cli {

namespace {

void set_name(ServedModel& model, std::size_t feature, const std::string& name) {
  model.features[feature].name = name;
  model.features[feature].source = feature_source(name);
  if (model.query) model.query->features[feature].name = name;
}

/// Where an engine has a feature of a stream, if it has it at all.
FeatureSource source_of(const text::FeatureSlot& slot, const std::string& stream, double k1) {
  using Kind = FeatureSource::Kind;
  // Lucene's BM25 leaves out the factor k1 + 1.
  if (slot.text->name == "bm25") return {Kind::text_match, identifier(stream), k1 + 1.0};
  if (slot.text->name == "length") return {Kind::text_length, identifier(stream)};
  return {};
}

std::vector<std::string> index_remarks(const text::FeatureDefinition& definition,
                                       const text::TextParameters& parameters,
                                       const std::set<std::size_t>& streams) {
  std::vector<std::string> remarks;
  for (const std::size_t s : streams) {
    const text::StreamSource& stream = definition.stream[s];
    remarks.push_back(fmt::format("field {} of the index: the text of {}", identifier(stream.name),
                                  fmt::join(stream.field, " and ")));
  }
  if (streams.empty()) return remarks;
  remarks.push_back(fmt::format(
      "these fields need BM25 with k1 = {} and b = {}, and words as the collection has them: "
      "stemmer {}, stop words {}",
      parameters.k1, parameters.b, definition.analyser.stemmer, definition.analyser.stop_words));
  return remarks;
}

}  // namespace

std::vector<std::string> describe_by_collection(ServedModel& model, bool has_names,
                                                const std::string& folder) {
  const text::FeatureDefinition definition = text::FeatureDefinition::load(meta_folder(folder));
  const text::FeatureRecipe recipe = definition.make_recipe();
  if (!has_names && model.inputs() != recipe.slot.size()) {
    throw UsageError(fmt::format("--collection {}: found {} features, expected the {} of the model",
                                 folder, recipe.slot.size(), model.inputs()));
  }
  std::set<std::size_t> streams;
  std::size_t known = 0;
  for (std::size_t f = 0; f < model.inputs(); ++f) {
    if (!has_names) set_name(model, f, recipe.slot[f].name);
    const auto slot =
        std::ranges::find(recipe.slot, model.features[f].name, &text::FeatureSlot::name);
    if (slot == recipe.slot.end()) continue;
    ++known;
    if (slot->text == nullptr) continue;
    FeatureSource source = source_of(*slot, recipe.stream[slot->source], recipe.parameters.k1);
    if (source.kind != FeatureSource::Kind::unknown) streams.insert(slot->source);
    model.features[f].source = std::move(source);
  }
  if (known == 0) {
    throw UsageError("--collection " + folder + ": the model has none of its features");
  }
  return index_remarks(definition, recipe.parameters, streams);
}

void rename_features(ServedModel& model, const std::filesystem::path& path) {
  const InputText text(path);
  std::istringstream lines{std::string(text.view())};
  std::vector<std::string> old;
  for (const ServedFeature& feature : model.features) old.push_back(feature.name);
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    const Location where{text.path(), number, 0};
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos || tab == 0 || tab + 1 == line.size()) {
      throw DataError(where, "expected the name of a feature, a tab, and its name in the engine");
    }
    const auto found = std::ranges::find(old, line.substr(0, tab));
    if (found == old.end()) {
      const std::vector<std::string_view> known(old.begin(), old.end());
      throw DataError(where, unknown_name("feature", line.substr(0, tab), known));
    }
    set_name(model, static_cast<std::size_t>(found - old.begin()), line.substr(tab + 1));
  }
  std::set<std::string_view> seen;
  for (const ServedFeature& feature : model.features) {
    if (seen.insert(feature.name).second) continue;
    throw DataError({text.path()}, "two features would be called " + in_quotes(feature.name));
  }
}

}  // namespace podium::cli
