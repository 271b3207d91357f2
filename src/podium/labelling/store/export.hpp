#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/format/judged_rows.hpp"
#include "podium/core/format/orders/top_k_file.hpp"
#include "podium/core/format/trec/qrels.hpp"
#include "podium/labelling/label/analysis/judgements.hpp"
#include "podium/labelling/store/final_judgements.hpp"
#include "podium/labelling/store/label_store.hpp"

namespace podium::labelling {

/// The formats of an export.
enum class ExportKind : std::uint8_t {
  top_k,   ///< JSON lines, docs/formats/top-k.md
  letor,   ///< labels of documents without features
  qrels,   ///< docs/formats/qrels.md
  prefs,   ///< trec_eval's preference judgements, docs/formats/prefs.md
  pairs,   ///< every answer to a preference question that was not undone, as CSV (answer_table.hpp)
  grades,  ///< the same of grading questions
  answers,  ///< every answer to either, also those that were undone
};

inline constexpr std::array<std::string_view, 7> export_kind_names = {
    "top-k", "letor", "qrels", "prefs", "pairs", "grades", "answers"};

/// The export would be empty.
class NothingToExport : public UsageError {
 public:
  NothingToExport(const std::string& text, std::size_t of_programs)
      : UsageError(text), of_programs_(of_programs) {}

  /// The number of judgements by programs, which were not included.
  std::size_t of_programs() const noexcept { return of_programs_; }

 private:
  std::size_t of_programs_;
};

/// Whether the labels come from the judgements of one tool.
constexpr bool takes_tool(ExportKind kind) {
  return kind == ExportKind::letor || kind == ExportKind::qrels;
}

struct ExportOptions {
  Voters voters = Voters::people;
  Tool tool = Tool::preferences;  ///< source of the labels of letor and qrels
  std::uint64_t seed = 1;         ///< of the project; breaks ties of an assessor
};

/// The decided queries with their k best documents; the rest in first-stage order.
std::vector<TopKRecord> top_k_records(const Judgements& judgements, const ExportOptions& options);

/// A label for each document of the decided queries: k + 1 - p at place p of the top and 0 below
/// it [Niu12], or the grade; a document without any grade has none. Throws NothingToExport when no
/// query is decided.
Qrels final_qrels(const Judgements& judgements, const ExportOptions& options);

/// The text of the file. Throws NothingToExport when it would be empty, UsageError when an id
/// contains blanks and the format does not allow them.
std::string export_text(const Judgements& judgements, ExportKind kind,
                        const ExportOptions& options);

/// The rows of `data`, read from the file `path`, with the labels of `judged`; 0 for the rest.
/// Throws as judged_rows() does.
JudgedRows with_labels(const Dataset& data, const Qrels& judged, Unjudged unjudged,
                       const std::string& path);

}  // namespace podium::labelling
