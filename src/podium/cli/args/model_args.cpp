#include "podium/cli/args/model_args.hpp"

#include <fmt/format.h>

#include "podium/learning/explain/model_summary.hpp"

namespace podium::cli {

void add_model_args(Command& command, ModelArgs& args) {
  command.option("model", args.model, "trained model").reads("FILE").required();
  command.number("--top", args.top, "number of features to show; 0: all");
}

void say_what_is_shown(const ModelArgs& args, std::size_t count, const Context& context) {
  const std::size_t shown = shown_count(args.top, count);
  if (shown == count) return;
  context.say(fmt::format("{} of {} features shown; --top 0 shows all of them", shown, count));
}

}  // namespace podium::cli
