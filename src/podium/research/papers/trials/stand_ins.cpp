#include "podium/research/papers/trials/stand_ins.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "podium/core/base/checksum.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/learning/experiment/statistics/moments.hpp"
#include "podium/research/papers/paper_texts.hpp"
#include "podium/research/papers/published.hpp"
#include "podium/research/stand_ins/stand_in.hpp"

namespace podium::research {

namespace {

constexpr std::string_view file_beginning = "stand-in-";

/// The sizes of a quick collection; 0: as published.
struct StudySize {
  std::size_t documents = 0;
  std::size_t queries = 0;
};

/// Topics keep their relevant documents rare; one answer is rare among fewer, too.
StudySize study_size(const StandInShape& shape) {
  if (shape.truth != StandInTruth::binary) return {.documents = 60, .queries = 240};
  return {.documents = shape.task == StandInTask::topics ? std::size_t{200} : std::size_t{60}};
}

/// The stand-in of a shape in a collection.
SyntheticDataset made_for_study(const StandInShape& shape, std::uint64_t collection) {
  const StudySize size = study_size(shape);
  return stand_in(shape, collection, size.documents, size.queries);
}

std::string_view bytes_of(std::span<const double> values) {
  return {reinterpret_cast<const char*>(values.data()),  // NOLINT(*-reinterpret-cast)
          values.size_bytes()};
}

/// The scope of a rule; null for rules without data sets.
struct ScopeOf {
  template <class Rule>
  const ClaimScope* operator()(const Rule& rule) const {
    if constexpr (requires { rule.scope; }) {
      return &rule.scope;
    } else {
      return nullptr;
    }
  }
};

/// Whether the stand-in studies have data of this name for the study.
bool has_stand_in(std::string_view study, std::string_view data) {
  static const std::map<std::string, std::vector<std::string>, std::less<>> known = [] {
    std::map<std::string, std::vector<std::string>, std::less<>> names;
    for (const Paper& paper : papers()) {
      for (const PaperStudy& one : stand_in_studies_of(paper)) {
        const StudySpec spec = parse_study(one.text, one.name);
        for (const StudyData& set : spec.data) names[spec.name].push_back(set.name);
      }
    }
    return names;
  }();
  const auto found = known.find(study);
  return found != known.end() && std::ranges::count(found->second, data) > 0;
}

std::string outcome_text(std::span<const std::string> data, std::span<const std::size_t> verdicts,
                         std::size_t collections) {
  const auto count = [&](ClaimVerdict verdict) {
    return verdicts[static_cast<std::size_t>(verdict)];
  };
  std::string text = fmt::format(
      "on stand-ins for {}: holds in {} of {}, refuted in {}, not shown either way in {}",
      listed(data), count(ClaimVerdict::holds),
      counted(collections, "generated collection", "generated collections"),
      count(ClaimVerdict::refuted), count(ClaimVerdict::not_shown));
  if (const std::size_t open = count(ClaimVerdict::needs_data); open > 0) {
    text += fmt::format(", needs more data in {}", open);
  }
  return text;
}

}  // namespace

std::vector<PaperStudy> stand_in_studies_of(const Paper& paper) {
  std::vector<PaperStudy> studies;
  for (const EmbeddedText& file : paper_texts()) {
    if (file.name.starts_with(fmt::format("{}{}-", file_beginning, paper.name))) {
      studies.push_back({std::string(file.name), file.text()});
    }
  }
  return studies;
}

std::function<std::optional<StudySource>(const StudyData&)> stand_ins_for(
    const Findings& findings, const std::string& study, std::uint64_t collection) {
  const std::vector<std::string> at_hand = findings.data_of(study);
  return [at_hand, collection](const StudyData& data) -> std::optional<StudySource> {
    const StandInShape* shape = find_stand_in(data.folds);
    if (shape == nullptr || std::ranges::count(at_hand, data.name) > 0) return std::nullopt;
    const SyntheticDataset made = made_for_study(*shape, collection);
    const std::string identity =
        fmt::format("{} {:016x} {:016x}", shape->name, checksum64(bytes_of(made.utility)),
                    checksum64(bytes_of(made.data.columns().label)));
    return source_of(data, made.data, identity);
  };
}

Findings with_data_at_hand(std::vector<StudyFinding> collection, const Findings& at_hand) {
  for (StudyFinding& finding : collection) {
    const StudyFinding* own = at_hand.study(finding.spec.name);
    if (own == nullptr) continue;
    finding.systems.insert(finding.systems.end(), own->systems.begin(), own->systems.end());
    for (const StudyData& data : own->spec.data) {
      if (std::ranges::count(finding.spec.data, data.name, &StudyData::name) == 0) {
        finding.spec.data.push_back(data);
      }
    }
  }
  return Findings(std::move(collection));
}

std::vector<std::string> stood_in(const PaperClaim& claim, const Findings& findings) {
  std::vector<std::string> names;
  for (const ClaimRule& rule : claim.parts) {
    const ClaimScope* scope = std::visit(ScopeOf{}, rule);
    if (scope == nullptr) continue;
    for (const std::string_view data : scope->data) {
      const std::string_view study = scope->measures.front().study;
      const std::vector<std::string> present = findings.data_of(study);
      const bool is_needed = std::ranges::count(present, data) == 0 && has_stand_in(study, data);
      if (is_needed && std::ranges::count(names, data) == 0) names.emplace_back(data);
    }
  }
  return names;
}

StandInTally::StandInTally(std::span<const CheckedPaper> papers, const Findings& findings) {
  for (const CheckedPaper& checked : papers) {
    for (const CheckedClaim& claim : checked.claims) {
      std::vector<std::string> data = stood_in(*claim.claim, findings);
      if (!data.empty()) entries_.push_back({claim.claim, std::move(data)});
    }
    add_published(checked.paper->name);
  }
}

void StandInTally::add_published(std::string_view paper) {
  for (const PublishedValue& value : published_values()) {
    const bool is_wanted = value.paper == paper && value.measure == "map" && value.is_ours &&
                           has_stand_in(value.study, value.data);
    if (!is_wanted) continue;
    auto level = std::ranges::find_if(levels_, [&](const Level& one) {
      return one.paper == paper && one.study == value.study && one.data == value.data;
    });
    if (level == levels_.end()) {
      levels_.push_back({paper, value.study, value.data, {}});
      level = levels_.end() - 1;
    }
    level->learners.push_back({.row = value.row, .published = value.value, .map = {}, .error = {}});
  }
}

std::vector<StandInLearner> StandInTally::Level::run(std::size_t collections) const {
  std::vector<StandInLearner> found;
  for (const StandInLearner& learner : learners) {
    if (collections > 0 && learner.map.size() == collections) found.push_back(learner);
  }
  return found;
}

void StandInTally::add(const Findings& collection) {
  ++collections_;
  for (Entry& entry : entries_) {
    const ClaimVerdict verdict = checked(*entry.claim, collection).finding.verdict;
    ++entry.verdicts[static_cast<std::size_t>(verdict)];
  }
  for (Level& level : levels_) {
    for (StandInLearner& learner : level.learners) {
      const StudySystem* system = collection.system(level.study, level.data, learner.row);
      if (system == nullptr) continue;
      const std::vector<double>& values = system->value[system->measure_place("map")];
      learner.map.push_back(system->mean_of("map"));
      learner.error.push_back(moments_of(values).standard_error());
    }
  }
}

void StandInTally::note(std::span<CheckedPaper> papers) const {
  if (collections_ == 0) return;
  for (CheckedPaper& paper : papers) {
    for (CheckedClaim& claim : paper.claims) {
      const auto entry = std::ranges::find(entries_, claim.claim, &Entry::claim);
      if (entry == entries_.end()) continue;
      claim.stand_ins = outcome_text(entry->data, entry->verdicts, collections_);
    }
    paper.stand_in_levels = levels_of(paper.paper->name);
    paper.stand_in_portraits = portraits_of(*paper.paper);
  }
}

Table StandInTally::levels_of(std::string_view paper) const {
  Table table{.columns = {"data set", "learners", "published MAP from", "to", "stand-ins from",
                          "to ", "topic error", "published deviation", "deviation of stand-ins",
                          "accepted"}};
  for (const Level& level : levels_) {
    if (level.paper != paper) continue;
    const std::vector<StandInLearner> learners = level.run(collections_);
    if (learners.size() < 2) continue;
    const StandInLevel found = level_of(learners);
    table.rows.push_back({level.data, learners.size(), found.published.low, found.published.high,
                          found.ours.low, found.ours.high, found.error, found.published_deviation,
                          found.deviation, found.verdict()});
  }
  return table;
}

Table StandInTally::portraits_of(const Paper& paper) const {
  Table table{.columns = {"data set", "queries", "documents", "relevant"}};
  for (const double share : portrait_shares) {
    table.columns.push_back(fmt::format("{} %", std::round(100.0 * share)));
  }
  for (const PaperStudy& study : stand_in_studies_of(paper)) {
    const StudySpec spec = parse_study(study.text, study.name);
    for (const StudyData& data : spec.data) {
      const bool is_run = std::ranges::any_of(levels_, [&](const Level& level) {
        return level.study == spec.name && level.data == data.name &&
               level.run(collections_).size() > 1;
      });
      if (!is_run) continue;
      const StandInPortrait made = portrait_of(made_for_study(*find_stand_in(data.folds), 1), spec);
      std::vector<Cell>& row = table.rows.emplace_back();
      row = {data.name, made.queries, made.documents, made.relevant};
      for (const double value : made.single_map) row.emplace_back(value);
    }
  }
  return table;
}

void name_stand_ins(StudyFinding& finding, const std::filesystem::path& folder) {
  for (StudyData& data : finding.spec.data) {
    if (data.folds.empty() || !std::filesystem::exists(folder / data.folds / stand_in_mark)) {
      continue;
    }
    const std::string name = fmt::format("{} (stand-in)", data.name);
    for (StudySystem& system : finding.systems) {
      if (system.data == data.name) system.data = name;
    }
    for (CellResult& cell : finding.results.cells) {
      if (cell.data == data.name) cell.data = name;
    }
    for (DataCard& card : finding.results.cards) {
      if (card.name == data.name) card.name = name;
    }
    data.name = name;
  }
}

}  // namespace podium::research
