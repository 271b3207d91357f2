#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <ostream>
#include <set>
#include <utility>

#include "podium/cli/commands.hpp"
#include "podium/cli/interrupt.hpp"
#include "podium/cli/labelling/asked_assessor.hpp"
#include "podium/cli/labelling/judge_protocol.hpp"
#include "podium/cli/labelling/label_project.hpp"
#include "podium/cli/labelling/terminal_assessor.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/http/tokens.hpp"
#include "podium/labelling/service/task_sessions.hpp"

namespace podium::cli {

namespace {

struct AskArgs {
  LabelStoreArgs store;
  std::string project_name;
  std::string assessor;
  std::string query;
  std::string judge;
  double patience = 300.0;
  ToolArgs tool;
};

/// Makes the account, or finds it when another program has made it meanwhile.
labelling::Account made_account(labelling::LabelStore& store, const std::string& name,
                                bool is_program) {
  labelling::Account made{.name = name, .is_program = is_program, .created = current_instant()};
  try {
    made.id = store.people.add_account(made);
  } catch (const UsageError&) {
    const std::optional<labelling::Account> found = store.people.find_account(name);
    if (!found) throw;
    return *found;
  }
  record_command(store, "account made", name, made.id);
  return made;
}

/// The account, made when it is not there; a person's and a program's are never the same.
labelling::Account account_named(labelling::LabelStore& store, const AskArgs& args) {
  const bool is_program = !args.judge.empty();
  std::optional<labelling::Account> account = store.people.find_account(args.assessor);
  if (!account) account = made_account(store, args.assessor, is_program);
  if (account->is_program != is_program) {
    throw UsageError("--assessor: " + in_quotes(args.assessor) + " is the account of a " +
                     (is_program ? "person; --judge needs that of a program"
                                 : "program; without --judge it must be that of a person"));
  }
  if (!account->is_enabled) {
    throw UsageError("--assessor: " + in_quotes(args.assessor) +
                     " is disabled; an administrator can enable it");
  }
  return *account;
}

std::vector<labelling::RowId> wanted_queries(const labelling::LabelStore& store,
                                             const labelling::Project& project,
                                             const std::string& name) {
  std::vector<labelling::RowId> wanted;
  for (const labelling::StoredQuery& query : store.projects.queries(project.id)) {
    if (name.empty() || query.query.id == name) wanted.push_back(query.id);
  }
  if (wanted.empty()) {
    throw UsageError(name.empty() ? "the project has no queries yet"
                                  : "--query: the project has no query " + in_quotes(name));
  }
  return wanted;
}

/// The account's tasks for these queries.
std::vector<labelling::Task> tasks_among(const std::vector<labelling::Task>& own,
                                         const std::vector<labelling::RowId>& queries) {
  std::vector<labelling::Task> tasks;
  for (const labelling::Task& task : own) {
    if (std::ranges::find(queries, task.query) != queries.end()) tasks.push_back(task);
  }
  return tasks;
}

/// Of each query, how many others than the account judge it with the tool. As in assignments by the
/// service, people and programs are counted apart, and accounts that are disabled not at all.
std::map<labelling::RowId, std::size_t> others_on(const labelling::LabelStore& store,
                                                  const labelling::Project& project,
                                                  const labelling::Account& account,
                                                  labelling::Tool tool) {
  std::set<labelling::RowId> of_kind;
  for (const labelling::Account& other : store.people.accounts()) {
    if (other.is_enabled && other.is_program == account.is_program && other.id != account.id) {
      of_kind.insert(other.id);
    }
  }
  std::map<labelling::RowId, std::size_t> count;
  for (const labelling::Task& task : store.tasks.in_project(project.id)) {
    if (task.tool == tool && of_kind.contains(task.account)) ++count[task.query];
  }
  return count;
}

/// Adds a task for each query of which the account has none, unless the project's overlap has its
/// assessors. Throws UsageError when the account has no task then.
void add_missing(labelling::LabelStore& store, const labelling::Project& project,
                 const labelling::Account& account, const std::vector<labelling::RowId>& queries,
                 const std::vector<labelling::Task>& there, labelling::Tool tool,
                 const Context& context) {
  const std::uint32_t overlap = project.settings.overlap;
  std::map<labelling::RowId, std::size_t> others = others_on(store, project, account, tool);
  std::vector<labelling::Task> missing;
  std::size_t full = 0;
  for (const labelling::RowId query : queries) {
    if (std::ranges::find(there, query, &labelling::Task::query) != there.end()) continue;
    if (others[query] >= overlap) {
      ++full;
    } else {
      missing.push_back({.query = query, .account = account.id, .tool = tool});
    }
  }
  const std::string why = counted(full, "query has", "queries have") + " the " +
                          counted(overlap, "assessor") + " of the project's overlap already";
  if (full > 0 && missing.empty() && there.empty()) throw UsageError("--assessor: " + why);
  if (full > 0) context.say(why);
  if (missing.empty()) return;
  try {
    store.tasks.add(missing);
    record_command(store, "assign", account.name + ": " + to_text(missing.size()) + " tasks",
                   account.id);
    context.say(counted(missing.size(), "task") + " added for " + in_quotes(account.name));
  } catch (const UsageError&) {
    // Another program may have added the same ones meanwhile.
    const std::vector<labelling::Task> now =
        tasks_among(store.tasks.of_account(account.id), queries);
    if (now.size() < there.size() + missing.size()) throw;
  }
}

/// The tasks for the wanted tool. Throws UsageError if there is none: nobody judges a query twice.
std::vector<labelling::Task> of_tool(std::vector<labelling::Task> tasks, const AskArgs& args,
                                     const Context& context) {
  if (!args.tool.is_given) return tasks;
  const std::size_t others = std::erase_if(
      tasks, [&](const labelling::Task& task) { return task.tool != args.tool.choice; });
  if (others == 0) return tasks;
  const std::string found = counted(others, "query is", "queries are") + " assigned to " +
                            in_quotes(args.assessor) + " with the other tool";
  if (tasks.empty()) {
    throw UsageError("--tool: " + found + "; an assessor judges a query only once");
  }
  context.say(found);
  return tasks;
}

/// The account's tasks for these queries. An account that cannot log in gets those that are
/// missing, with the tool that is wanted, else that of the others. An account that can log in gets
/// its work from administrators; tasks are added here only when it has none.
std::vector<labelling::Task> tasks_for(labelling::LabelStore& store,
                                       const labelling::Project& project,
                                       const labelling::Account& account, const AskArgs& args,
                                       const std::vector<labelling::RowId>& queries,
                                       const Context& context) {
  const std::vector<labelling::Task> there =
      tasks_among(store.tasks.of_account(account.id), queries);
  if (there.empty() || account.password_hash.empty()) {
    const labelling::Tool tool =
        there.empty() || args.tool.is_given ? args.tool.choice : there.back().tool;
    add_missing(store, project, account, queries, there, tool, context);
  }
  return of_tool(tasks_among(store.tasks.of_account(account.id), queries), args, context);
}

/// Asks until the task is done; false when the assessor ends the work.
bool finish(labelling::TaskSessions& desk, const labelling::Task& task,
            const AskedAssessor& assessor, const std::function<void()>& check,
            const Context& context) {
  using Clock = std::chrono::steady_clock;
  labelling::Work work = desk.current(task);
  while (labelling::has_question(work.session)) {
    check();
    const auto begin = Clock::now();
    const std::optional<Reply> reply = assessor(work);
    if (!reply) return false;
    const std::chrono::duration<double> took = Clock::now() - begin;
    const labelling::StoredEntry entry{.key = new_token(),
                                       .action = reply->action,
                                       .comment = reply->comment,
                                       .seconds = took.count(),
                                       .at = current_instant()};
    labelling::TaskSessions::Outcome outcome = desk.submit(work, work.entries, entry);
    // The next question depends on the answer that was given elsewhere.
    if (outcome.appended != labelling::Appended::stored)
      context.say("not saved: the question was answered elsewhere");
    work = std::move(outcome.now);
  }
  return true;
}

void run_ask(const AskArgs& args, const Context& context) {
  const auto store = args.store.open_existing();
  const labelling::Project project = chosen_project(*store, args.project_name);
  const std::vector<labelling::RowId> queries = wanted_queries(*store, project, args.query);
  const labelling::Account account = account_named(*store, args);
  const std::vector<labelling::Task> tasks =
      tasks_for(*store, project, account, args, queries, context);
  record_command(*store, "ask", project.settings.name + ": " + to_text(tasks.size()) + " tasks",
                 account.id);
  const InterruptWatch watch;
  const auto check = [&] {
    if (watch.was_interrupted()) throw Interrupted("interrupted; all answers are saved");
  };
  std::unique_ptr<JudgeProgram> program;
  const BodyOf body_of = [&](const labelling::Work& work, DocIndex document) {
    return store->projects.document(work.task.query, document);
  };
  AskedAssessor assessor = terminal_assessor(std::cin, context.out, body_of);
  if (!args.judge.empty()) {
    program = std::make_unique<JudgeProgram>(args.judge, args.patience, check);
    assessor = program_assessor(*program, body_of);
  }
  labelling::TaskSessions desk(*store);
  std::size_t done = 0;
  for (const labelling::Task& task : tasks) {
    if (!finish(desk, task, assessor, check, context)) {
      check();  // Ctrl-C looks like the end of the input
      break;
    }
    ++done;
  }
  context.say(to_text(done) + " of " + to_text(tasks.size()) + " tasks are done");
}

}  // namespace

void add_label_ask(Command& label) {
  Command& command = label.add("ask", "ask a person at the terminal, or a program, for labels");
  auto* const args = command.runs(run_ask);
  command.description =
      "Every answer is saved at once; the same command continues after an interruption.";
  args->store.add_to(command);
  add_project_name(command, args->project_name);
  command.option("--assessor", args->assessor, "account that answers; created if missing")
      .value("NAME")
      .required();
  command.option("--query", args->query, "ask about this query only").value("QID");
  args->tool.add_to(command, "if given, ask only about tasks of this tool; new tasks use it");
  command
      .option("--judge", args->judge,
              "program that answers instead of a person; see docs/labelling.md")
      .value("COMMAND");
  command
      .number("--patience", args->patience, "time limit for an answer from the program", 0.1,
              86400.0)
      .value("SECONDS")
      .needs("--judge");
}

}  // namespace podium::cli
