#pragma once

namespace podium {

/// Lets all other threads go before the one that calls this, from now on: what it does is wanted
/// soon, but answers must not wait for it.
void become_polite() noexcept;

}  // namespace podium
