#pragma once

#include <cstddef>
#include <string>

#include <sys/types.h>

namespace podium {

/// A program that is asked by a line on its standard input and answers by a line on its standard
/// output; what it says on standard error goes to ours.
class JudgeProgram {
 public:
  /// Starts it by the shell. `patience` is how many seconds it may take for an answer.
  JudgeProgram(std::string command, double patience);

  /// Closes its input, so that it ends; one that does not is ended.
  ~JudgeProgram();
  JudgeProgram(const JudgeProgram&) = delete;
  JudgeProgram& operator=(const JudgeProgram&) = delete;
  JudgeProgram(JudgeProgram&&) = delete;
  JudgeProgram& operator=(JudgeProgram&&) = delete;

  /// Sends a line and waits for the answer, given without its line end. Throws StorageError when
  /// the program has ended, says nothing in time, or never ends its line.
  std::string ask(const std::string& line);

  /// How many answers it has given: the line of its output that is being read.
  std::size_t answer_count() const noexcept { return answers_; }
  const std::string& command() const noexcept { return command_; }

 private:
  void send(const std::string& line);
  std::string receive();

  std::string command_;
  double patience_;
  pid_t process_ = -1;
  int socket_ = -1;
  std::string pending_;
  std::size_t answers_ = 0;
};

}  // namespace podium
