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

}  // namespace podium
