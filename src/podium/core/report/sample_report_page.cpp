// Writes the sample as a page, for the tests of the page: sample_report_page FILE
#include "podium/core/base/io/file.hpp"
#include "podium/core/report/render.hpp"
#include "podium/core/report/sample_report.hpp"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  podium::write_file(arguments[1], podium::report_page(podium::sample_report()));
  return 0;
}
