#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/version.hpp"

namespace podium::python {

namespace {

/// `with ThreadLimit(2):`
class ThreadScope {
 public:
  explicit ThreadScope(std::size_t threads) : threads_(threads) {}
  void enter() { limit_ = std::make_unique<ThreadLimit>(threads_); }
  void leave() { limit_.reset(); }

 private:
  std::size_t threads_;
  std::unique_ptr<ThreadLimit> limit_;
};

}  // namespace

}  // namespace podium::python

NB_MODULE(_core, module) {
  using namespace podium::python;
  module.doc() = "The compiled part of podium. Use the package podium instead.";
  // What daemon threads still hold when the interpreter ends is no leak that a user can mend.
  nb::set_leak_warnings(false);
  bind_errors();
  bind_gil();
  bind_tables(module);
  bind_arrow(module);
  bind_dataset(module);
  bind_documents(module);
  bind_own_functions(module);
  bind_model(module);
  bind_train(module);
  bind_evaluate(module);
  bind_compare(module);
  bind_crossval(module);
  bind_aggregate(module);
  bind_exchange(module);
  bind_report(module);
  bind_synth(module);
  nb::class_<ThreadScope>(module, "ThreadLimit")
      .def(nb::init<std::size_t>(), nb::arg("threads"))
      .def("enter", &ThreadScope::enter)
      .def("leave", &ThreadScope::leave);
  module.def("thread_count", &podium::thread_count);
  module.def("version", [] { return std::string(podium::version()); });
}
