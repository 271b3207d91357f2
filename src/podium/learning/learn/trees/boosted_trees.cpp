#include "podium/learning/learn/trees/boosted_trees.hpp"

#include <array>
#include <string>
#include <utility>

#include "podium/core/base/text.hpp"
#include "podium/learning/learn/trees/monotone_features.hpp"
#include "podium/learning/learn/trees/tree_boosting.hpp"

namespace podium {

namespace {

struct LossChoice {
  std::string loss = "list-mle";

  static auto fields() {
    return std::array{field("loss", &LossChoice::loss,
                            "loss to minimise: any of `podium list losses`; its options are "
                            "options of the training")};
  }
};

static_assert(has_all_fields<TreeOptions>() && has_all_fields<LossChoice>() &&
              has_all_fields<RoundOptions>());

void append(std::vector<OptionInfo>& infos, const std::vector<OptionInfo>& more) {
  infos.insert(infos.end(), more.begin(), more.end());
}

/// Those of the options that the loss has.
OptionText options_of(const LossEntry& loss, const OptionText& text) {
  OptionText own;
  for (const OptionInfo& info : loss.options()) {
    if (const auto found = text.find(info.name); found != text.end()) own.insert(*found);
  }
  return own;
}

}  // namespace

const LossEntry& BoostedTrees::loss_of(const OptionText& text) const {
  return fixed_ != nullptr ? *fixed_ : find_loss(parse_known_options<LossChoice>(text).loss);
}

std::vector<OptionInfo> BoostedTrees::options() const {
  std::vector<OptionInfo> infos =
      fixed_ != nullptr ? fixed_->options() : describe_options<LossChoice>();
  append(infos, describe_option_groups<TreeOptions, RoundOptions>());
  return infos;
}

std::vector<OptionInfo> BoostedTrees::loss_options(const OptionText& text) const {
  std::vector<OptionInfo> infos = loss_of(text).options();
  if (fixed_ == nullptr) append(infos, describe_options<LossChoice>());
  return infos;
}

void BoostedTrees::check(const OptionText& text) const {
  const LossEntry& loss = loss_of(text);
  std::vector<OptionInfo> known = options();
  if (fixed_ == nullptr) append(known, loss.options());
  check_option_names(known, text);
  (void)loss.make(options_of(loss, text));
  check_monotone(parse_known_options<TreeOptions>(text).monotone);
  (void)parse_known_options<RoundOptions>(text);
}

TrainingResult BoostedTrees::train(const TrainingTask& task, const OptionText& text) const {
  check(text);
  const LossEntry& entry = loss_of(text);
  const std::unique_ptr<const Loss> loss = entry.make(options_of(entry, text));
  const Loss& minimised = task.loss != nullptr ? *task.loss : *loss;
  return boost_trees(task, {entry, minimised}, parse_known_options<TreeOptions>(text),
                     parse_known_options<RoundOptions>(text));
}

}  // namespace podium
