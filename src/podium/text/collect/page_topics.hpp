#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "podium/text/collect/collection_files.hpp"
#include "podium/text/features/link_columns.hpp"
#include "podium/text/terms/statistics.hpp"
#include "podium/text/terms/topic_classifier.hpp"
#include "podium/text/terms/worker_pool.hpp"

namespace podium::text {

/// The topics of the pages and queries of a corpus, by a classifier that is trained on a directory
/// of the web: lines "topic TAB text".
class PageTopics {
 public:
  /// `fields` are those of the documents to come; the texts of all but addresses, anchors and
  /// extracted titles (which are part of the text) tell the topic. Throws DataError for a line
  /// without a tab, topic or text, and when the directory has fewer than two topics.
  PageTopics(const std::filesystem::path& directory, std::span<const std::string> fields,
             const Analyser& analyser);

  /// Adds pages in the order of the corpus; parallel over the pages.
  void add(std::span<const DocumentText> documents);

  std::size_t topic_count() const noexcept { return classifier_.topic_count(); }
  std::size_t example_count() const noexcept { return examples_; }

  /// The topics of the added pages and of these queries.
  TopicalInputs inputs(const std::vector<QueryText>& queries);

  /// Writes topic-names.txt, and page-topics.txt and query-topics.txt in the format of
  /// --page-topics and --query-topics, with nine decimals.
  FileList write(const TopicalInputs& inputs, const CorpusLinks& links,
                 const std::vector<QueryText>& queries, const std::filesystem::path& folder) const;

 private:
  std::vector<std::size_t> field_;  ///< that are read
  WorkerPool<Analyser> analysers_;
  std::size_t examples_ = 0;
  TopicClassifier classifier_;
  TopicTable page_;
};

}  // namespace podium::text
