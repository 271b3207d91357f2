#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/text/corpus/corpus.hpp"
#include "podium/text/corpus/raw_document.hpp"
#include "podium/text/features/feature_recipe.hpp"
#include "podium/text/terms/analyser.hpp"
#include "podium/text/terms/statistics.hpp"
#include "podium/text/terms/stream_layout.hpp"

namespace podium::text {

/// A stream and the fields of a document that it is made of.
struct StreamSource {
  std::string name;
  std::vector<std::string> field;

  bool operator==(const StreamSource&) const = default;
};

/// Reads "NAME=FIELD+FIELD,NAME=FIELD,..."; throws UsageError for anything else.
std::vector<StreamSource> parse_streams(std::string_view text);
std::string to_text(const std::vector<StreamSource>& streams);

/// The streams that a recipe takes from documents unless others are declared. Throws UsageError
/// for an unknown recipe.
std::vector<StreamSource> default_streams(std::string_view recipe);

/// All that turns a query and a document into features but the counts of the collection: it is
/// saved beside a collection, so that other texts become the same vectors later.
struct FeatureDefinition {
  std::string recipe;
  bool links = false;
  bool feedback = false;
  bool proximity = false;
  OptionText parameters;  ///< TextParameters other than the recipe's
  std::vector<StreamSource> stream;
  AnalyserOptions analyser;
  CorpusOptions corpus;  ///< how documents were read; the format does not count
  HtmlOptions html;

  bool operator==(const FeatureDefinition& other) const { return to_json() == other.to_json(); }

  /// The recipe for the streams, with features of links, feedback and proximity if wanted.
  FeatureRecipe make_recipe() const;

  /// The fields that streams are made of, each once.
  std::vector<std::string> fields() const;
  StreamLayout layout() const;

  /// The stream that sampling and propagation look at: the last, but never an extracted title.
  std::size_t main_stream() const;

  std::string to_json() const;

  /// Reads what to_json() wrote; `source` names it in a DataError.
  static FeatureDefinition from_json(std::string_view text, const std::string& source);

  /// Writes features.json into a folder, and beside it the list of stop words if it is a file of
  /// somebody's: the folder alone is enough to serve. Returns what was written.
  std::vector<std::filesystem::path> save(const std::filesystem::path& folder) const;

  /// Reads what save() wrote. Throws DataError when there is none.
  static FeatureDefinition load(const std::filesystem::path& folder);
};

/// A document as the layout wants it; borrows from `document` and `anchor`, the text of links to
/// it. The field "url" is the document's URL.
DocumentText document_text(const RawDocument& document, std::span<const std::string> fields,
                           std::string_view anchor);

}  // namespace podium::text
