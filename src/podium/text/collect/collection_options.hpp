#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "podium/core/base/options.hpp"
#include "podium/text/corpus/document_batches.hpp"
#include "podium/text/corpus/topics.hpp"
#include "podium/text/features/sampling.hpp"
#include "podium/text/links/host_rank.hpp"
#include "podium/text/terms/analyser.hpp"

namespace podium::text {

/// The part of a topic that is used as the query.
enum class QueryPart { title, description, both };

/// The format of judgements; `by_corpus`: smart for a corpus in the format smart unless every line
/// is one of trec's, "qid 0 docid label", else trec.
enum class QrelsFormat { by_corpus, trec, smart };

struct QueryOptions {
  bool keep_unjudged = false;
  QueryPart part = QueryPart::title;
  QrelsFormat qrels_format = QrelsFormat::by_corpus;

  static auto fields() {
    using Self = QueryOptions;
    constexpr std::array<std::string_view, 3> parts = {"title", "description", "both"};
    constexpr std::array<std::string_view, 3> formats = {"auto", "trec", "smart"};
    return std::array{
        field("keep-unjudged", &Self::keep_unjudged, "keep queries without judgements"),
        field("query-part", &Self::part, parts, "part of a topic to use as the query"),
        field("qrels-format", &Self::qrels_format, formats, "format of the judgements"),
    };
  }
};

/// Queries and their judgements on disk.
struct QuerySource {
  std::filesystem::path topics;
  std::filesystem::path qrels;  ///< may be empty: then all labels are 0
  TopicOptions topic;
  QueryOptions options;
};

/// The features of a collection.
struct RecipeOptions {
  std::string recipe = "auto";
  std::string streams;
  bool link_features = false;
  bool feedback = false;
  bool proximity = false;

  static auto fields() {
    using Self = RecipeOptions;
    return std::array{
        field("recipe", &Self::recipe,
              "feature recipe: ohsumed, gov, letor4, or auto (gov for web pages, else ohsumed)"),
        field("streams", &Self::streams,
              "streams to use instead of those of the recipe: NAME=FIELD+FIELD,..."),
        field("link-features", &Self::link_features, "add link features to a recipe that has none"),
        field("feedback", &Self::feedback,
              "add features from the best and the most similar documents (pseudo-relevance "
              "feedback)"),
        field("proximity", &Self::proximity, "add features for the proximity of query words"),
    };
  }
};

/// What is known of links and topics besides the documents; any path may be empty.
struct LinkSource {
  std::filesystem::path file;          ///< lines "from to"
  std::filesystem::path page_topics;   ///< lines "docid p1 p2 ..."
  std::filesystem::path query_topics;  ///< lines "qid p1 p2 ..."
  std::filesystem::path directory;     ///< lines "topic TAB text", instead of the two
};

struct MetaOptions {
  std::string name;
  bool similarity = false;
  HostRankRule host_rank = HostRankRule::host;

  static auto fields() {
    using Self = MetaOptions;
    constexpr std::array<std::string_view, 2> rules = {"host", "hierarchy"};
    return std::array{
        field("name", &Self::name, "name of the collection; default: the name of the corpus file"),
        field("similarity", &Self::similarity,
              "write the pairwise similarities of the documents of each query; the files are large "
              "for large samples"),
        field(
            "host-rank", &Self::host_rank, rules,
            "what a page gets of its host's rank: all of it (host), or a part that falls with its "
            "depth in the sitemap (hierarchy)"),
    };
  }
};

/// The first stage: from documents and queries to meta information.
struct MetaRequest {
  CorpusSource corpus;
  QuerySource queries;
  LinkSource links;
  std::filesystem::path also_count;  ///< text with words of queries to come; may be empty
  MetaOptions options;
  RecipeOptions recipe;
  OptionText parameters;  ///< TextParameters other than the recipe's
  AnalyserOptions analyser;
  SampleOptions sample;
};

/// The second stage: from meta information to features.
struct FeatureOptions {
  std::string recipe;
  std::size_t folds = 5;

  static auto fields() {
    using Self = FeatureOptions;
    return std::array{
        field("recipe", &Self::recipe, "set of features; default: that of the collection"),
        field("folds", &Self::folds, std::size_t{3}, std::size_t{1000}, "number of folds"),
    };
  }
};

/// Called with a message for the user, one line at a time.
using BuildMessages = std::function<void(const std::string&)>;

/// Called repeatedly with the number of documents read; `of` is 0 until a first pass has counted
/// them.
using BuildProgress = std::function<void(std::size_t documents, std::size_t of)>;

}  // namespace podium::text
