#include "podium/learning/experiment/cell_log.hpp"

#include <system_error>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/learning/learn/checkpoint.hpp"

namespace podium {

namespace {

std::string first_line_of(const LoggedRun& run) {
  return Json({{"identity", run.identity}, {"podium_cells", 1}}).dump();
}

std::string name_of(const LoggedRun& run) {
  return run.label + " " + run.path.string();
}

UsageError other_run(const LoggedRun& run) {
  return UsageError(name_of(run) + " belongs to a " + run.what +
                    " with other data or options; remove it to start anew");
}

/// Throws for the checkpoint of a single training, which has the same place.
const std::filesystem::path& checked_place(const LoggedRun& run) {
  if (std::filesystem::exists(run.path) &&
      InputText(run.path).view().starts_with("{\"podium_checkpoint\"")) {
    throw other_run(run);
  }
  return run.path;
}

}  // namespace

bool CellFile::is_of(const LoggedRun& run) {
  return std::filesystem::exists(run.path) &&
         InputText(run.path).view().starts_with(first_line_of(run) + "\n");
}

CellFile::CellFile(const LoggedRun& run) : log_(checked_place(run), tuning_beginning) {
  const std::string first = first_line_of(run);
  is_empty_ = log_.lines().size() < 2;
  if (log_.lines().empty()) {
    log_.append(first);
    return;
  }
  if (log_.lines().front() == first) return;
  const JsonReader json = read_json(log_.lines().front(), {run.path.string(), 1});
  if (json.find("podium_cells")) throw other_run(run);
  throw UsageError(name_of(run) +
                   " was written by an earlier version of podium; remove it to start anew");
}

CellFile::~CellFile() {
  std::error_code ignored;
  if (is_empty_) std::filesystem::remove(log_.path(), ignored);
}

std::vector<std::pair<GridCell, JsonReader>> CellFile::cells() const {
  std::vector<std::pair<GridCell, JsonReader>> cells;
  for (std::size_t i = 1; i < log_.lines().size(); ++i) {
    const JsonReader json = read_json(log_.lines()[i], {log_.path().string(), i + 1});
    GridCell cell{.algorithm = json.at("algorithm").text(),
                  .options = json.at("options").text_members(),
                  .fold = json.at("fold").whole(),
                  .is_baseline = json.at("baseline").flag()};
    if (const auto lambda = json.find("lambda")) cell.lambda = lambda->number();
    cells.emplace_back(std::move(cell), json.at("result"));
  }
  return cells;
}

void CellFile::append(const GridCell& cell, Json result) {
  Json json = {{"algorithm", cell.algorithm},
               {"options", cell.options},
               {"fold", cell.fold},
               {"baseline", cell.is_baseline},
               {"result", std::move(result)}};
  if (cell.lambda > 0.0) json["lambda"] = cell.lambda;
  is_empty_ = false;
  log_.append(json.dump());
}

}  // namespace podium
