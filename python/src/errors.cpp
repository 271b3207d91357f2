#include <exception>
#include <string>
#include <string_view>

#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "podium/core/base/error.hpp"

namespace podium::python {

namespace {

nb::object error_class(const char* name) {
  return nb::module_::import_("podium._errors").attr(name);
}

/// The message with Python's parameters in the place of the program's flags.
nb::object in_python(const char* message) {
  return nb::module_::import_("podium._errors").attr("in_python")(message);
}

void raise(const char* name, const char* text) {
  PyErr_SetObject(error_class(name).ptr(), in_python(text).ptr());
}

void raise(const DataError& error) {
  const nb::object type = error_class("DataError");
  nb::object raised = type(in_python(error.what()));
  raised.attr("path") = error.where().path;
  raised.attr("line") = error.where().line;
  raised.attr("column") = error.where().column;
  PyErr_SetObject(type.ptr(), raised.ptr());
}

/// A broken promise names its source file; the folder of the machine that compiled it says nothing.
std::string without_build_folder(std::string_view text) {
  const std::size_t source = text.find("src/podium/");
  return std::string(source == std::string_view::npos ? text : text.substr(source));
}

void translate(const std::exception_ptr& thrown, void* /*unused*/) {
  try {
    std::rethrow_exception(thrown);
  } catch (const DataError& error) {
    raise(error);
  } catch (const UsageError& error) {
    raise("UsageError", error.what());
  } catch (const NumericError& error) {
    raise("NumericError", error.what());
  } catch (const StorageError& error) {
    raise("StorageError", error.what());
  } catch (const Error& error) {
    raise("Error", error.what());
  } catch (const ContractError& error) {
    PyErr_SetString(PyExc_AssertionError, without_build_folder(error.what()).c_str());
  }
}

}  // namespace

void bind_errors() {
  nb::register_exception_translator(translate);
}

}  // namespace podium::python
