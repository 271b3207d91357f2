#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/research/papers/claim.hpp"

namespace podium::research {

/// A paper whose experiments are described in papers/specs.
struct Paper {
  std::string_view name;      ///< "niu2012"; its studies' files begin with it
  std::string_view citation;  ///< key of docs/references.bib
  std::string_view title;
  std::string_view about;  ///< one sentence about its contents
  std::span<const PaperClaim> (*claims)();
  /// Makes the blocks shown after its claims; null: none.
  std::vector<ReportBlock> (*blocks)(const Findings&) = nullptr;
  /// Makes tables that the summary shows, too; null: none.
  std::vector<ReportBlock> (*tables)(const Findings&) = nullptr;
};

/// All papers, in the order of reports.
std::span<const Paper> papers();

/// Reads a paper's name, or "all"; throws UsageError naming the papers.
std::vector<const Paper*> parse_papers(std::string_view text);

/// The description of an experiment of a paper.
struct PaperStudy {
  std::string name;  ///< of the file
  std::string text;  ///< TOML
};
std::vector<PaperStudy> studies_of(const Paper& paper);

// The claims of the papers, each list in its own file.
std::span<const PaperClaim> niu2012_claims();
std::span<const PaperClaim> cheng2015_claims();
std::span<const PaperClaim> lan2013_claims();
std::span<const PaperClaim> xia2009_claims();
std::span<const PaperClaim> letor3_claims();

}  // namespace podium::research
