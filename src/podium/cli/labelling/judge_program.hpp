#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace podium::cli {

/// A program that is asked by a line on its standard input and answers by a line on its standard
/// output; what it says on standard error goes to ours.
class JudgeProgram {
 public:
  /// Starts it by the shell. `patience` is how many seconds it may take to read a question and to
  /// answer it; `check` is called now and then meanwhile, and may throw to end the waiting.
  JudgeProgram(std::string command, double patience, std::function<void()> check);

  /// Closes its input, so that it ends; one that does not is ended, with all that it started.
  ~JudgeProgram();
  JudgeProgram(const JudgeProgram&) = delete;
  JudgeProgram& operator=(const JudgeProgram&) = delete;
  JudgeProgram(JudgeProgram&&) = delete;
  JudgeProgram& operator=(JudgeProgram&&) = delete;

  /// Sends a line and waits for the answer, given without its line end. Throws StorageError when
  /// the program has ended, says nothing in time, or never ends its line.
  std::string ask(const std::string& line);

  /// The number of answers so far: the line of its output that is being read.
  std::size_t answer_count() const noexcept { return answers_; }
  const std::string& command() const noexcept { return command_; }

 private:
  [[noreturn]] void fail(const std::string& what) const;
  bool has_ended() const;

  /// Sends as much of `rest` as the socket takes now; receives what it has now. Neither waits.
  std::size_t sent(std::string_view rest) const;
  void receive();

  /// The next line of what was received, or the rest of it at the end.
  std::optional<std::string> received_line();

  std::string command_;
  double patience_;
  std::function<void()> check_;
  pid_t process_ = -1;
  int socket_ = -1;
  bool is_at_end_ = false;
  std::string pending_;
  std::size_t answers_ = 0;
};

}  // namespace podium::cli
