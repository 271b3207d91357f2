#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "podium/cli/file_uses.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/table.hpp"

namespace podium::cli {

/// The surroundings of a command: the streams for results and messages, the common flags, and the
/// files that the command line names. When one of them is standard output, results go to stderr.
struct Context {
  std::ostream& out;
  std::ostream& err;
  std::size_t threads = 0;
  std::uint64_t seed = 1;
  TableFormat format = TableFormat::table;
  bool quiet = false;
  bool verbose = false;
  std::vector<UsedFile> files;

  /// Prints a message on stderr, unless --quiet.
  void say(const std::string& line) const;
};

/// The user ended the work before it was done; what() says what was kept. The exit code is 128 and
/// the number of the signal.
class Interrupted : public Error {
 public:
  using Error::Error;
};

/// Processes that the command started have failed, and have said why: the exit code is theirs.
class ProcessFailed : public Error {
 public:
  explicit ProcessFailed(int exit_code) : Error("a process has failed"), code(exit_code) {}
  int code;
};

}  // namespace podium::cli
