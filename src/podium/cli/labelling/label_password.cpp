#include <ostream>

#include "podium/cli/commands.hpp"
#include "podium/cli/labelling/label_project.hpp"
#include "podium/core/base/io/json_text.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/http/tokens.hpp"
#include "podium/labelling/service/passwords.hpp"

namespace podium::cli {

namespace {

struct PasswordArgs {
  LabelStoreArgs store;
  std::string account;
};

void run_password(const PasswordArgs& args, const Context& context) {
  const auto store = args.store.open_existing();
  const std::optional<labelling::Account> account = store->people.find_account(args.account);
  if (!account || account->is_program) {
    throw UsageError("there is no person with the account name " + in_quotes(args.account));
  }
  const std::string password = new_token().substr(0, 16);
  store->people.set_password(
      account->id, labelling::Passwords(labelling::interactive_password_cost()).hashed(password));
  store->people.end_logins(account->id);
  record_command(*store, "password", "reset for " + account->name);
  if (context.format == TableFormat::json) {
    context.out << json_text({{"account", account->name}, {"password", password}});
  } else {
    context.out << password << "\n";
  }
  context.say("this is the new password of " + account->name +
              ", who can change it on the page; it is not shown again");
}

}  // namespace

void add_label_password(Command& label) {
  Command& command = label.add("password", "give a person a new password");
  auto* const args = command.runs(run_password);
  command.description =
      "For a person who has forgotten the old one, which no longer works then. Sessions of the "
      "account end; its tasks and answers stay.";
  args->store.add_to(command);
  command.option("--account", args->account, "name of the account").value("NAME").required();
}

}  // namespace podium::cli
