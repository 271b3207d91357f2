#include "podium/core/synth/synth.hpp"

#include <string>
#include <utility>

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>

#include "bindings.hpp"

namespace podium::python {

void bind_synth(nb::module_& module) {
  module.def(
      "synth",
      [](const OptionText& options, std::uint64_t seed) {
        SyntheticDataset made;
        const auto parsed = parse_options<SynthOptions>(options);
        run_interruptibly([&] { made = synthesise(parsed, seed); });
        return nb::make_tuple(std::move(made.data), numpy_array(std::move(made.utility)));
      },
      nb::arg("options"), nb::arg("seed"));
}

}  // namespace podium::python
