#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <ostream>
#include <thread>

#include "podium/base/io/json_text.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/interrupt.hpp"
#include "podium/cli/label/label_project.hpp"
#include "podium/http/http_server.hpp"
#include "podium/service/invitations.hpp"
#include "podium/service/label_service.hpp"

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
                   " is reachable from other machines and needs encryption: give --certificate "
                   "and --key, or --behind-proxy if a proxy in front of it provides TLS");
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
      context.out << "there is no administrator yet; create one with this link, valid once: "
                  << link << "\n";
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
  // There, many people share one address.
  if (args.behind_proxy || is_loopback(limits.host)) limits.connections_of_address = 0;
  HttpServer server(limits, service);
  const std::string address = address_of(args, server.port());
  print_links(address, set_up_link(*store, address), context);
  context.say("stop with Ctrl-C");
  run_until_interrupted(server);
  context.say("stopped; all confirmed answers are saved");
}

}  // namespace

void add_label_serve(Command& label) {
  Command& command = label.add("serve", "serve the labelling page over HTTP");
  auto args = std::make_shared<ServeArgs>();
  ServerOptions& server = args->server;
  command.description =
      "Assessors log in with a browser and judge documents by preferences or grades. On its first "
      "start, the service prints a link for creating the administrator account. TLS is required on "
      "addresses that other machines can reach.";
  args->store.add_to(command);
  command.option("--host", server.host, "address to listen on").value("ADDRESS");
  command.number("--port", server.port, "port to listen on; 0: any free port", 0, 65535);
  command.option("--certificate", server.certificate, "TLS certificate, PEM").reads("FILE");
  command.option("--key", server.key, "private key of the certificate, PEM").reads("FILE");
  command.number("--connections-of-address", server.connections_of_address,
                 "maximum number of connections from one address; 0: no limit; not applied on "
                 "loopback or with --behind-proxy",
                 0, 100'000);
  command.toggle("--behind-proxy", args->behind_proxy,
                 "a proxy provides TLS; trust its X-Forwarded-For header");
  command.action = [args](const Context& context) { run_serve(*args, context); };
}

}  // namespace podium
