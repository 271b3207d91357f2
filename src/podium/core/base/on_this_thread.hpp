#pragma once

#include <functional>

namespace podium {

/// Calls `work`; its parallel loops use the calling thread alone, so that others keep theirs.
void on_this_thread(const std::function<void()>& work);

}  // namespace podium
