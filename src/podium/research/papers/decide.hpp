#pragma once

#include <cstdint>

#include "podium/research/papers/claim.hpp"

namespace podium::research {

// The rules of claim_rules.hpp, each in a file of its name. rules_of_verdicts() explains them.

ClaimFinding decide(const PointsRule& rule, const Findings& findings, std::uint64_t seed);
ClaimFinding decide(const BestRule& rule, const Findings& findings, std::uint64_t seed);
ClaimFinding decide(const AlikeRule& rule, const Findings& findings, std::uint64_t seed);
ClaimFinding decide(const HillRule& rule, const Findings& findings, std::uint64_t seed);
ClaimFinding decide(const FlatRule& rule, const Findings& findings, std::uint64_t seed);
ClaimFinding decide(const WinsRule& rule, const Findings& findings, std::uint64_t seed);
ClaimFinding decide(const GainsRule& rule, const Findings& findings, std::uint64_t seed);
ClaimFinding decide(const TheoryRule& rule, const Findings& findings, std::uint64_t seed);
ClaimFinding decide(const PeopleRule& rule, const Findings& findings, std::uint64_t seed);

}  // namespace podium::research
