#pragma once

#include "podium/labelling/label/analysis/judgements.hpp"

namespace podium::labelling {

/// Two people and a program on four queries of three documents, k = 2. Query a: one person and the
/// program; b: both people; c: one person and an adjudication; d: nobody has finished.
inline Judgements sample_judgements() {
  Judgements said{.k = 2,
                  .scale = {"bad", "fair", "good", "excellent", "perfect"},
                  .assessor = {{"ann", false}, {"bob, jr", false}, {"script", true}}};
  for (const char* id : {"a", "b", "c", "d"}) said.query.push_back({id, {"x", "y", "z"}, {}});
  said.top_k = {{0, 0, {.top = {{2}, {0}}, .rest = {1}}},
                {2, 0, {.top = {{1}, {0}}, .rest = {2}}},
                {0, 1, {.top = {{1}, {0}}, .bad = {2}}},
                {1, 1, {.top = {{0, 1}}, .rest = {2}}},
                {0, 2, {.top = {{1}, {2}}, .rest = {0}}}};
  said.adjudication = {{2, {0, 2}}};
  said.preference = {{0, 0, {{2, 0, Purpose::needed}, Verdict::left}, 1.5},
                     {0, 0, {{0, 1, Purpose::repeat}, Verdict::left_bad}, 2.0, false},
                     {1, 1, {{0, 1, Purpose::needed}, Verdict::tie}, 0.25},
                     {1, 1, {{2, 1, Purpose::gold}, Verdict::left_bad}, 3.0},
                     {2, 0, {{1, 0, Purpose::needed}, Verdict::right}, 0.0}};
  said.preference[0].record = {.paused = 2.0, .at = 1'700'000'000'000, .comment = "clearer, newer"};
  said.grade = {{1, 0, {0, Grading::Kind::grade, 4}, 6.0}};
  said.grade[0].record.comment = "no doubt";
  said.grades = {{1, 0, {4, 0, std::nullopt}}};
  return said;
}

}  // namespace podium::labelling
