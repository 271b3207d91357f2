#include <filesystem>
#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/commands.hpp"
#include "podium/cli/manual/completions.hpp"
#include "podium/cli/manual/man_page.hpp"
#include "podium/cli/manual/reference.hpp"
#include "podium/cli/terminal.hpp"
#include "podium/core/base/io/file.hpp"

namespace podium::cli {

namespace {

constexpr std::array<std::string_view, 3> shell_names = {"bash", "zsh", "fish"};

void write_or_print(const std::string& text, const std::string& path, const Context& context) {
  if (path.empty()) {
    context.out << text;
    return;
  }
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder);
  write_file(path, text);
}

void write_man_pages(const Command& podium, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for_each_command(podium, [&](const Command& command) {
    write_file(folder / man_page_file(command), man_page(command));
  });
}

}  // namespace

void add_help_command(Command& podium) {
  Command& command = podium.add("help", "print the help page of a command");
  command.description =
      "With --format markdown, prints the help pages of the command and of all its subcommands as "
      "Markdown.";
  auto words = std::make_shared<std::vector<std::string>>();
  command.option("command", *words, "command to describe; default: " + podium.name)
      .value("COMMAND")
      .one_of(row_names(podium.commands));
  command.action = [words, &podium](const Context& context) {
    const Command& asked = podium.at(*words);
    context.out << (context.format == TableFormat::markdown
                        ? markdown_reference(asked)
                        : help_page(asked, style_of(context.out)));
  };
}

void add_completions_command(Command& podium) {
  struct Args {
    Shell shell = Shell::bash;
    std::string out;
  };
  Command& command = podium.add("completions", "print a shell completion script");
  auto args = std::make_shared<Args>();
  command.choice("shell", args->shell, shell_names, "shell to complete commands in").required();
  command.option("--out", args->out, "write the script to this file instead").writes("FILE");
  command.examples = {{fmt::format("source <({} completions bash)", podium.name),
                       "complete commands in this bash session"}};
  command.action = [args, &podium](const Context& context) {
    write_or_print(completion_script(args->shell, podium.name), args->out, context);
  };
}

void add_man_command(Command& podium) {
  Command& command = podium.add("man", "write the manual pages of all commands");
  auto folder = std::make_shared<std::string>();
  command.option("--out", *folder, "folder to write podium.1, podium-train.1, ... to")
      .writes("DIR")
      .required();
  command.action = [folder, &podium](const Context&) { write_man_pages(podium, *folder); };
}

}  // namespace podium::cli
