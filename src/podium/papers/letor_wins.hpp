#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "podium/experiment/winning_number.hpp"
#include "podium/report/document.hpp"
#include "podium/study/findings.hpp"

namespace podium {

/// The eight algorithms of [Qin10] in its order, and its nine measures.
std::span<const std::string_view> letor_algorithms();
std::span<const std::string_view> letor_measures();

/// The studies of the paper: LETOR 3.0, 4.0 and 2.0.
std::span<const std::string_view> letor_studies();

/// Winning numbers of the eight algorithms on all available data sets.
WinningNumbers our_letor_wins(const Findings& findings);

/// Winning numbers of the paper's Tables 5 to 18.
WinningNumbers published_letor_wins();

/// Both as tables; ours only when all eight algorithms have results.
std::vector<ReportBlock> letor_wins_blocks(const Findings& findings);

}  // namespace podium
