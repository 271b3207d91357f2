#include <algorithm>
#include <mutex>
#include <ostream>

#include "podium/cli/args/listening_args.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/labelling/label_project.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/json_text.hpp"
#include "podium/core/http/http_server.hpp"
#include "podium/labelling/service/invitations.hpp"
#include "podium/labelling/service/label_service.hpp"
#include "podium/labelling/store/backup.hpp"

namespace podium::cli {

namespace {

struct LabelServeArgs {
  LabelStoreArgs store;
  ListeningArgs listening;
};

/// The link by which the first administrator gets in; empty when there is one.
std::string set_up_link(labelling::LabelStore& store, const std::string& address) {
  const std::vector<labelling::Account> accounts = store.people.accounts();
  const auto is_administrator = [](const labelling::Account& account) {
    return account.role == labelling::Role::administrator && account.is_enabled;
  };
  if (std::ranges::any_of(accounts, is_administrator)) return {};
  return address + labelling::invite_first_administrator(store, current_instant()).path;
}

void print_links(const std::string& address, const std::string& link, const Context& context) {
  if (context.format == TableFormat::json) {
    Json json = {{"address", address}};
    if (!link.empty()) json["set_up"] = link;
    context.out << json_text(json);
  } else {
    context.out << "serving " << address << "\n";
    if (!link.empty()) {
      context.out << "there is no administrator yet; create one with this link, valid once: "
                  << link << "\n";
    }
  }
  context.out.flush();
}

/// A file may have been removed or damaged while the service ran.
void check_saved(labelling::LabelStore& store, const LabelStoreArgs& args) {
  if (args.folder.empty()) return;  // PostgreSQL looks after its own files
  try {
    store.people.sweep(current_instant());  // no change is made to a file that has gone
    labelling::check_sqlite(labelling::database_file(args.folder));
  } catch (const StorageError& error) {
    throw StorageError(
        std::string("stopped; it is not certain that all confirmed answers are saved: ") +
        error.what());
  }
}

void run_label_serve(const LabelServeArgs& args, const Context& context) {
  args.listening.check();
  // Before the database is opened, which may take time: signals may come at once.
  const InterruptWatch watch;
  ReloadWatch reload;  // behind it: SIGHUP is among the signals of the other
  const auto store = args.store.open();
  labelling::ServiceOptions options;
  options.is_tls = args.listening.is_tls();
  options.is_behind_proxy = args.listening.behind_proxy;
  std::mutex mutex;
  options.report = [&](const std::string& problem) {
    const std::lock_guard lock(mutex);
    context.say(problem);
  };
  labelling::LabelService service(*store, options, current_instant);
  HttpServer server(args.listening.limits(), service);
  const std::string address = args.listening.address(server.port());
  print_links(address, set_up_link(*store, address), context);
  context.say("stop with Ctrl-C");
  run_until_interrupted(server, watch, [&] {
    if (reload.take()) args.listening.reload_certificate(server, options.report);
  });
  check_saved(*store, args.store);
  context.say("stopped; all confirmed answers are saved");
}

}  // namespace

void add_label_serve(Command& label) {
  Command& command = label.add("serve", "serve the labelling page over HTTP");
  auto* const args = command.runs(run_label_serve);
  command.description =
      "Assessors log in with a browser and judge documents by preferences or grades. On its first "
      "start, the service prints a link for creating the administrator account. TLS is required on "
      "addresses that other machines can reach.";
  args->store.add_to(command);
  args->listening.add_to(command);
}

}  // namespace podium::cli
