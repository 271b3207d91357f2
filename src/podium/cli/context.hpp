#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>

#include "podium/base/error.hpp"
#include "podium/base/table.hpp"

namespace podium {

/// The surroundings of a command: the streams for results and messages, and the common flags.
struct Context {
  std::ostream& out;
  std::ostream& err;
  std::size_t threads = 0;
  std::uint64_t seed = 1;
  TableFormat format = TableFormat::table;
  bool quiet = false;
  bool verbose = false;

  /// Prints a message on stderr, unless --quiet.
  void say(const std::string& line) const;
};

/// The user ended the work before it was done; what() says what was kept. Exit code 130.
class Interrupted : public Error {
 public:
  using Error::Error;
};

}  // namespace podium
