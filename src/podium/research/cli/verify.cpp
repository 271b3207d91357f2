#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/command.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/io/json_text.hpp"
#include "podium/core/base/text.hpp"
#include "podium/research/cli/papers_program.hpp"
#include "podium/research/theory/check.hpp"

namespace podium::research {

namespace {

struct VerifyArgs {
  CheckOptions options;
  std::string only;
};

std::string_view expected_of(const TheoryCheck& check) {
  return check.expectation == Expectation::holds ? "holds" : "fails";
}

std::string_view verdict_on_tally(const Tally& tally) {
  if (tally.cases == 0) return "not checked";
  return tally.violations == 0 ? "holds" : "VIOLATED";
}

std::string_view verdict_on_statement(const CheckResult& result) {
  if (result.check.expectation == Expectation::holds) {
    return verdict_on_tally(result.outcome.tallies.printed);
  }
  return result.outcome.counterexample.empty() ? "NOT REFUTED" : "refuted";
}

/// A statement that fails is followed by the one that is to replace it.
Table table_of(std::span<const CheckResult> results) {
  Table table{
      .columns = {"check", "statement", "from", "expected", "cases", "violations", "verdict"}};
  for (const CheckResult& result : results) {
    const TheoryCheck& check = result.check;
    const Tallies& tallies = result.outcome.tallies;
    table.rows.push_back({check.name, check.statement, check.reference, expected_of(check),
                          tallies.printed.cases, tallies.printed.violations,
                          verdict_on_statement(result)});
    if (check.corrected.empty()) continue;
    table.rows.push_back({check.name, check.corrected, "corrected", "holds",
                          tallies.corrected.cases, tallies.corrected.violations,
                          verdict_on_tally(tallies.corrected)});
  }
  return table;
}

/// Counterexamples, violations and numbers of a check; empty for most that hold.
std::string found_text(const CheckResult& result) {
  const CheckOutcome& outcome = result.outcome;
  std::string text;
  const auto add = [&](std::string_view what, const std::string& found) {
    if (!found.empty()) text += fmt::format("  {}: {}\n", what, found);
  };
  add("counterexample", outcome.counterexample);
  const Tally& unexpected = result.check.expectation == Expectation::holds
                                ? outcome.tallies.printed
                                : outcome.tallies.corrected;
  if (unexpected.violations > 0) add("violated by", unexpected.tightest);
  for (const auto& [name, value] : outcome.numbers) add(name, fmt::format("{:.9f}", value));
  if (text.empty()) return text;
  return fmt::format("\n{}: {}\n", result.check.name, result.check.statement) + text;
}

Json json_of(const Tally& tally) {
  return {{"cases", tally.cases},
          {"violations", tally.violations},
          {"minimum_slack", tally.cases == 0 ? Json(nullptr) : Json(tally.minimum_slack)},
          {"tightest", tally.tightest}};
}

Json json_of(const CheckResult& result) {
  const TheoryCheck& check = result.check;
  Json numbers = Json::object();
  for (const auto& [name, value] : result.outcome.numbers) numbers[name] = value;
  Json json = {{"check", check.name},
               {"reference", check.reference},
               {"statement", check.statement},
               {"expected", expected_of(check)},
               {"as_expected", result.is_met()},
               {"as_printed", json_of(result.outcome.tallies.printed)},
               {"counterexample", result.outcome.counterexample},
               {"numbers", std::move(numbers)}};
  if (!check.corrected.empty()) {
    json["corrected_statement"] = check.corrected;
    json["corrected"] = json_of(result.outcome.tallies.corrected);
  }
  return json;
}

void print(std::span<const CheckResult> results, const cli::Context& context) {
  if (context.format == TableFormat::json) {
    Json json = Json::array();
    for (const CheckResult& result : results) json.push_back(json_of(result));
    context.out << json_text(json);
    return;
  }
  context.out << render(table_of(results), context.format);
  if (context.format != TableFormat::table) return;
  for (const CheckResult& result : results) context.out << found_text(result);
}

void run_verify(const VerifyArgs& args, const cli::Context& context) {
  std::vector<std::string_view> names;
  for (const std::string_view name : split_outside_brackets(args.only, ',')) {
    names.push_back(trimmed(name));
  }
  const std::vector<TheoryCheck> checks = chosen_checks(theory_checks(), names);
  const std::vector<CheckResult> results = run_checks(checks, args.options, context.seed);
  print(results, context);
  require_met(results);
  context.say(counted(results.size(), "check") + ", all as expected");
}

}  // namespace

void add_verify_commands(cli::Command& program) {
  cli::Command& verify =
      program.add("verify", "check the theorems that the losses and measures are based on");
  cli::Command& command = verify.add(
      "theory", "check theorems about top-k learning with random cases and counterexamples");
  auto* const args = command.runs(run_verify);
  command.option("--only", args->only, "run only these checks, separated by commas").value("NAMES");
  cli::add_option_fields(command, args->options);
}

}  // namespace podium::research
