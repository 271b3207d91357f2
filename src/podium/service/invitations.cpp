#include "podium/service/invitations.hpp"

#include "podium/service/tokens.hpp"

namespace podium {

NewInvitation invite(LabelStore& store, Role role, const std::string& note, Instant now) {
  constexpr Instant week = Instant{7} * 24 * 3600 * 1000;
  const std::string token = new_token();
  const Invitation invitation{
      .token_hash = token_hash(token), .role = role, .expires = now + week, .note = note};
  store.add_invitation(invitation);
  return {"/join/" + token, invitation.expires};
}

}  // namespace podium
