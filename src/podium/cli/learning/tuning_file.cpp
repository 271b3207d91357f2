#include "podium/cli/learning/tuning_file.hpp"

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/json_reader.hpp"
#include "podium/learning/learn/checkpoint.hpp"

namespace podium::cli {

namespace {

Json json_of(const TunePlace& place, const TuneCell& cell) {
  Json json = {{"algorithm", place.algorithm}, {"point", place.point},
               {"fold", place.fold},           {"scores", cell.scores},
               {"deviation", cell.deviation},  {"mixes", cell.can_be_mixed}};
  if (cell.penalty) json["penalty"] = *cell.penalty;
  if (cell.seconds > 0.0) json["seconds"] = cell.seconds;
  if (!cell.refused.empty()) json["refused"] = cell.refused;
  return json;
}

TuneCell cell_of(const JsonReader& json) {
  TuneCell cell{.scores = json.at("scores").numbers(),
                .deviation = json.at("deviation").number(),
                .can_be_mixed = json.at("mixes").flag()};
  if (const auto penalty = json.find("penalty")) cell.penalty = penalty->number();
  if (const auto seconds = json.find("seconds")) cell.seconds = seconds->number();
  if (const auto refused = json.find("refused")) cell.refused = refused->text();
  return cell;
}

std::string first_line_of(const std::string& identity) {
  return Json({{"identity", identity}, {"podium_tuning", 1}}).dump();
}

/// Throws for the checkpoint of a single training.
const std::filesystem::path& checked_place(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return path;
  if (InputText(path).view().starts_with("{\"podium_checkpoint\"")) throw other_training(path);
  return path;
}

}  // namespace

bool TuningFile::is_of(const std::filesystem::path& path, const std::string& identity) {
  return std::filesystem::exists(path) &&
         InputText(path).view().starts_with(first_line_of(identity) + "\n");
}

TuningFile::TuningFile(const std::filesystem::path& path, const std::string& identity)
    : log_(checked_place(path), tuning_beginning) {
  const std::string first = first_line_of(identity);
  if (log_.lines().empty()) {
    log_.append(first);
    return;
  }
  for (std::size_t i = 0; i < log_.lines().size(); ++i) {
    const JsonReader json = read_json(log_.lines()[i], {path.string(), i + 1});
    if (i == 0) {
      if (log_.lines()[i] == first) continue;
      throw other_training(path);
    }
    cells_[{json.at("algorithm").whole(), json.at("point").whole(), json.at("fold").whole()}] =
        cell_of(json);
  }
}

std::optional<TuneCell> TuningFile::recall(const TunePlace& place) const {
  const auto found = cells_.find(place);
  if (found == cells_.end()) return std::nullopt;
  return found->second;
}

TuneMemory TuningFile::memory() {
  return {.recall = [this](const TunePlace& place) { return recall(place); },
          .keep = [this](const TunePlace& place, const TuneCell& cell) { keep(place, cell); }};
}

void TuningFile::keep(const TunePlace& place, const TuneCell& cell) {
  log_.append(json_of(place, cell).dump());
}

}  // namespace podium::cli
