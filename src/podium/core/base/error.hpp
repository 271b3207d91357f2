#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace podium {

/// Base of everything the library throws on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The caller asked for something that does not exist or is out of range.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// A place in an input file; line and column count from 1, 0 means unknown. Input that is no file
/// has no path.
struct Location {
  std::string path;
  std::size_t line = 0;
  std::size_t column = 0;
};

/// The input is malformed. what() reads "train.txt:17:9: found 'x', expected 'qid:'".
class DataError : public Error {
 public:
  DataError(Location where, const std::string& problem);
  const Location& where() const noexcept { return where_; }

 private:
  Location where_;
};

/// A number went wrong: it names the query and the quantity.
class NumericError : public Error {
 public:
  using Error::Error;
};

/// A file could not be written, or a store or the network failed.
class StorageError : public Error {
 public:
  using Error::Error;
};

/// A precondition of a public function was broken by the program itself.
class ContractError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Why the last system call failed, in words.
std::string system_reason();

/// Checks a precondition in every build; `file` and `line` are the caller's.
inline void expects(bool condition, const char* rule, const char* file = __builtin_FILE(),
                    int line = __builtin_LINE()) {
  if (!condition) [[unlikely]] {
    throw ContractError(std::string(file) + ":" + std::to_string(line) + ": requires " + rule);
  }
}

}  // namespace podium
