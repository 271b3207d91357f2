#pragma once

#include <optional>

#include "podium/text/collect/collection_inputs.hpp"
#include "podium/text/collect/collection_manifest.hpp"
#include "podium/text/collect/collection_options.hpp"
#include "podium/text/collect/page_topics.hpp"
#include "podium/text/terms/document_vectors.hpp"

namespace podium::text {

/// The first stage of a build: from documents, topics and judgements to a folder of meta
/// information. Reads the corpus once to count it; once before if links or anchor texts are needed,
/// because a page's anchors are on other pages; once afterwards for feedback, proximity and
/// similarity.
class CollectionMetaStage {
 public:
  CollectionMetaStage(const MetaRequest& request, const FeatureDefinition& definition,
                      std::filesystem::path folder, StageRecord& record, const BuildMessages& say,
                      const BuildProgress& progress)
      : request_(request),
        definition_(definition),
        folder_(std::move(folder)),
        record_(record),
        recipe_(definition.make_recipe()),
        fields_(definition.fields()),
        say_(say),
        progress_(progress) {}

  /// Writes the files, and notes counts and outputs in the record. Throws UsageError, before that,
  /// when there are fewer queries with documents than folds.
  MetaFolder run(std::size_t folds);

 private:
  /// Reports topics that were left out, and ids that seem not to correspond.
  void note_topics() const;
  bool wants_links() const;
  void read_links();
  TextStatistics count(const Analyser& analyser, const QueryTerms& terms);

  /// Reports streams that are empty in all documents; throws DataError if BM25 sampling uses one.
  void note_empty_streams(const CollectionMeta& collection) const;
  void add_link_columns(const SampledCollection& sampled, MetaFolder& meta);
  void read_again(const Analyser& analyser, const SampledCollection& sampled, MetaFolder& meta);
  void use_vectors(const DocumentVectors& vectors, const SampledCollection& sampled,
                   MetaFolder& meta) const;

  /// Passes all documents to `sink`, a batch at a time.
  CorpusReport for_each_document(const BatchSink& sink);

  /// Passes the texts of all documents to `use`, a batch at a time.
  template <class Use>
  CorpusReport for_each_text(const Use& use);

  const MetaRequest& request_;
  const FeatureDefinition& definition_;
  std::filesystem::path folder_;
  StageRecord& record_;
  FeatureRecipe recipe_;
  std::vector<std::string> fields_;
  const BuildMessages& say_;
  const BuildProgress& progress_;
  std::size_t documents_ = 0;  ///< that a pass has counted
  JudgedQueries judged_;
  CorpusLinks links_;
  std::optional<PageTopics> topics_;  ///< if there is a directory
};

}  // namespace podium::text
