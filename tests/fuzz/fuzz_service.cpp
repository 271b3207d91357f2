// Feeds the labelling service with what libFuzzer makes up: a method, a path and a body, a line
// each, by an administrator with a task. Whatever the bytes, the answer is one that the service
// means.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <unistd.h>

#include "podium/labelling/service/invitations.hpp"
#include "podium/labelling/service/label_service.hpp"
#include "podium/labelling/store/label_store.hpp"

namespace podium::fuzzed {

class Service {
 public:
  Service() {
    const std::string token =
        labelling::invite(store_, labelling::Role::administrator, "", 1).path.substr(6);
    const HttpResponse joined = service_.handle(
        {.method = "POST",
         .path = "/api/join",
         .header = {{"content-type", "application/json"}},
         .body = R"({"token":")" + token + R"(","name":"a","password":"long enough"})"});
    if (joined.status != 200) std::abort();
    const std::string line = joined.header.find("Set-Cookie")->second;
    cookie_ = line.substr(0, line.find(';'));
    constexpr std::string_view mark = "\"csrf\":\"";
    const std::size_t begin = joined.body.find(mark) + mark.size();
    csrf_ = joined.body.substr(begin, joined.body.find('"', begin) - begin);
    const labelling::RowId project = store_.projects.create({.name = "p"}, 1);
    const labelling::LabelQuery query{
        .id = "q",
        .text = "text",
        .document = {
            {.id = "a", .body = "<p>text</p>", .is_html = true}, {.id = "b"}, {.id = "c"}}};
    store_.projects.add_queries(project, {&query, 1});
    const labelling::Task task{.query = store_.projects.queries(project).front().id, .account = 1};
    store_.tasks.add({&task, 1});
  }

  int status_of(std::string_view method, std::string_view path, std::string_view body) {
    return service_
        .handle({.method = std::string(method),
                 .path = std::string(path),
                 .header = {{"content-type", "application/json"},
                            {"cookie", cookie_},
                            {"x-podium-csrf", csrf_}},
                 .body = std::string(body)})
        .status;
  }

 private:
  static labelling::ServiceOptions options() {
    labelling::ServiceOptions cheap;
    cheap.password_cost = labelling::least_password_cost();
    return cheap;
  }

  /// A folder of this process, emptied.
  static std::filesystem::path folder() {
    const auto path =
        std::filesystem::temp_directory_path() / ("podium-fuzz-" + std::to_string(::getpid()));
    std::filesystem::remove_all(path);
    std::filesystem::create_directories(path);
    return path;
  }

  labelling::LabelStore store_{labelling::open_sqlite(folder() / "podium.db")};
  labelling::LabelService service_{store_, options(), [] { return labelling::Instant{1000}; }};
  std::string cookie_;
  std::string csrf_;
};

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace podium::fuzzed

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using podium::fuzzed::Service;
  static auto service = std::make_unique<Service>();
  static int uses = 0;
  if (++uses % 5000 == 0)
    service = std::make_unique<Service>();  // what was stored must not pile up
  std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const std::string_view method = podium::fuzzed::take_line(text);
  const std::string_view path = podium::fuzzed::take_line(text);
  if (service->status_of(method, path, text) >= 500) std::abort();
  return 0;
}
