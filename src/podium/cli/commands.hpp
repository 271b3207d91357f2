#pragma once

#include "podium/cli/cli.hpp"
#include "podium/cli/command.hpp"

namespace podium::cli {

/// Adds all commands of `podium`.
void add_commands(Command& podium);

inline constexpr Program podium_program{
    .name = "podium",
    .summary = "learn to rank documents, evaluate rankings and collect labels",
    .add_commands = add_commands};

// One function for each command, each in its own file.
void add_demo_command(Command& podium);
void add_data_commands(Command& podium);
void add_data_info(Command& data);
void add_data_check(Command& data);
void add_data_convert(Command& data);
void add_data_normalise(Command& data);
void add_data_fill(Command& data);
void add_data_split(Command& data);
void add_data_truth(Command& data);
void add_synth_commands(Command& podium);
void add_synth_corpus(Command& synth);
void add_train_command(Command& podium);
void add_tune_command(Command& podium);
void add_crossval_command(Command& podium);
void add_model_commands(Command& podium);
void add_explain_command(Command& podium);
void add_calibrate_command(Command& podium);
void add_score_command(Command& podium);
void add_export_command(Command& podium);
void add_import_command(Command& podium);
void add_serve_command(Command& podium);
void add_evaluate_command(Command& podium);
void add_compare_command(Command& podium);
void add_experiment_commands(Command& podium);
void add_report_command(Command& podium);
void add_aggregate_command(Command& podium);
void add_label_commands(Command& podium);
void add_label_import(Command& label);
void add_label_serve(Command& label);
void add_label_invite(Command& label);
void add_label_password(Command& label);
void add_label_ask(Command& label);
void add_label_agreement(Command& label);
void add_label_export(Command& label);
void add_label_backup(Command& label);
void add_label_restore(Command& label);
void add_label_simulate(Command& label);
void add_collect_commands(Command& podium);
void add_collect_build(Command& collect);
void add_collect_features(Command& collect);
void add_features_command(Command& podium);
void add_ranks_command(Command& podium);
void add_list_command(Command& podium);
void add_help_command(Command& podium);
void add_completions_command(Command& podium);
void add_man_command(Command& podium);

}  // namespace podium::cli
