#include <string>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "podium/learning/exchange/export_format.hpp"
#include "podium/learning/exchange/import_format.hpp"

namespace podium::python {

void bind_exchange(nb::module_& module) {
  module.def(
      "import_model",
      [](const std::string& text, const std::string& format, const std::string& source,
         std::size_t iterations, std::size_t feature_count) {
        return find_import_format(format)
            .read(text, source, {.iterations = iterations, .feature_count = feature_count})
            .model;
      },
      nb::arg("text"), nb::arg("format"), nb::arg("source"), nb::arg("iterations") = 0,
      nb::arg("feature_count") = 0, WithoutPython());
  module.def(
      "export_model",
      [](const RankingModel& model, const std::string& format, const OptionText& options) {
        const ExportFormat& to = find_export_format(format);
        const auto chosen = parse_options<ModelExportOptions>(options);
        ExportedModel exported;
        {
          const GilReleased release;
          const ServedModel served = served_model(model, chosen.plan());
          check_expressible(to, served);
          exported = written(to, served, chosen);
        }
        return nb::make_tuple(nb::bytes(exported.model.data(), exported.model.size()),
                              exported.constant, exported.remarks);
      },
      nb::arg("model"), nb::arg("format"), nb::arg("options"));
}

}  // namespace podium::python
