#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "podium/learning/study/run.hpp"
#include "podium/research/papers/reproduction.hpp"
#include "podium/research/papers/trials/stand_in_check.hpp"

namespace podium::research {

// Claims about data sets that are not at hand, tried on generated ones of the published shape
// (research/stand_ins/stand_in.hpp). This shows what code and rules do on such data, and how much
// they could show; it never decides a claim.

/// The studies of a paper for stand-ins: what its claims about such data sets need, with small
/// grids. Their names are those of the paper's own studies, and `folds` names a stand-in's shape.
std::vector<PaperStudy> stand_in_studies_of(const Paper& paper);

/// Opens the stand-ins of collection number `collection`, from 1 on, for those data sets of a study
/// that have no results in `findings`. They have fewer documents or queries than published, so that
/// twenty collections take minutes.
std::function<std::optional<StudySource>(const StudyData&)> stand_ins_for(const Findings& findings,
                                                                          const std::string& study,
                                                                          std::uint64_t collection);

/// The results of a collection, with those of the data sets at hand.
Findings with_data_at_hand(std::vector<StudyFinding> collection, const Findings& at_hand);

/// How claims came out on generated collections.
class StandInTally {
 public:
  /// For the claims of these papers that need data sets which are not in `findings`.
  StandInTally(std::span<const CheckedPaper> papers, const Findings& findings);

  /// Checks the claims on one more collection, with the data at hand added.
  void add(const Findings& collection);

  /// Tells every claim what came out, see CheckedClaim::stand_ins; and every paper, for each data
  /// set with published values, whether its stand-in is accepted (StandInLevel), and what the first
  /// collection is like (StandInPortrait).
  void note(std::span<CheckedPaper> papers) const;

 private:
  struct Entry {
    const PaperClaim* claim = nullptr;
    std::vector<std::string> data;             ///< that stand-ins took the place of
    std::array<std::size_t, 4> verdicts = {};  ///< by ClaimVerdict
  };
  /// The learners of a data set that have published values.
  struct Level {
    std::string_view paper;
    std::string study;
    std::string data;
    std::vector<StandInLearner> learners;

    /// Those that have results in all collections.
    std::vector<StandInLearner> run(std::size_t collections) const;
  };

  void add_published(std::string_view paper);
  Table levels_of(std::string_view paper) const;
  Table portraits_of(const Paper& paper) const;

  std::vector<Entry> entries_;
  std::vector<Level> levels_;
  std::size_t collections_ = 0;
};

/// The data sets of a claim that have no results but a stand-in, each once.
std::vector<std::string> stood_in(const PaperClaim& claim, const Findings& findings);

/// Renames the data sets of a study whose folder has the mark of a stand-in, so that they decide no
/// claim: "TD2003" becomes "TD2003 (stand-in)".
void name_stand_ins(StudyFinding& finding, const std::filesystem::path& folder);

}  // namespace podium::research
