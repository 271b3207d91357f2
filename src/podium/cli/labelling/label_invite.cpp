#include <algorithm>
#include <ostream>

#include "podium/cli/commands.hpp"
#include "podium/cli/labelling/label_project.hpp"
#include "podium/core/base/io/json_text.hpp"
#include "podium/labelling/service/invitations.hpp"

namespace podium::cli {

namespace {

struct InviteArgs {
  LabelStoreArgs store;
  labelling::Role role = labelling::Role::assessor;
  std::string note;
  std::string url = "http://127.0.0.1:8080";
};

/// The address without slashes at its end, to which paths are added.
std::string base_of(const std::string& url) {
  const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7f; };
  std::string base = url;
  while (base.ends_with('/')) base.pop_back();
  const bool has_host = (base.starts_with("http://") && base.size() > 7) ||
                        (base.starts_with("https://") && base.size() > 8);
  if (!has_host || std::ranges::any_of(base, is_blank)) {
    throw UsageError("--url: found " + in_quotes(url) +
                     ", expected http://HOST or https://HOST without blanks");
  }
  return base;
}

void run_invite(const InviteArgs& args, const Context& context) {
  const std::string base = base_of(args.url);
  const auto store = args.store.open_existing();
  const labelling::NewInvitation invitation =
      labelling::invite(*store, args.role, args.note, current_instant());
  const std::string link = base + invitation.path;
  record_command(*store, "invite",
                 std::string(labelling::role_names[static_cast<std::size_t>(args.role)]) +
                     (args.note.empty() ? "" : ", " + args.note));
  if (context.format == TableFormat::json) {
    context.out << json_text({{"link", link}, {"expires", invitation.expires}});
  } else {
    context.out << link << "\n";
  }
  context.say("the link creates one account; it expires in a week and is not shown again");
}

}  // namespace

void add_label_invite(Command& label) {
  Command& command = label.add("invite", "print an invitation link for creating an account");
  auto* const args = command.runs(run_invite);
  args->store.add_to(command);
  command.choice("--role", args->role, labelling::role_names, "role of the account");
  command.option("--note", args->note, "note about the invitation, for the administrator");
  command.option("--url", args->url, "address of the service").value("URL");
}

}  // namespace podium::cli
