#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "podium/core/base/table.hpp"

namespace podium {

/// The blocks of a report. A block holds contents only; renderers decide on the presentation.

struct TableBlock {
  std::string title;
  std::string note;  ///< text below the table: meaning of marks, origin of numbers
  Table table;
  std::string strong_meaning;  ///< of strong cells: "best of the column"
};

struct CurvePoint {
  double x = 0.0;
  double y = 0.0;
  std::optional<double> low;  ///< of the confidence band
  std::optional<double> high;
  std::string label;  ///< on the x axis, instead of the number: "full"
};

struct Curve {
  std::string name;
  std::vector<CurvePoint> points;  ///< by ascending x
  bool is_fitted = false;          ///< to the curve before it
};

enum class AxisScale { linear, logarithmic };

struct CurvesBlock {
  std::string title;
  std::string note;
  std::string x_label;
  AxisScale x_scale = AxisScale::linear;
  std::string y_label;
  std::vector<Curve> curves;
};

/// Values of some systems on the same queries, to compare two of them query by query.
struct PerQueryBlock {
  struct System {
    std::string name;
    std::vector<std::vector<double>> value;  ///< [measure][query]; NaN: the query was skipped
  };
  std::string title;
  std::string note;
  std::vector<std::string> query;
  std::vector<std::string> measure;
  std::vector<System> systems;
};

struct BarsBlock {
  struct Bar {
    std::string name;
    double value = 0.0;
  };
  std::string title;
  std::string note;
  std::string x_label;
  std::vector<Bar> bars;
};

/// Short lists of facts, for example one card for each data set.
struct CardsBlock {
  struct Card {
    std::string title;
    std::vector<std::pair<std::string, std::string>> facts;
  };
  std::string title;
  std::vector<Card> cards;
};

enum class ClaimVerdict { holds, refuted, not_shown, needs_data };

/// The verdict as people read it.
constexpr std::string_view words_of(ClaimVerdict verdict) {
  constexpr std::array<std::string_view, 4> words = {"holds", "refuted", "not shown either way",
                                                     "needs data not at hand"};
  return words[static_cast<std::size_t>(verdict)];
}

/// Claims with their verdicts.
struct ClaimsBlock {
  struct Claim {
    std::string claim;
    std::string source;  ///< key of docs/references.bib and the place in it
    ClaimVerdict verdict = ClaimVerdict::needs_data;
    std::string rule;      ///< that decided; may be empty
    std::string evidence;  ///< the numbers, or what is missing
    std::string power;     ///< what the data could have shown; may be empty
  };
  std::string title;
  std::vector<Claim> claims;
};

/// A decision tree: splits that ask something about a feature, and leaves with values.
struct TreeBlock {
  struct Split {
    std::string feature;
    std::string condition;     ///< what is asked about the feature: "\u2264 0.5"
    bool missing_yes = false;  ///< a missing value goes where the condition holds
    std::size_t yes = 0;       ///< the node where the condition holds
    std::size_t no = 0;
    double gain = 0.0;
  };
  struct Node {
    std::optional<Split> split;  ///< none: a leaf
    double value = 0.0;          ///< of a leaf
    std::size_t rows = 0;        ///< of the training data that reached the node
    double cover = 0.0;          ///< their second derivatives added up
  };
  std::string title;
  std::string note;
  std::string value_label;  ///< what the values of leaves are
  std::vector<Node> nodes;  ///< the root first, children after their parents
};

struct CommandsBlock {
  std::string title;
  std::vector<std::string> commands;
};

using ReportBlock = std::variant<TableBlock, CurvesBlock, PerQueryBlock, BarsBlock, CardsBlock,
                                 ClaimsBlock, TreeBlock, CommandsBlock>;

struct ReportSection {
  std::string title;
  std::vector<std::string> text;  ///< paragraphs
  std::vector<ReportBlock> blocks;
};

struct ReportDocument {
  std::string title;
  std::vector<std::string> summary;  ///< the main results, one sentence each
  std::vector<ReportSection> sections;
};

}  // namespace podium
