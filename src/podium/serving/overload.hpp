#pragma once

#include <string>
#include <string_view>

#include "podium/core/http/refusal.hpp"

namespace podium::serving {

/// A request that is refused to keep others fast; metrics count it by its reason.
class Overload : public Refusal {
 public:
  Overload(std::string_view reason, const std::string& sentence)
      : Refusal(503, sentence), reason_(reason) {}

  std::string_view reason() const noexcept { return reason_; }

 private:
  std::string_view reason_;  ///< a literal
};

}  // namespace podium::serving
