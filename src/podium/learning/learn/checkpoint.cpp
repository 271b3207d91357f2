#include "podium/learning/learn/checkpoint.hpp"

#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/json_reader.hpp"

namespace podium {

namespace {

constexpr std::uint64_t checkpoint_version = 3;

}  // namespace

UsageError other_training(const std::filesystem::path& path) {
  return UsageError("checkpoint " + path.string() +
                    " belongs to a training with other data or options; remove it to start anew");
}

CheckpointFile::CheckpointFile(std::filesystem::path path, std::string identity)
    : path_(std::move(path)), identity_(std::move(identity)) {}

void CheckpointFile::save(const Checkpoint& checkpoint) const {
  Json finished = Json::array();
  for (const FinishedPart& part : checkpoint.finished) {
    finished.push_back(
        {{"model", part.model}, {"skipped", part.skipped}, {"objective", part.objective}});
  }
  const Json document = {
      {"podium_checkpoint", checkpoint_version},
      {"identity", identity_},
      {"iteration", checkpoint.optimiser.iteration},
      {"numbers", checkpoint.optimiser.numbers},
      {"best", checkpoint.best},
      {"best_validation", checkpoint.best_validation},
      {"best_iteration", checkpoint.best_iteration},
      {"finished", std::move(finished)},
  };
  write_file(path_, document.exact_dump());
}

std::optional<Checkpoint> CheckpointFile::load() const {
  if (!std::filesystem::exists(path_)) return std::nullopt;
  const InputText text(path_);
  // A choice of options by the data leaves lines of another kind in a file of this name.
  if (text.view().starts_with(tuning_beginning)) throw other_training(path_);
  const JsonReader json = read_json(text.view(), {path_.string()});
  if (json.at("podium_checkpoint").whole() < checkpoint_version) {
    throw DataError({path_.string()}, "of an earlier version of podium; remove it to start anew");
  }
  json.at("podium_checkpoint").expect_version(checkpoint_version);
  if (json.at("identity").text() != identity_) throw other_training(path_);
  std::vector<FinishedPart> finished;
  for (const JsonReader& part : json.at("finished").items()) {
    finished.push_back(
        {part.at("model").text(), part.at("skipped").whole(), part.at("objective").number()});
  }
  return Checkpoint{
      .optimiser = {json.at("iteration").whole(), json.at("numbers").numbers()},
      .best = json.at("best").numbers(),
      .best_validation = json.at("best_validation").number(),
      .best_iteration = json.at("best_iteration").whole(),
      .finished = std::move(finished),
  };
}

bool CheckpointFile::is_own() const {
  try {
    return load().has_value();
  } catch (const Error&) {
    return false;
  }
}

void CheckpointFile::remove() const {
  std::filesystem::remove(path_);
}

}  // namespace podium
