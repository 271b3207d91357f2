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
  CollectionMetaStage(const CollectionRequest& request, const FeatureDefinition& definition,
                      const BuildMessages& say, const BuildProgress& progress)
      : request_(request),
        definition_(definition),
        recipe_(definition.make_recipe()),
        fields_(definition.fields()),
        say_(say),
        progress_(progress) {}

  /// Writes the files and records counts and outputs in `record`.
  MetaFolder run(StageRecord& record);

 private:
  /// Reports topics that were left out, and ids that seem not to correspond.
  void note_topics(StageRecord& record) const;
  bool wants_links() const;
  void read_links(StageRecord& record);
  TextStatistics count(const Analyser& analyser, const QueryTerms& terms, StageRecord& record);

  /// Reports streams that are empty in all documents; throws DataError if BM25 sampling uses one.
  void note_empty_streams(const CollectionMeta& collection, StageRecord& record) const;
  void add_link_columns(const SampledCollection& sampled, MetaFolder& meta, StageRecord& record);
  void read_again(const Analyser& analyser, const SampledCollection& sampled, MetaFolder& meta,
                  StageRecord& record);
  void use_vectors(const DocumentVectors& vectors, const SampledCollection& sampled,
                   MetaFolder& meta, StageRecord& record) const;

  /// Passes all documents to `sink`, a batch at a time.
  CorpusReport for_each_document(const BatchSink& sink);

  /// Passes the texts of all documents to `use`, a batch at a time.
  template <class Use>
  CorpusReport for_each_text(const Use& use);

  const CollectionRequest& request_;
  const FeatureDefinition& definition_;
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
