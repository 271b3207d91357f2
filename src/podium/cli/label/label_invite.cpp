#include <algorithm>
#include <memory>
#include <ostream>

#include "podium/cli/json_text.hpp"
#include "podium/cli/label/label_project.hpp"
#include "podium/service/invitations.hpp"

namespace podium {

namespace {

struct InviteArgs {
  LabelStoreArgs store;
  std::string role = "assessor";
  std::string note;
  std::string url = "http://127.0.0.1:8080";
};

Role role_of(const std::string& name) {
  const auto found = std::ranges::find(role_names, name);
  if (found == role_names.end()) {
    throw UsageError("--role: found " + in_quotes(name) + ", expected one of " +
                     joined(role_names));
  }
  return static_cast<Role>(found - role_names.begin());
}

/// The address without slashes at its end, to which paths are added.
std::string base_of(const std::string& url) {
  const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == 0x7f; };
  std::string base = url;
  while (base.ends_with('/')) base.pop_back();
  const bool has_host = (base.starts_with("http://") && base.size() > 7) ||
                        (base.starts_with("https://") && base.size() > 8);
  if (!has_host || std::ranges::any_of(base, is_blank)) {
    throw UsageError("--url: found " + in_quotes(url) +
                     ", expected http:// or https:// and a host, without blanks");
  }
  return base;
}

void run_invite(const InviteArgs& args, const Context& context) {
  const Role role = role_of(args.role);
  const std::string base = base_of(args.url);
  const auto store = args.store.open_existing();
  const NewInvitation invitation = invite(*store, role, args.note, current_instant());
  const std::string link = base + invitation.path;
  record_command(*store, "invite", args.role + (args.note.empty() ? "" : ", " + args.note));
  if (context.format == TableFormat::json) {
    context.out << json_text({{"link", link}, {"expires", invitation.expires}});
  } else {
    context.out << link << "\n";
  }
  context.say("this link makes one account within a week; it is shown once");
}

}  // namespace

void add_label_invite(CLI::App& label, Context& context) {
  add_command(label, context, "invite", "a link by which somebody makes an account",
              [](CLI::App& command) -> Action {
                auto args = std::make_shared<InviteArgs>();
                args->store.add_to(command);
                command.add_option("--role", args->role, "what the account may do")
                    ->type_name("administrator|assessor")
                    ->capture_default_str();
                command.add_option("--note", args->note, "for whom, for the administrator");
                command.add_option("--url", args->url, "where the service is reached")
                    ->capture_default_str();
                return [args](const Context& ctx) { run_invite(*args, ctx); };
              });
}

}  // namespace podium
