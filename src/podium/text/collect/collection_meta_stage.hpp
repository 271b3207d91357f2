#pragma once

#include <optional>

#include "podium/text/collect/collection_inputs.hpp"
#include "podium/text/collect/collection_manifest.hpp"
#include "podium/text/collect/collection_options.hpp"
#include "podium/text/collect/kept_texts.hpp"
#include "podium/text/collect/page_topics.hpp"
#include "podium/text/terms/document_vectors.hpp"

namespace podium::text {

/// The first stage of a build: from documents, topics and judgements to a folder of meta
/// information. Reads the corpus once. Counting its words is another pass over the texts if anchor
/// texts are needed, because a page's anchors are on other pages; feedback, proximity and
/// similarity need one afterwards. The texts are kept on disk in between.
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

  bool wants_vectors() const { return definition_.feedback || request_.options.similarity; }

  /// Reads the corpus: passes all documents and their texts to `use`, a batch at a time, and keeps
  /// the texts if there are more passes.
  template <class Use>
  void read_documents(const Use& use);

  /// Passes the texts of all documents to `use`, a batch at a time; reads the corpus if no pass
  /// has.
  template <class Use>
  void for_each_text(const Use& use);

  const MetaRequest& request_;
  const FeatureDefinition& definition_;
  std::filesystem::path folder_;
  StageRecord& record_;
  FeatureRecipe recipe_;
  std::vector<std::string> fields_;
  const BuildMessages& say_;
  const BuildProgress& progress_;
  std::size_t documents_ = 0;       ///< of the corpus, when it has been read
  CorpusReport report_;             ///< of that
  std::optional<KeptTexts> texts_;  ///< if there is more than one pass
  JudgedQueries judged_;
  CorpusLinks links_;
  std::optional<PageTopics> topics_;  ///< if there is a directory
};

}  // namespace podium::text
