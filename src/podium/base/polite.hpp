#pragma once

namespace podium {

/// Lets all other threads go before the one that calls this, from now on: what it does is wanted
/// soon, but answers must not wait for it.
void become_polite() noexcept;

/// Called again and again during long work that a polite thread may do. Such a thread rests after
/// each short while: only when a core has nothing at all to do, the system gives it a thread that
/// waits for another core. Other threads go on at once.
void give_way() noexcept;

}  // namespace podium
