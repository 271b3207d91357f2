// Administration of people: accounts, invitations, the audit log.
#include <array>
#include <map>

#include "podium/core/base/text.hpp"
#include "podium/labelling/service/invitations.hpp"
#include "podium/labelling/service/route.hpp"

namespace podium::labelling {

namespace {

constexpr std::size_t longest_note = 1000;
constexpr std::size_t max_records = 10'000;

HttpResponse accounts(const Call& call) {
  Json list = Json::array();
  for (const Account& account : call.service.store.people.accounts())
    list.push_back(json_of(account));
  return json_response({{"accounts", std::move(list)}});
}

HttpResponse change_account(const Call& call) {
  const RowId id = call.row(0);
  const bool is_enabled = call.body.at("enabled").flag();
  const std::optional<Account> account = call.service.store.people.account(id);
  if (!account) throw Refusal(404, "this account does not exist");
  if (id == call.account().id) throw Refusal(403, "you cannot disable your own account");
  call.service.store.people.set_enabled(id, is_enabled);
  if (!is_enabled) call.service.store.people.end_logins(id);
  call.record(is_enabled ? "account enabled" : "account disabled", account->name);
  return json_response(Json::object());
}

HttpResponse add_invitation(const Call& call) {
  const Role role = static_cast<Role>(call.body.at("role").choice(role_names));
  const std::string note = text_or_empty(call.body, "note", longest_note);
  const NewInvitation invitation = invite(call.service.store, role, note, call.expiry_now());
  call.record("invite", std::string(role_names[static_cast<std::size_t>(role)]) +
                            (note.empty() ? "" : ", " + note));
  return json_response({{"path", invitation.path}, {"expires", invitation.expires}});
}

HttpResponse audit(const Call& call) {
  std::size_t limit = 200;
  if (const auto asked = call.request.query.find("limit"); asked != call.request.query.end()) {
    const auto number = parse_number<std::size_t>(asked->second);
    if (!number || *number == 0 || *number > max_records) {
      throw UsageError("limit: found " + in_quotes(asked->second) +
                       ", expected a whole number from 1 to " + to_text(max_records));
    }
    limit = *number;
  }
  std::map<RowId, std::string> names;
  for (const Account& account : call.service.store.people.accounts())
    names[account.id] = account.name;
  Json list = Json::array();
  for (const AuditRecord& record : call.service.store.people.audit(limit)) {
    const auto name = names.find(record.account);
    list.push_back({{"at", record.at},
                    {"account", name == names.end() ? std::string() : name->second},
                    {"action", record.action},
                    {"detail", record.detail},
                    {"address", record.address}});
  }
  return json_response({{"records", std::move(list)}});
}

constexpr std::array<Route, 4> routes = {
    Route{"GET", "/api/accounts", Who::administrator, 0, accounts},
    Route{"PUT", "/api/accounts/{}", Who::administrator, word_body, change_account, "enabled"},
    Route{"POST", "/api/invitations", Who::administrator, word_body, add_invitation, "role,note"},
    Route{"GET", "/api/audit", Who::administrator, 0, audit, "limit"},
};

}  // namespace

std::span<const Route> people_routes() {
  return routes;
}

}  // namespace podium::labelling
