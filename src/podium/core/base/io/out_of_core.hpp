#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace podium {

/// While it lives, the process works with so many bytes of memory, however large its data is:
///
/// - Large arrays (bulk_array) that the limit has no room for are in files of the folder `scratch`.
///   These have no name: they vanish with the process, whatever ends it.
/// - Mapped memory is given back, that of these files and of the caches that are read, before
///   all memory in use reaches the limit; what is needed again comes back from its file.
///
/// Values are the same wherever they are kept. What else is in memory (labels, scores, what a row
/// needs while trees grow) cannot be given back, and counts.
///
/// A setting of the process, as ThreadLimit is. There is one at a time.
class OutOfCore {
 public:
  /// `say` is told once if data exceeds the limit; `remedy` says what chooses the folder.
  OutOfCore(std::size_t limit, std::filesystem::path scratch, std::string remedy,
            std::function<void(const std::string&)> say);
  ~OutOfCore();
  OutOfCore(const OutOfCore&) = delete;
  OutOfCore& operator=(const OutOfCore&) = delete;
  OutOfCore(OutOfCore&&) = delete;
  OutOfCore& operator=(OutOfCore&&) = delete;

  /// Whether there is one.
  static bool is_allowed() noexcept;
  /// Whether it was needed: data is read from disk in every pass.
  static bool is_used() noexcept;

  /// For a file of so many bytes that was mapped and is about to be read.
  static void expect(const std::filesystem::path& file, std::size_t bytes);

  /// For whoever goes through data, now and then: keeps memory in use below the limit.
  static void keep_limit() noexcept;

  /// How much memory that cannot be given back may still be taken.
  static std::size_t room() noexcept;

  /// Before what was made of such files is kept: DataError if one was written to meanwhile.
  static void check_unchanged();

  /// Has what begins there brought into memory while other things are done; does nothing if all
  /// is in memory.
  static void fetch(const void* begin, std::size_t bytes) noexcept;

  /// For what goes through `all` from begin to end and is at `own`: has what comes some time later
  /// brought into memory, in large pieces.
  static void fetch_ahead(std::span<const float> own, std::span<const float> all) noexcept;

  /// While it lives, one pass over all data. Loops go through every second pass from the last step
  /// to the first: what the pass before read last is still in the memory of the system.
  class Pass {
   public:
    Pass() noexcept;
    ~Pass();
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    Pass(Pass&&) = delete;
    Pass& operator=(Pass&&) = delete;
    static bool is_backward() noexcept;
  };

 private:
  friend std::shared_ptr<void> bulk_memory(std::size_t bytes);
  struct Watch;
  std::unique_ptr<Watch> watch_;
};

/// Memory of zeros that is touched only when written. Throws StorageError if there is none, or no
/// room for it on the disk.
std::shared_ptr<void> bulk_memory(std::size_t bytes);

/// The same for `size` values.
template <class Value>
std::shared_ptr<Value[]> bulk_array(std::size_t size) {
  const std::shared_ptr<void> memory = bulk_memory(size * sizeof(Value));
  return {memory, static_cast<Value*>(memory.get())};
}

}  // namespace podium
