#pragma once

#include <string>

#include "podium/labelling/store/label_store.hpp"

namespace podium::labelling {

struct NewInvitation {
  std::string path;  ///< "/join/TOKEN"; the token is stored nowhere else
  Instant expires = 0;
};

/// Creates an invitation, valid for a week from `now`, to join with this role.
NewInvitation invite(LabelStore& store, Role role, const std::string& note, Instant now);

/// The invitation of the first administrator. Earlier ones stay valid: another service may have
/// shown them. All become invalid when one is used.
NewInvitation invite_first_administrator(LabelStore& store, Instant now);

/// Withdraws unused invitations of invite_first_administrator().
void withdraw_set_up_links(LabelStore& store, Instant now);

}  // namespace podium::labelling
