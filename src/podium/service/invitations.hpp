#pragma once

#include <string>

#include "podium/store/label_store.hpp"

namespace podium {

struct NewInvitation {
  std::string path;  ///< "/join/TOKEN"; the token is nowhere else
  Instant expires = 0;
};

/// Invites somebody to make an account within a week.
NewInvitation invite(LabelStore& store, Role role, const std::string& note, Instant now);

/// The link by which the first administrator gets in. Links that were made so before end with it:
/// there is never more than one.
NewInvitation invite_first_administrator(LabelStore& store, Instant now);

/// Ends what invite_first_administrator() made, if nobody has used it.
void withdraw_set_up_links(LabelStore& store, Instant now);

}  // namespace podium
