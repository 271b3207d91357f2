#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "podium/core/report/document.hpp"
#include "podium/learning/experiment/winning_number.hpp"
#include "podium/research/papers/findings.hpp"

namespace podium::research {

/// The eight algorithms of [Qin10] in its order.
std::span<const std::string_view> letor_algorithms();

/// Winning numbers of the eight algorithms on all available data sets.
WinningNumbers our_letor_wins(const Findings& findings);

/// Winning numbers of the paper's Tables 5 to 18.
WinningNumbers published_letor_wins();

/// Both as tables; ours only when all eight algorithms have results.
std::vector<ReportBlock> letor_wins_blocks(const Findings& findings);

}  // namespace podium::research
