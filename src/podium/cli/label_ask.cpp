#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <memory>
#include <ostream>

#include "podium/cli/asked_assessor.hpp"
#include "podium/cli/interrupt.hpp"
#include "podium/cli/judge_protocol.hpp"
#include "podium/cli/label_project.hpp"
#include "podium/cli/terminal_assessor.hpp"
#include "podium/service/work_desk.hpp"

namespace podium {

namespace {

struct AskArgs {
  LabelStoreArgs store;
  std::string project_name;
  std::string assessor;
  std::string query;
  std::string judge;
  double patience = 300.0;
};

/// The account, made when it is not there; a person's and a program's are never the same.
Account account_named(LabelStore& store, const AskArgs& args) {
  const bool is_program = !args.judge.empty();
  std::optional<Account> account = store.find_account(args.assessor);
  if (!account) {
    Account made{.name = args.assessor, .is_program = is_program, .created = current_instant()};
    made.id = store.add_account(made);
    account = made;
  }
  if (account->is_program != is_program) {
    throw UsageError(
        "--assessor: " + in_quotes(args.assessor) + " is " +
        (is_program ? "a person, expected a program" : "a program, expected a person"));
  }
  return *account;
}

std::vector<RowId> wanted_queries(const LabelStore& store, const Project& project,
                                  const std::string& name) {
  std::vector<RowId> wanted;
  for (const StoredQuery& query : store.queries(project.id)) {
    if (name.empty() || query.query.id == name) wanted.push_back(query.id);
  }
  if (wanted.empty()) {
    throw UsageError(name.empty() ? "the project has no queries yet"
                                  : "--query: found " + in_quotes(name) +
                                        ", expected a query of the project");
  }
  return wanted;
}

/// The account's tasks for these queries; made when it has none of them.
std::vector<Task> tasks_for(LabelStore& store, const Account& account,
                            const std::vector<RowId>& queries) {
  const auto found = [&] {
    std::vector<Task> tasks = store.tasks_of(account.id);
    std::erase_if(tasks, [&](const Task& task) {
      return std::ranges::find(queries, task.query) == queries.end();
    });
    return tasks;
  };
  std::vector<Task> tasks = found();
  if (!tasks.empty()) return tasks;
  for (const RowId query : queries) tasks.push_back({.query = query, .account = account.id});
  store.add_tasks(tasks);
  return found();
}

/// Asks until the task is done; false when whoever is asked has had enough.
bool finish(WorkDesk& desk, const Task& task, const AskedAssessor& assessor,
            const std::function<void()>& check) {
  using Clock = std::chrono::steady_clock;
  Work work = desk.current(task);
  while (has_question(work.session)) {
    check();
    const auto begin = Clock::now();
    const std::optional<Reply> reply = assessor(work);
    if (!reply) return false;
    const std::chrono::duration<double> took = Clock::now() - begin;
    const StoredEntry entry{.key = "ask-" + to_text(work.entries),
                            .action = reply->action,
                            .comment = reply->comment,
                            .seconds = took.count(),
                            .at = current_instant()};
    // When somebody answered elsewhere meanwhile, what is asked next follows from that.
    work = desk.submit(work, work.entries, entry).now;
  }
  return true;
}

void run_ask(const AskArgs& args, const Context& context) {
  const auto store = args.store.open_existing();
  const Project project = chosen_project(*store, args.project_name);
  const std::vector<RowId> queries = wanted_queries(*store, project, args.query);
  const Account account = account_named(*store, args);
  const std::vector<Task> tasks = tasks_for(*store, account, queries);
  const InterruptWatch watch;
  const auto check = [&] {
    if (watch.was_interrupted()) throw Interrupted("ended; every answer is kept");
  };
  std::unique_ptr<JudgeProgram> program;
  AskedAssessor assessor = terminal_assessor(std::cin, context.out);
  if (!args.judge.empty()) {
    program = std::make_unique<JudgeProgram>(args.judge, args.patience, check);
    assessor = program_assessor(*program, [&](const Work& work, DocIndex document) {
      return store->document(work.task.query, document);
    });
  }
  WorkDesk desk(*store);
  std::size_t done = 0;
  for (const Task& task : tasks) {
    if (!finish(desk, task, assessor, check)) break;
    ++done;
  }
  context.say(to_text(done) + " of " + to_text(tasks.size()) + " tasks are done");
}

}  // namespace

void add_label_ask(CLI::App& label, Context& context) {
  add_command(
      label, context, "ask", "ask for labels at the terminal, or a program that judges",
      [](CLI::App& command) -> Action {
        auto args = std::make_shared<AskArgs>();
        args->store.add_to(command);
        add_project_name(command, args->project_name);
        command.add_option("--assessor", args->assessor, "who answers; made when not there")
            ->type_name("NAME")
            ->required();
        command.add_option("--query", args->query, "only this query")->type_name("QID");
        command.add_option("--judge", args->judge, "a program that answers: see docs/labelling.md")
            ->type_name("COMMAND");
        command.add_option("--patience", args->patience, "seconds that the program may take")
            ->check(CLI::Range(0.1, 86400.0))
            ->capture_default_str();
        return [args](const Context& ctx) { run_ask(*args, ctx); };
      });
}

}  // namespace podium
