#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <ostream>
#include <stop_token>
#include <thread>

#include <fmt/format.h>
#include <malloc.h>

#include "podium/cli/args/listening_args.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/interrupt.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/json_text.hpp"
#include "podium/core/http/refusal.hpp"
#include "podium/serving/model_loader.hpp"
#include "podium/serving/request_log.hpp"
#include "podium/serving/score_service.hpp"

namespace podium::cli {

namespace {

struct ServeArgs {
  std::vector<std::string> models;
  std::string folder;
  std::vector<std::string> aliases;
  std::vector<std::string> canaries;
  std::vector<std::string> shadows;
  std::vector<std::string> collections;
  std::vector<std::string> records;
  double record_share = serving::RecordRule{}.share;
  std::string tokens;
  std::string new_token;
  serving::Access role = serving::Access::score;
  std::string log;
  double poll_seconds = 2.0;
  std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
  std::size_t queue = AdmissionRules{}.waiting;
  std::size_t documents = serving::QueryLimits{}.documents;
  std::size_t megabytes = 64;
  std::size_t model_megabytes = 256;
  std::size_t memory = 1024;
  std::size_t explained = serving::ExplainRules{}.documents;
  double explain_seconds = 10.0;
  ListeningArgs listening;
};

/// "NAME=REST" in two.
std::pair<std::string, std::string> assigned(const std::string& text, const char* form) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw UsageError(fmt::format("found {}, expected {}", in_quotes(text), form));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

UsageError given_twice(const std::string& flag, const std::string& name) {
  return UsageError(flag + ": found the name " + in_quotes(name) + " twice, expected it once");
}

/// "NAME=REFERENCE,SHARE"
serving::TrafficRule traffic_rule(const std::string& text) {
  constexpr const char* form = "NAME=REFERENCE,SHARE with a share between 0 and 1";
  auto [model, rest] = assigned(text, form);
  const std::size_t comma = rest.rfind(',');
  const auto share =
      comma == std::string::npos ? std::nullopt : parse_number<double>(rest.substr(comma + 1));
  if (!share || !(*share >= 0.0 && *share <= 1.0) || comma == 0) {
    throw UsageError(fmt::format("found {}, expected {}", in_quotes(text), form));
  }
  return {std::move(model), rest.substr(0, comma), *share};
}

std::vector<serving::TrafficRule> traffic_rules(const std::string& flag,
                                                const std::vector<std::string>& texts) {
  std::vector<serving::TrafficRule> rules;
  for (const std::string& text : texts) {
    serving::TrafficRule rule = traffic_rule(text);
    if (std::ranges::count(rules, rule.model, &serving::TrafficRule::model) > 0) {
      throw given_twice(flag, rule.model);
    }
    if (rule.model == rule.other) {
      throw UsageError(flag + " " + text + ": found the same model twice, expected two models");
    }
    rules.push_back(std::move(rule));
  }
  return rules;
}

/// The name of a model: that before "=", or that of its file up to the first dot.
serving::ModelFile model_file(const std::string& text) {
  const std::size_t begin = path_begin(text);
  std::filesystem::path path = text.substr(begin);
  const std::string file = path.filename().string();
  std::string name = begin > 0 ? text.substr(0, begin - 1) : file.substr(0, file.find('.'));
  if (name.empty() || name.find_first_of("/:@") != std::string::npos) {
    throw UsageError(
        fmt::format("found {}, expected a name without /, : and @, NAME=FILE", in_quotes(text)));
  }
  return {std::move(name), std::move(path)};
}

/// "[NAME=]FILE"; the name can be left out where there is only one.
serving::RecordRule record_rule(const std::string& text, const ServeArgs& args) {
  const std::size_t begin = path_begin(text);
  std::string name = begin > 0 ? text.substr(0, begin - 1) : "";
  if (name.empty()) {
    if (args.models.size() != 1 || !args.folder.empty()) {
      throw UsageError(fmt::format(
          "--record: found {}, expected NAME=FILE with the name of a model, since there may be "
          "several",
          in_quotes(text)));
    }
    name = model_file(args.models.front()).name;
  }
  return {std::move(name), text.substr(begin), args.record_share};
}

serving::ModelSources model_sources(const ServeArgs& args) {
  serving::ModelSources plan{.files = {}, .folder = args.folder, .aliases = {}};
  for (const std::string& text : args.models) {
    serving::ModelFile file = model_file(text);
    if (std::ranges::count(plan.files, file.name, &serving::ModelFile::name) > 0) {
      throw UsageError(
          fmt::format("found two models of the name {}, expected NAME=FILE with "
                      "different names",
                      in_quotes(file.name)));
    }
    plan.files.push_back(std::move(file));
  }
  if (plan.files.empty() && plan.folder.empty()) {
    throw UsageError("serve: found no models, expected files or --models DIR");
  }
  if (!plan.folder.empty() && !std::filesystem::is_directory(plan.folder)) {
    throw UsageError("--models " + args.folder + ": there is no such folder");
  }
  for (const std::string& text : args.aliases) {
    auto [name, reference] = assigned(text, "NAME=REFERENCE");
    if (plan.aliases.contains(name)) throw given_twice("--alias", name);
    plan.aliases.emplace(std::move(name), std::move(reference));
  }
  return plan;
}

/// What the user is told of a model or an error; nothing of a request.
std::string words_of(const Json& entry) {
  const auto text = [&](std::string_view key) {
    const Json* value = entry.find(key);
    return value == nullptr ? std::string() : *value->as<std::string>();
  };
  if (text("event") == "loaded") return "loaded " + text("model") + ", version " + text("version");
  if (text("event") == "not loaded") return text("model") + " was not loaded: " + text("problem");
  if (text("event") == "removed") return "removed " + text("model");
  if (text("event") == "not recorded") return "queries are not recorded: " + text("problem");
  return text("event") == "error" ? "internal error: " + text("problem") : "";
}

/// Whether the service does not start because of what an entry of the log says: a model that was
/// named has not been loaded.
bool is_fatal(const Json& entry, const ServeArgs& args) {
  if (*entry.find("event")->as<std::string>() != "not loaded") return false;
  const std::string& name = *entry.find("model")->as<std::string>();
  return std::ranges::any_of(
      args.models, [&](const std::string& text) { return model_file(text).name == name; });
}

serving::ScoreServiceOptions service_options(const ServeArgs& args) {
  serving::ScoreServiceOptions options;
  options.is_tls = args.listening.is_tls();
  options.is_behind_proxy = args.listening.behind_proxy;
  if (!args.tokens.empty()) options.access = serving::AccessList::read(args.tokens);
  options.body_bytes = args.megabytes << 20U;
  options.model_bytes = args.model_megabytes << 20U;
  options.query.documents = args.documents;
  options.query.values = options.body_bytes / 2;  // as many as a list of the shortest numbers has
  options.memory = std::make_shared<MemoryBudget>(args.memory << 20U);
  options.explain.admission.working = std::max<std::size_t>(1, args.threads / 2);
  options.explain.documents = args.explained;
  options.explain.time = std::chrono::milliseconds(static_cast<long>(args.explain_seconds * 1e3));
  options.admission.working = args.threads;
  options.admission.waiting = args.queue;
  options.canaries = traffic_rules("--canary", args.canaries);
  options.shadows = traffic_rules("--shadow", args.shadows);
  for (const std::string& text : args.collections) {
    auto [name, path] = assigned(text, "NAME=DIR");
    if (std::ranges::count(options.collections, name, &serving::CollectionFolder::name) > 0) {
      throw given_twice("--collection", name);
    }
    options.collections.push_back({std::move(name), std::move(path)});
  }
  for (const std::string& text : args.records) {
    serving::RecordRule rule = record_rule(text, args);
    if (std::ranges::count(options.records, rule.model, &serving::RecordRule::model) > 0) {
      throw UsageError("--record: found two files for the model " + in_quotes(rule.model));
    }
    options.records.push_back(std::move(rule));
  }
  options.logs_requests = !args.log.empty();
  return options;
}

void check_serve_args(const ServeArgs& args) {
  args.listening.check();
  const bool takes_models = !args.tokens.empty() && !args.folder.empty();
  for (const auto& [flag, megabytes] :
       {std::pair("--max-megabytes", args.megabytes),
        std::pair("--max-model-megabytes", takes_models ? args.model_megabytes : 0)}) {
    if (megabytes <= args.memory) continue;
    throw UsageError(fmt::format("{} {} is more than --memory {}, which all requests share", flag,
                                 megabytes, args.memory));
  }
  if (args.listening.is_loopback() || !args.tokens.empty()) return;
  throw UsageError("--host " + args.listening.server.host +
                   " is reachable from other machines and needs --tokens FILE; "
                   "--new-token NAME makes one");
}

/// Each name of a rule must be one of a model: a share of nothing would go unnoticed.
void check_references(const serving::ServedModels& contents, const ServeArgs& args,
                      const serving::ScoreServiceOptions& options) {
  const auto check = [&](const std::string& flag, const std::string& reference) {
    if (contents.find(reference)) return;
    throw UsageError(fmt::format("{}: there is no model {}", flag, in_quotes(reference)));
  };
  for (const std::string& text : args.aliases) {
    const auto [name, reference] = assigned(text, "NAME=REFERENCE");
    if (contents.find(name)) continue;
    throw UsageError(fmt::format("--alias {}: there is no model {}", name, in_quotes(reference)));
  }
  for (const auto& [flag, rules] :
       {std::pair("--canary", &options.canaries), std::pair("--shadow", &options.shadows)}) {
    for (const serving::TrafficRule& rule : *rules) {
      check(flag, rule.model);
      check(flag, rule.other);
    }
  }
  for (const serving::RecordRule& rule : options.records) {
    if (contents.models.contains(rule.model)) continue;
    throw UsageError("--record: there is no model " + in_quotes(rule.model));
  }
}

/// Lets the process keep the memory that requests have used, up to some megabytes: to give it back
/// and to ask for it again costs page faults in each request. In one arena: what other threads have
/// given back to theirs is lost to a thread, and bodies and responses go from thread to thread.
void keep_memory() {
#ifdef __GLIBC__
  ::mallopt(M_ARENA_MAX, 1);
  ::mallopt(M_MMAP_THRESHOLD, 32 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

/// What SIGHUP is for: models, tokens, the certificate, and files that were moved away. What cannot
/// be read or opened stays as it was, which is no reason to stop serving.
void reload_all(const ServeArgs& args, serving::ScoreService& service, HttpServer& server,
                serving::RequestLog& log, const std::function<void(const std::string&)>& say) {
  const auto attempt = [&](const char* otherwise, const std::function<void()>& step) {
    try {
      step();
    } catch (const std::exception& error) {
      say(fmt::format("{}; {}", error.what(), otherwise));
    }
  };
  attempt("the log stays in the file that was open", [&] { log.reopen(); });
  attempt("queries go to the file that was open", [&] { service.reopen_records(); });
  if (!args.tokens.empty()) {
    attempt("the tokens stay as they were",
            [&] { service.set_access(serving::AccessList::read(args.tokens, false)); });
  }
  args.listening.reload_certificate(server, say);
}

/// Models that were named must be there when the service starts; those of the folder may come.
/// Returns false if the user ended it before they were loaded.
bool load_models(serving::ScoreService& service, const serving::ModelRegistry& registry,
                 const ServeArgs& args, const InterruptWatch& watch) {
  std::stop_source interrupted;
  const std::jthread watching([&](const std::stop_token& is_loaded) {
    while (!is_loaded.stop_requested()) {
      if (watch.was_interrupted()) interrupted.request_stop();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  });
  std::vector<serving::ModelChange> changes;
  try {
    changes = service.refresh(interrupted.get_token());
  } catch (const Refusal&) {
    if (!watch.was_interrupted()) throw;
    return false;
  }
  for (const std::string& text : args.models) {
    const auto change =
        std::ranges::find(changes, model_file(text).name, &serving::ModelChange::reference);
    if (change != changes.end() && change->failure) std::rethrow_exception(change->failure);
  }
  if (registry.contents()->models.empty() && args.folder.empty()) {
    throw UsageError("serve: found no model that could be loaded");
  }
  return true;
}

void add_token(const ServeArgs& args, const Context& context) {
  if (args.tokens.empty()) throw UsageError("--new-token needs --tokens FILE");
  const std::string token = serving::AccessList::add(args.tokens, args.new_token, args.role);
  if (context.format == TableFormat::json) {
    context.out << json_text({{"name", args.new_token}, {"token", token}});
  } else {
    context.out << token << "\n";
    context.say("this is the token of " + in_quotes(args.new_token) +
                "; it is not shown again, the file has only its hash");
  }
}

void run_serve(const ServeArgs& args, const Context& context) {
  if (!args.new_token.empty()) return add_token(args, context);
  check_serve_args(args);
  keep_memory();
  // Before models are loaded, which takes time: whoever starts the service may send signals at
  // once.
  const InterruptWatch watch;
  ReloadWatch reload;  // behind it: SIGHUP is among the signals of the other
  serving::ModelRegistry registry(model_sources(args));
  std::mutex mutex;
  const auto say = [&](const std::string& words) {
    const std::lock_guard lock(mutex);
    context.say(words);
  };
  serving::RequestLog log(args.log, say);
  std::atomic<bool> is_starting = true;
  serving::ScoreServiceOptions options = service_options(args);
  options.log = [&](const Json& entry) {
    log.write(entry);
    if (is_starting && is_fatal(entry, args)) return;  // the error says it
    if (const std::string words = words_of(entry); !words.empty()) say(words);
  };
  if (!args.log.empty()) options.log_dropped = [&] { return log.dropped(); };
  serving::ScoreService service(registry, options);
  if (!load_models(service, registry, args, watch)) {
    return say("stopped before the models were loaded");
  }
  check_references(*registry.contents(), args, options);
  is_starting = false;
  ServerOptions limits = args.listening.limits();
  // Enough that a request which must be refused at once finds a thread to do so.
  constexpr std::size_t refusing = 16;
  const AdmissionRules& explaining = options.explain.admission;
  limits.workers = args.threads + args.queue + explaining.working + explaining.waiting +
                   serving::ModelLoader::max_waiting + refusing;
  limits.memory = options.memory;
  HttpServer server(limits, service);
  const std::string address = args.listening.address(server.port());
  if (context.format == TableFormat::json) {
    context.out << json_text({{"address", address}});
  } else {
    context.out << "serving " << address << "\n";
  }
  context.out.flush();
  context.say("stop with Ctrl-C");
  service.poll_every(std::chrono::milliseconds(static_cast<long>(args.poll_seconds * 1e3)));
  run_until_interrupted(server, watch, [&] {
    if (!reload.take()) return;
    service.refresh_soon();
    reload_all(args, service, server, log, say);
  });
  say(end_words(server.unanswered()));
}

}  // namespace

void add_serve_command(Command& podium) {
  Command& command = podium.add("serve", "score documents over HTTP with trained models");
  auto* const args = command.runs(run_serve);
  command.description =
      "Requests and clients are described in docs/scoring-service.md; the page at / tries models "
      "out. Files that change are loaded again; SIGHUP does so at once, and reads tokens and "
      "certificates again. TLS and tokens are required on addresses that "
      "other machines can reach.";
  command.option("model", args->models, "model file; its name is that of the file, or NAME")
      .reads("[NAME=]FILE");
  command
      .option("--models", args->folder,
              "folder with models NAME.json, or versions of them, NAME/LABEL.json; of several "
              "versions the last one is the default, and numbers in labels count as numbers")
      .reads("DIR")
      .inside({"*"});
  command
      .option("--alias", args->aliases,
              "another name for a model: NAME=MODEL, NAME=MODEL:LABEL or NAME=MODEL@VERSION")
      .value("NAME=REFERENCE")
      .one_each_time();
  command
      .option("--canary", args->canaries,
              "let another model answer this share of the queries for NAME")
      .value("NAME=REFERENCE,SHARE")
      .one_each_time();
  command
      .option("--shadow", args->shadows,
              "score this share of the queries for NAME with another model, too, and count in "
              "/metrics how the rankings differ")
      .value("NAME=REFERENCE,SHARE")
      .one_each_time();
  command
      .option("--collection", args->collections,
              "rank texts with the features of this folder of podium collect build")
      .value("NAME=DIR")
      .one_each_time();
  command.option("--tokens", args->tokens, "accept only the tokens of this file").updates("FILE");
  command
      .option("--new-token", args->new_token,
              "add a token to the file of --tokens, print it, and do not serve")
      .value("NAME")
      .needs("--tokens");
  command
      .choice("--role", args->role, serving::access_names,
              "what --new-token allows: to score, or also to reload, upload and delete models")
      .needs("--new-token");
  // Lines are only appended, so unlike a file that is read and added to it may be a stream.
  command
      .option("--log", args->log,
              "append a JSON line for each request to this file; - is standard output")
      .writes("FILE");
  command
      .option("--record", args->records,
              "append a sample of the queries for a model to this file, a data set in LETOR text "
              "without labels; NAME can be left out if there is one model")
      .updates("[NAME=]FILE")
      .one_each_time();
  command
      .number("--record-share", args->record_share, "the share of queries that is recorded", 0.0,
              1.0)
      .needs("--record");
  command
      .number("--poll", args->poll_seconds,
              "how often to check for changed model files; SIGHUP checks at once", 0.05, 86'400.0)
      .value("SECONDS");
  command.number("--workers", args->threads, "requests that are scored at once", 1, 1024);
  command.number("--queue", args->queue,
                 "requests that may wait; further ones are answered 429 at once", 0, 4096);
  command.number("--max-documents", args->documents, "maximum number of documents of a request", 1,
                 10'000'000);
  command.number("--max-megabytes", args->megabytes, "maximum size of a request", 1, 4096);
  command.number(
      "--memory", args->memory,
      "megabytes that the bodies, values and responses of all requests may take together; "
      "further ones are answered 503, and one that needs more alone 413",
      1, 1'000'000);
  command.number("--max-explained", args->explained,
                 "maximum number of documents that a request for reasons explains", 1, 10'000'000);
  command
      .number("--explain-seconds", args->explain_seconds,
              "time for the reasons of a request; longer ones are given up and answered 503", 0.1,
              86'400.0)
      .value("SECONDS");
  command
      .number("--max-model-megabytes", args->model_megabytes,
              "maximum size of a model that is uploaded, also when it is unpacked", 1, 65'536)
      .needs("--models")
      .needs("--tokens");
  args->listening.add_to(command);
  constexpr std::array<std::string_view, 3> for_tokens = {"--tokens", "--new-token", "--role"};
  command.flag("--new-token").excludes(command.flags_but(for_tokens));
  command.examples = {
      {"podium serve model.json",
       "serve one model, with a page for trying it at "
       "http://127.0.0.1:8080"},
      {"podium serve --models models --canary shop=shop:new,0.1",
       "serve a folder; the version 'new' answers a tenth of the queries for 'shop'"},
  };
}

}  // namespace podium::cli
