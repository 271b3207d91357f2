#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace podium::labelling {

/// How a name looks: two names that share a look are one name. The first look ignores case, the
/// width of letters and their script, so that "ann", "ANN" and an "ann" in full-width or Cyrillic
/// letters share it; this is the name that a login means. There may be a second one, of the name as
/// it is written, for letters that resemble others in one case only: "Ian" and "lan". A look is
/// empty when the name has no visible character. Looks may differ between versions of ICU.
std::vector<std::string> looks_of(std::string_view name);

}  // namespace podium::labelling
