#include "podium/cli/commands.hpp"
#include "podium/cli/labelling/label_project.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/labelling/store/backup.hpp"

namespace podium::cli {

namespace {

struct BackupArgs {
  LabelStoreArgs store;
  std::string file;
};

void refuse_postgresql(const LabelStoreArgs& store) {
  if (store.database.empty()) return;
  throw UsageError(
      "backups of a PostgreSQL database are made with pg_dump and restored with pg_restore");
}

void run_backup(const BackupArgs& args, const Context& context) {
  refuse_postgresql(args.store);
  const auto store = args.store.open_existing();
  const std::size_t answers =
      labelling::back_up_sqlite(labelling::database_file(args.store.folder), args.file);
  record_command(*store, "backup", args.file);
  context.say(args.file + ": all projects and accounts, with " + counted(answers, "answer"));
}

void run_restore(const BackupArgs& args, const Context& context) {
  refuse_postgresql(args.store);
  if (args.store.folder.empty()) throw UsageError("give --project DIR, the folder to create");
  const labelling::RestoredBackup restored =
      labelling::restore_sqlite(args.file, args.store.folder);
  record_command(*args.store.open(), "restore", args.file);
  context.say(args.store.folder + ": all projects and accounts of " + args.file + ", with " +
              counted(restored.answers, "answer"));
  if (restored.has_checksum) return;
  context.say(args.file + " has no checksum, as older backups: only SQLite's own check was made");
}

}  // namespace

void add_label_backup(Command& label) {
  Command& command = label.add("backup", "copy all projects of a folder to a file");
  auto* const args = command.runs(run_backup);
  command.description =
      "The service may go on serving: the copy has every answer that was confirmed before the "
      "command was started. A copy of podium.db made by other means lacks those that are in the "
      "log beside it. An older backup of the same name is replaced when the new one is complete.";
  args->store.add_to(command);
  command.option("--out", args->file, "file to write").writes("FILE").required();
}

void add_label_restore(Command& label) {
  Command& command = label.add("restore", "make a folder of projects from a backup");
  auto* const args = command.runs(run_restore);
  command.description =
      "The folder must not contain projects yet: nothing is overwritten. Accounts, passwords and "
      "logins are those of the backup.";
  args->store.add_to(command);
  command.option("--backup", args->file, "file of podium label backup").reads("FILE").required();
}

}  // namespace podium::cli
