#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <ostream>
#include <thread>

#include "podium/cli/interrupt.hpp"
#include "podium/cli/json_text.hpp"
#include "podium/cli/label/label_project.hpp"
#include "podium/service/http_server.hpp"
#include "podium/service/invitations.hpp"

namespace podium {

namespace {

struct ServeArgs {
  LabelStoreArgs store;
  ServerOptions server;
  bool behind_proxy = false;

  bool is_tls() const { return !server.certificate.empty(); }
};

bool is_loopback(const std::string& host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

void check_host(const ServeArgs& args) {
  if (is_loopback(args.server.host) || args.is_tls() || args.behind_proxy) return;
  throw UsageError("--host " + args.server.host +
                   " is open to others, who could read passwords on the way: give --certificate "
                   "and --key, or say --behind-proxy when a proxy in front of it speaks TLS");
}

std::string address_of(const ServeArgs& args, int port) {
  const std::string& host = args.server.host;
  const bool is_v6 = host.find(':') != std::string::npos;
  return (args.is_tls() ? "https://" : "http://") + (is_v6 ? "[" + host + "]" : host) + ":" +
         to_text(port);
}

/// The link by which the first administrator gets in; empty when there is one.
std::string set_up_link(LabelStore& store, const std::string& address) {
  const std::vector<Account> accounts = store.accounts();
  const auto is_administrator = [](const Account& account) {
    return account.role == Role::administrator && account.is_enabled;
  };
  if (std::ranges::any_of(accounts, is_administrator)) return {};
  return address + invite_first_administrator(store, current_instant()).path;
}

void print_links(const std::string& address, const std::string& link, const Context& context) {
  if (context.format == TableFormat::json) {
    Json json = {{"address", address}};
    if (!link.empty()) json["set_up"] = link;
    context.out << json_text(json);
  } else {
    context.out << "serving " << address << "\n";
    if (!link.empty()) {
      context.out << "there is no administrator yet; this link makes one, once: " << link << "\n";
    }
  }
  context.out.flush();
}

/// Serves until the user ends it; requests that have begun are answered.
void run_until_interrupted(HttpServer& server) {
  const InterruptWatch watch;
  std::exception_ptr failure;
  std::atomic<bool> has_ended = false;
  std::thread serving([&] {
    try {
      server.run();
    } catch (...) {
      failure = std::current_exception();
    }
    has_ended = true;
  });
  while (!watch.was_interrupted() && !has_ended) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  server.stop();
  serving.join();
  if (failure) std::rethrow_exception(failure);
}

void run_serve(const ServeArgs& args, const Context& context) {
  check_host(args);
  const auto store = args.store.open();
  ServiceOptions options;
  options.is_tls = args.is_tls();
  options.is_behind_proxy = args.behind_proxy;
  std::mutex mutex;
  options.report = [&](const std::string& problem) {
    const std::lock_guard lock(mutex);
    context.say(problem);
  };
  LabelService service(*store, options, current_instant);
  ServerOptions limits = args.server;
  // There, one address stands for many people.
  if (args.behind_proxy || is_loopback(limits.host)) limits.connections_of_address = 0;
  HttpServer server(limits, service);
  const std::string address = address_of(args, server.port());
  print_links(address, set_up_link(*store, address), context);
  context.say("end it with Ctrl-C");
  run_until_interrupted(server);
  context.say("ended; every answer that was confirmed is on disk");
}

}  // namespace

void add_label_serve(CLI::App& label, Context& context) {
  add_command(label, context, "serve", "serve the labelling page", [](CLI::App& command) -> Action {
    auto args = std::make_shared<ServeArgs>();
    args->store.add_to(command);
    command.add_option("--host", args->server.host, "address to listen on")
        ->type_name("ADDRESS")
        ->capture_default_str();
    command.add_option("--port", args->server.port, "port; 0 takes a free one")
        ->check(CLI::Range(0, 65535))
        ->capture_default_str();
    command.add_option("--certificate", args->server.certificate, "of TLS, in PEM")
        ->type_name("FILE");
    command.add_option("--key", args->server.key, "of the certificate, in PEM")->type_name("FILE");
    command
        .add_option("--connections-of-address", args->server.connections_of_address,
                    "most that one address may hold, 0: any number; not on loopback, nor behind "
                    "a proxy")
        ->check(CLI::Range(0, 100'000))
        ->capture_default_str();
    command.add_flag("--behind-proxy", args->behind_proxy,
                     "a proxy in front speaks TLS: believe its X-Forwarded-For");
    return [args](const Context& ctx) { run_serve(*args, ctx); };
  });
}

}  // namespace podium
