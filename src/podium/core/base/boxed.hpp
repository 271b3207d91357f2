#pragma once

#include <memory>
#include <utility>

namespace podium {

/// A value on the heap that is copied, compared and destroyed as if it stood here, so that a type
/// can hold one of its own kind. Empty only after it was moved from.
template <class T>
class Boxed {
 public:
  Boxed(T value)  // NOLINT(google-explicit-constructor): a box is its value
      : value_(std::make_unique<T>(std::move(value))) {}
  Boxed(const Boxed& other) : value_(other.value_ ? new T(*other.value_) : nullptr) {}
  Boxed(Boxed&& other) noexcept = default;
  Boxed& operator=(const Boxed& other) { return *this = Boxed(other); }
  Boxed& operator=(Boxed&& other) noexcept = default;
  ~Boxed() = default;

  T& operator*() noexcept { return *value_; }
  const T& operator*() const noexcept { return *value_; }
  T* operator->() noexcept { return value_.get(); }
  const T* operator->() const noexcept { return value_.get(); }

  bool operator==(const Boxed& other) const { return *value_ == *other.value_; }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace podium
