#include "podium/core/base/version.hpp"

namespace podium {

std::string_view version() noexcept {
  return PODIUM_VERSION;
}

}  // namespace podium
