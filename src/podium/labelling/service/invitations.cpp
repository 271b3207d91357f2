#include "podium/labelling/service/invitations.hpp"

#include "podium/core/base/text.hpp"
#include "podium/core/http/tokens.hpp"

namespace podium::labelling {

namespace {

constexpr std::string_view set_up_note = "the first administrator";

}  // namespace

NewInvitation invite(LabelStore& store, Role role, const std::string& note, Instant now) {
  constexpr Instant week = Instant{7} * 24 * 3600 * 1000;
  const std::string token = new_token();
  const Invitation invitation{
      .token_hash = token_hash(token), .role = role, .expires = now + week, .note = note};
  store.people.add_invitation(invitation);
  return {"/join/" + token, invitation.expires};
}

NewInvitation invite_first_administrator(LabelStore& store, Instant now) {
  NewInvitation made = invite(store, Role::administrator, std::string(set_up_note), now);
  store.people.record({.at = now, .action = "set-up link created"});
  return made;
}

void withdraw_set_up_links(LabelStore& store, Instant now) {
  const std::size_t count = store.people.withdraw_invitations(set_up_note);
  if (count == 0) return;
  store.people.record({.at = now, .action = "set-up link withdrawn", .detail = to_text(count)});
}

}  // namespace podium::labelling
