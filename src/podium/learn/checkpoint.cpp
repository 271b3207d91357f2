#include "podium/learn/checkpoint.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "podium/base/error.hpp"
#include "podium/base/file.hpp"
#include "podium/base/text.hpp"

namespace podium {

namespace {

constexpr int version = 2;

}  // namespace

CheckpointFile::CheckpointFile(std::filesystem::path path, std::string identity)
    : path_(std::move(path)), identity_(std::move(identity)) {}

void CheckpointFile::save(const Checkpoint& checkpoint) const {
  nlohmann::json finished = nlohmann::json::array();
  for (const FinishedPart& part : checkpoint.finished) {
    finished.push_back(
        {{"model", part.model}, {"skipped", part.skipped}, {"objective", part.objective}});
  }
  const nlohmann::json document = {
      {"podium_checkpoint", version},
      {"identity", identity_},
      {"iteration", checkpoint.optimiser.iteration},
      {"numbers", checkpoint.optimiser.numbers},
      {"best", checkpoint.best},
      {"best_validation", checkpoint.best_validation},
      {"best_iteration", checkpoint.best_iteration},
      {"finished", std::move(finished)},
  };
  write_file(path_, document.dump());
}

std::optional<Checkpoint> CheckpointFile::load() const {
  if (!std::filesystem::exists(path_)) return std::nullopt;
  const InputText text(path_);
  try {
    const auto document = nlohmann::json::parse(text.view());
    if (document.at("podium_checkpoint").get<int>() != version) {
      throw DataError({path_.string()},
                      "found a checkpoint of another version, expected " + to_text(version));
    }
    if (document.at("identity").get<std::string>() != identity_) {
      throw UsageError(
          "checkpoint " + path_.string() +
          " belongs to a training with other data or options; remove it to start again");
    }
    std::vector<FinishedPart> finished;
    for (const auto& part : document.at("finished")) {
      finished.push_back({part.at("model").get<std::string>(),
                          part.at("skipped").get<std::size_t>(),
                          part.at("objective").get<double>()});
    }
    return Checkpoint{
        .optimiser = {document.at("iteration").get<std::size_t>(),
                      document.at("numbers").get<std::vector<double>>()},
        .best = document.at("best").get<std::vector<double>>(),
        .best_validation = document.at("best_validation").get<double>(),
        .best_iteration = document.at("best_iteration").get<std::size_t>(),
        .finished = std::move(finished),
    };
  } catch (const nlohmann::json::exception& error) {
    throw DataError({path_.string()}, std::string("found no checkpoint: ") + error.what());
  }
}

void CheckpointFile::remove() const {
  std::filesystem::remove(path_);
}

}  // namespace podium
