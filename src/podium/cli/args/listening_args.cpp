#include "podium/cli/args/listening_args.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <exception>
#include <thread>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/http/host_list.hpp"

namespace podium::cli {

void ListeningArgs::add_to(Command& command) {
  command.option("--host", server.host, "address to listen on").value("ADDRESS");
  command.number("--port", server.port, "port to listen on; 0: any free port", 0, 65535);
  command.option("--certificate", server.certificate, "TLS certificate, PEM")
      .reads("FILE")
      .needs("--key");
  command.option("--key", server.key, "private key of the certificate, PEM")
      .reads("FILE")
      .needs("--certificate");
  command
      .number("--connections-of-address", server.connections_of_address,
              "maximum number of connections from one address; 0: no limit; not applied on "
              "loopback or with --behind-proxy",
              0, 100'000)
      .only_if([this] { return !behind_proxy && !is_loopback(); },
               "a --host that other machines can reach, without --behind-proxy");
  command
      .option("--allow-host", hosts,
              "answer requests for this name, too, or for no other than the names that are given; "
              "by default a service on loopback answers requests for localhost and its address "
              "only, others for any name")
      .value("NAME")
      .one_each_time();
  command.toggle("--behind-proxy", behind_proxy,
                 "a proxy provides TLS; trust its X-Forwarded-For header");
}

bool ListeningArgs::is_loopback() const {
  return is_loopback_host(server.host);
}

void ListeningArgs::check() const {
  if (is_loopback() || is_tls() || behind_proxy) return;
  throw UsageError("--host " + server.host +
                   " is reachable from other machines and needs encryption: give --certificate "
                   "and --key, or --behind-proxy if a proxy in front of it provides TLS");
}

ServerOptions ListeningArgs::limits() const {
  ServerOptions limited = server;
  if (behind_proxy || is_loopback()) limited.connections_of_address = 0;
  if (is_loopback() && !behind_proxy) {
    limited.hosts = {"localhost", "127.0.0.1", "::1", host_name(server.host)};
  }
  for (const std::string& host : hosts) limited.hosts.push_back(host_name(host));
  return limited;
}

std::string ListeningArgs::address(int port) const {
  const std::string& host = server.host;
  const bool is_v6 = host.find(':') != std::string::npos;
  return (is_tls() ? "https://" : "http://") + (is_v6 ? "[" + host + "]" : host) + ":" +
         to_text(port);
}

void ListeningArgs::reload_certificate(HttpServer& running,
                                       const std::function<void(const std::string&)>& say) const {
  if (!is_tls()) return;
  try {
    running.reload_certificate();
  } catch (const Error& error) {
    say(std::string(error.what()) + "; the certificate stays as it was");
  }
}

std::string end_words(std::size_t unanswered) {
  if (unanswered == 0) return "stopped; requests that had begun were answered";
  return "stopped; " +
         counted(unanswered, "request that had begun was", "requests that had begun were") +
         " not answered";
}

void run_until_interrupted(HttpServer& server, const InterruptWatch& watch,
                           const std::function<void()>& tick) {
  // A reader of the messages or of the log that goes away must not end the service.
  auto* const piped = std::signal(SIGPIPE, SIG_IGN);
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
    if (tick) tick();
  }
  server.stop();
  serving.join();
  std::signal(SIGPIPE, piped);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace podium::cli
