#include <ostream>

#include "podium/cli/command.hpp"
#include "podium/measure/measure.hpp"

namespace podium {

namespace {

Table measure_table() {
  Table table{.columns = {"measure", "what it is", "reference"}};
  for (const MeasureEntry& entry : measures()) {
    const std::string cutoff = entry.cutoff == CutoffRule::none       ? ""
                               : entry.cutoff == CutoffRule::required ? "@k"
                                                                      : "[@k]";
    table.rows.push_back({std::string(entry.name) + cutoff, entry.summary, entry.reference});
  }
  return table;
}

Table profile_table() {
  Table table{.columns = {"profile", "conventions", "ties"}};
  for (const Profile& profile : profiles()) {
    table.rows.push_back({profile.name, profile.summary, name_of(profile.ties)});
  }
  return table;
}

}  // namespace

void add_list_command(CLI::App& app, Context& context) {
  CLI::App* list = app.add_subcommand("list", "what there is: measures, profiles, formats");
  list->require_subcommand(1);
  const auto add = [&](const std::string& name, const std::string& summary, Table (*make)()) {
    add_command(*list, context, name, summary, [make](CLI::App&) -> Action {
      return [make](const Context& ctx) { ctx.out << render(make(), ctx.format); };
    });
  };
  add("measures", "every measure", measure_table);
  add("profiles", "every set of evaluation conventions", profile_table);
}

}  // namespace podium
