#include "podium/text/collect/collection_builder.hpp"

#include <optional>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/prepare/fold_files.hpp"
#include "podium/text/collect/collection_manifest.hpp"
#include "podium/text/collect/collection_meta_stage.hpp"
#include "podium/text/collect/collection_versions.hpp"

namespace podium::text {

namespace {

namespace fs = std::filesystem;

/// Records the parameters of a recipe.
void note_recipe(const FeatureDefinition& definition, StageRecord& record) {
  record.add_parameters("text", definition.make_recipe().parameters);
  OptionText& features = record.parameter["features"];
  features["recipe"] = definition.recipe;
  features["streams"] = to_text(definition.stream);
  features["links"] = definition.links ? "true" : "false";
  features["feedback"] = definition.feedback ? "true" : "false";
  features["proximity"] = definition.proximity ? "true" : "false";
}

StageRecord meta_record(const CollectionRequest& request, const FeatureDefinition& definition) {
  StageRecord record;
  record.add_input("corpus", request.corpus.path);
  record.add_input("topics", request.topics);
  record.add_input("qrels", request.qrels);
  record.add_input("also-count", request.also_count);
  record.add_input("links", request.links);
  record.add_input("page-topics", request.page_topics);
  record.add_input("query-topics", request.query_topics);
  record.add_input("directory", request.directory);
  if (request.analyser.has_own_stop_words()) {
    record.add_input("stop-words", request.analyser.stop_words);
  }
  CollectionOptions options = request.options;
  options.folds = CollectionOptions().folds;  // used in the second stage only
  record.add_parameters("collection", options);
  record.add_parameters("corpus", request.corpus.options);
  record.add_parameters("html", request.corpus.html);
  record.add_parameters("topics", request.topic);
  record.add_parameters("analyser", request.analyser);
  record.add_parameters("sample", request.sample);
  note_recipe(definition, record);
  return record;
}

/// Writes the files for FeatureServer next to features outside of the meta folder. LETOR's own
/// folders do not have them.
FileList write_serving_files(const fs::path& meta, const FeatureDefinition& definition,
                             const fs::path& out) {
  if (!fs::exists(meta / "terms.tsv")) return {};
  FileList files;
  for (const char* name : {"collectioninfo.xml", "terms.tsv"}) {
    files.push_back(out / name);
    write_file(files.back(), InputText(meta / name).view());
  }
  const FileList saved = definition.save(out);
  files.insert(files.end(), saved.begin(), saved.end());
  return files;
}

/// The second stage; `meta` is the result of the first stage if it has just run.
void features_stage(CollectionManifest& manifest, const fs::path& folder, const fs::path& out,
                    const FeatureDefinition& definition, std::size_t folds,
                    const std::optional<MetaFolder>& meta, const BuildMessages& say) {
  StageRecord record;
  record.add_input("meta", folder);
  note_recipe(definition, record);
  record.parameter["features"]["folds"] = to_text(folds);
  if (manifest.is_done("features", record)) {
    say("features: up to date");
    return;
  }
  say("computing features");
  const WrittenVersions written =
      write_versions(meta ? *meta : read_meta_folder(folder), definition.make_recipe(), folds, out);
  record.output = written.file;
  if (folder != out / "meta") {
    const FileList more = write_serving_files(folder, definition, out);
    record.output.insert(record.output.end(), more.begin(), more.end());
  }
  record.count = {{"queries with documents", written.queries},
                  {"queries left out: no documents", written.empty_queries},
                  {"rows", written.rows},
                  {"features", written.features},
                  {"missing values", written.filled}};
  manifest.finish("features", record);
}

/// The definition stored in the folder, or that of the requested recipe.
FeatureDefinition definition_for(const FromMetaRequest& request, const CollectionMeta& collection) {
  const fs::path saved = request.meta / "features.json";
  FeatureDefinition definition;
  if (fs::exists(saved)) {
    definition = FeatureDefinition::load(request.meta);
  } else if (request.recipe.empty()) {
    throw UsageError("recipe: missing, and there is no " + in_quotes(saved.string()));
  }
  if (!request.recipe.empty() && request.recipe != definition.recipe) {
    definition = {.recipe = request.recipe};
  }
  definition.parameters = merged(definition.parameters, request.parameters);
  if (definition.stream.size() == collection.stream.size()) return definition;
  const FeatureRecipe published = feature_recipe(definition.recipe);
  definition.stream.clear();
  for (std::size_t s = 0; s < collection.stream.size(); ++s) {
    const bool has_own_names = published.stream.size() != collection.stream.size();
    definition.stream.push_back(
        {has_own_names ? collection.stream[s].name : published.stream[s], {}});
  }
  return definition;
}

/// Refuses to write features into a collection with another features.json.
void check_is_other_folder(const FromMetaRequest& request, const FeatureDefinition& definition) {
  const fs::path meta = request.out / "meta";
  if (!fs::exists(meta / "features.json") || FeatureDefinition::load(meta) == definition) return;
  throw UsageError("out: the folder " + in_quotes(request.out.string()) +
                   " holds a collection with other features; choose another folder");
}

}  // namespace

CollectionSummary build_collection(const CollectionRequest& request, const BuildMessages& say,
                                   const BuildProgress& progress) {
  const FeatureDefinition definition = definition_of(request);
  CollectionManifest manifest(request.out);
  StageRecord record = meta_record(request, definition);
  std::optional<MetaFolder> meta;
  if (manifest.is_done("meta", record)) {
    say("meta information: up to date");
  } else {
    try {
      meta = CollectionMetaStage(request, definition, say, progress).run(record);
    } catch (const Error&) {
      for (const std::string& remark : record.remark) say(remark);  // may say why
      throw;
    }
    manifest.finish("meta", record);
  }
  features_stage(manifest, request.out / "meta", request.out, definition, request.options.folds,
                 meta, say);
  return {manifest.counts(), manifest.remarks()};
}

CollectionSummary build_features(const FromMetaRequest& request, const BuildMessages& say) {
  MetaFolder meta = read_meta_folder(request.meta);
  const FeatureDefinition definition = definition_for(request, meta.collection);
  if (!request.parameters.empty() && !meta.column.name.empty()) {
    say("features that are not made of counts alone keep the parameters of the build");
  }
  check_is_other_folder(request, definition);
  make_folder(request.out);
  CollectionManifest manifest(request.out);
  features_stage(manifest, request.meta, request.out, definition, request.folds, std::move(meta),
                 say);
  return {manifest.counts(), manifest.remarks()};
}

}  // namespace podium::text
