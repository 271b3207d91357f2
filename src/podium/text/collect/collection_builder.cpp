#include "podium/text/collect/collection_builder.hpp"

#include <optional>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/folder_lock.hpp"
#include "podium/core/prepare/fold_files.hpp"
#include "podium/text/collect/collection_meta_stage.hpp"
#include "podium/text/collect/collection_versions.hpp"

namespace podium::text {

namespace {

namespace fs = std::filesystem;

StageRecord meta_record(const MetaRequest& request, const TextParameters& parameters) {
  StageRecord record;
  record.add_input("corpus", request.corpus.path);
  record.add_input("topics", request.queries.topics);
  record.add_input("qrels", request.queries.qrels);
  record.add_input("also-count", request.also_count);
  record.add_input("links", request.links.file);
  record.add_input("page-topics", request.links.page_topics);
  record.add_input("query-topics", request.links.query_topics);
  record.add_input("directory", request.links.directory);
  if (request.analyser.has_own_stop_words()) {
    record.add_input("stop-words", request.analyser.stop_words);
  }
  record.add_parameters("collection", request.options);
  record.add_parameters("collection", request.recipe);
  record.add_parameters("collection", request.queries.options);
  record.add_parameters("corpus", request.corpus.options);
  record.add_parameters("html", request.corpus.html);
  record.add_parameters("topics", request.queries.topic);
  record.add_parameters("analyser", request.analyser);
  record.add_parameters("sample", request.sample);
  record.add_parameters("text", parameters);
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
                    const FeatureDefinition& definition, FeatureOptions options,
                    const std::optional<MetaFolder>& meta, const BuildMessages& say) {
  const FeatureRecipe recipe = definition.make_recipe();
  options.recipe = definition.recipe;
  StageRecord record;
  record.add_input("meta", folder);
  record.add_parameters("features", options);
  record.add_parameters("text", recipe.parameters);
  if (manifest.is_done("features", record)) {
    say("features: up to date");
    return;
  }
  say("computing features");
  write_versions(meta ? *meta : read_meta_folder(folder), recipe, options.folds, out, record);
  if (folder != out / "meta") record.add_output(write_serving_files(folder, definition, out));
  manifest.finish("features", record);
}

/// The definition stored in the folder, or that of the requested recipe.
FeatureDefinition definition_for(const fs::path& meta, const std::string& recipe,
                                 const OptionText& parameters, const CollectionMeta& collection) {
  const fs::path saved = meta / "features.json";
  FeatureDefinition definition;
  if (fs::exists(saved)) {
    definition = FeatureDefinition::load(meta);
  } else if (recipe.empty()) {
    throw UsageError("recipe: missing, and there is no " + in_quotes(saved.string()));
  }
  if (!recipe.empty() && recipe != definition.recipe) definition = {.recipe = recipe};
  definition.parameters = merged(definition.parameters, parameters);
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

/// Refuses to write features into another collection, or into one with another features.json.
void check_is_other_folder(const fs::path& out, const fs::path& meta,
                           const FeatureDefinition& definition) {
  const fs::path own = out / "meta";
  if (!fs::exists(own / "features.json")) return;
  if (fs::equivalent(own, meta) && FeatureDefinition::load(own) == definition) return;
  throw UsageError("out: the folder " + in_quotes(out.string()) +
                   " holds another collection, or one with other features; choose another folder");
}

}  // namespace

CollectionSummary build_collection(const MetaRequest& request, const FeatureOptions& features,
                                   const fs::path& out, const BuildMessages& say,
                                   const BuildProgress& progress) {
  const FeatureDefinition definition = definition_of(request);
  const FolderLock lock(out);
  const FolderLock meta_lock(out / "meta");  // which a build that is refused does not leave
  CollectionManifest manifest(out);
  StageRecord record = meta_record(request, definition.make_recipe().parameters);
  std::optional<MetaFolder> meta;
  if (manifest.is_done("meta", record)) {
    say("meta information: up to date");
  } else {
    try {
      meta = CollectionMetaStage(request, definition, out / "meta", record, say, progress)
                 .run(features.folds);
    } catch (const Error&) {
      for (const std::string& remark : record.remark) say(remark);  // may say why
      throw;
    }
    manifest.finish("meta", record);
  }
  features_stage(manifest, out / "meta", out, definition, features, meta, say);
  return manifest.summary();
}

CollectionSummary build_features(const fs::path& meta, const FeatureOptions& options,
                                 const OptionText& parameters, const fs::path& out,
                                 const BuildMessages& say) {
  MetaFolder folder = read_meta_folder(meta);
  const FeatureDefinition definition =
      definition_for(meta, options.recipe, parameters, folder.collection);
  if (!parameters.empty() && !folder.column.name.empty()) {
    say("features that are not made of counts alone keep the parameters of the build");
  }
  check_is_other_folder(out, meta, definition);
  const FolderLock lock(out);
  CollectionManifest manifest(out);
  features_stage(manifest, meta, out, definition, options, std::move(folder), say);
  return manifest.summary();
}

}  // namespace podium::text
