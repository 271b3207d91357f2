#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/papers/claim.hpp"

namespace podium {

/// A paper whose experiments are written down in study/papers.
struct Paper {
  std::string_view name;      ///< "niu2012"; its studies' files begin with it
  std::string_view citation;  ///< key of docs/references.bib
  std::string_view title;
  std::string_view about;  ///< a sentence on what it says
  std::span<const PaperClaim> (*claims)();
  /// What is shown beside its claims; null: nothing.
  std::vector<ReportBlock> (*blocks)(const Findings&) = nullptr;
};

/// All papers, in the order that reports show them.
std::span<const Paper> papers();

/// Reads a paper's name, or "all"; throws UsageError naming the papers.
std::vector<const Paper*> parse_papers(std::string_view text);

/// An experiment of a paper as it is written down.
struct PaperStudy {
  std::string name;  ///< of the file
  std::string text;  ///< TOML
};
std::vector<PaperStudy> studies_of(const Paper& paper);

// What the papers claim, each list in its own file.
std::span<const PaperClaim> niu2012_claims();
std::span<const PaperClaim> cheng2015_claims();
std::span<const PaperClaim> lan2013_claims();
std::span<const PaperClaim> xia2009_claims();
std::span<const PaperClaim> letor3_claims();

}  // namespace podium
