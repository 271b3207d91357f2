#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "podium/core/base/options.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/format/judged_rows.hpp"
#include "podium/core/format/trec/qrels.hpp"

namespace podium {

/// The engines whose logs of features are read.
enum class FeatureLogKind {
  es_ltr,  ///< the LTR plugins of Elasticsearch and OpenSearch: `_ltrlog` of each hit
  solr,    ///< Solr LTR: the document transformer `[features]`
};

/// The value of a feature for which a document has none in the log.
enum class AbsentFeature {
  automatic,  ///< what it means in the engine: missing in the plugins, 0 in Solr
  zero,
  missing,
};
inline constexpr std::array<std::string_view, 3> absent_feature_names = {"auto", "zero", "missing"};

struct FeatureLogOptions {
  std::string log_name;
  std::string id_field = "id";
  AbsentFeature absent = AbsentFeature::automatic;

  static auto fields() {
    using Self = FeatureLogOptions;
    return std::array{
        field("log-name", &Self::log_name,
              "logs: name of the log in es-ltr-log, where there are several; member with the "
              "features in solr-log, if it is not [features]"),
        field("id-field", &Self::id_field, "solr-log: field with the ids of documents"),
        field("absent", &Self::absent, absent_feature_names,
              "logs: what a feature is that the log of a document does not have; auto: missing in "
              "es-ltr-log, 0 in solr-log"),
    };
  }
};

/// Reads the search responses of an engine that logged features, one JSON text per response. The
/// responses of a query are put together; features are named and in order of first appearance. No
/// document is judged: all labels are -1. Throws DataError with file, line and member. See
/// docs/formats/feature-logs.md.
Dataset read_feature_log(const std::filesystem::path& path, FeatureLogKind kind,
                         const FeatureLogOptions& options = {});

/// The rows of a log with the labels of judgements.
struct JudgedLog {
  JudgedRows rows;
  std::size_t not_logged = 0;  ///< judgements of documents that the log does not have
};

/// Labels the documents of a log, which came from the file `path`. An engine logs what it finds, so
/// judgements of other documents are left out; documents without a judgement are treated as
/// `unjudged` says. Throws NotJudged as judged_rows() does.
JudgedLog judged_log(const Dataset& log, const Qrels& qrels, Unjudged unjudged,
                     const std::string& path);

}  // namespace podium
