#include <array>
#include <memory>
#include <string>
#include <vector>

#include "podium/core/base/text.hpp"
#include "podium/learning/learn/algorithm_kinds.hpp"
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

/// Regression trees for any loss.
class BoostedTrees final : public Algorithm {
 public:
  explicit BoostedTrees(const LossEntry* fixed) : fixed_(fixed) {}

  bool accepts_missing(const OptionText& /*text*/) const override { return true; }
  bool weighs_documents(const OptionText& text) const override {
    return loss_of(text).weighs_documents;
  }
  bool takes_pairs() const override { return fixed_ != nullptr && fixed_->takes_pairs; }
  bool takes_loss() const override { return true; }
  bool takes_second_objective() const override { return true; }
  bool keeps_start() const override { return true; }

  std::vector<OptionInfo> options() const override {
    std::vector<OptionInfo> infos =
        fixed_ != nullptr ? fixed_->options() : describe_options<LossChoice>();
    append(infos, describe_option_groups<TreeOptions, RoundOptions>());
    return infos;
  }

  std::vector<OptionInfo> loss_options(const OptionText& text) const override {
    std::vector<OptionInfo> infos = loss_of(text).options();
    if (fixed_ == nullptr) append(infos, describe_options<LossChoice>());
    return infos;
  }

  bool splits_sets(const OptionText& text) const override {
    return parse_known_options<TreeOptions>(text).category_sets;
  }

  void check(const OptionText& text) const override {
    const LossEntry& loss = loss_of(text);
    std::vector<OptionInfo> known = options();
    if (fixed_ == nullptr) append(known, loss.options());
    check_option_names(known, text);
    (void)make_known(loss, text);
    check_monotone(parse_known_options<TreeOptions>(text).monotone);
    (void)parse_known_options<RoundOptions>(text);
  }

  TrainingResult train(const TrainingTask& task, const OptionText& text) const override {
    check(text);
    const LossEntry& entry = loss_of(text);
    const std::unique_ptr<const Loss> loss = make_known(entry, text);
    const Loss& minimised = task.loss != nullptr ? *task.loss : *loss;
    return boost_trees(task, {entry, minimised}, parse_known_options<TreeOptions>(text),
                       parse_known_options<RoundOptions>(text));
  }

 private:
  const LossEntry& loss_of(const OptionText& text) const {
    return fixed_ != nullptr ? *fixed_ : find_loss(parse_known_options<LossChoice>(text).loss);
  }

  const LossEntry* fixed_;  ///< null: the option `loss` names it
};

}  // namespace

std::shared_ptr<const Algorithm> make_boosted_trees(std::string_view loss) {
  return std::make_shared<BoostedTrees>(loss.empty() ? nullptr : &find_loss(loss));
}

}  // namespace podium
