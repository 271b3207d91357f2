#include "podium/text/json_line.hpp"

#include <string_view>
#include <unordered_set>
#include <utility>

#include "podium/base/text.hpp"
#include "podium/text/encoding.hpp"

namespace podium {

namespace {

using Json = nlohmann::json;

/// The object of a line, or what is wrong with it in `problem`.
Json object_in(const std::string& line, std::string& problem) {
  std::unordered_set<std::string> keys;
  const auto watch = [&](int depth, Json::parse_event_t event, const Json& parsed) {
    if (event == Json::parse_event_t::key && depth == 1) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!keys.insert(key).second) problem = "found " + in_quotes(key) + " twice in an object";
    }
    return true;
  };
  Json object = Json::parse(line, watch, false);
  if (!object.is_object()) problem = "found " + in_quotes(line) + ", expected a JSON object";
  return object;
}

}  // namespace

void for_each_json_line(InputStream& in, std::size_t most, CorpusReport& report,
                        const std::function<void(const Json&, const RecordState&)>& take) {
  while (const auto line = in.next_line(most)) {
    if (trimmed(*line).empty()) continue;
    if (in.line_was_cut()) {
      report.skip(in.where(), "found a line that is longer than a document may be");
      continue;
    }
    const DecodedText text = decoded(*line, "utf-8");
    std::string problem;
    const Json object = object_in(text.text, problem);
    if (problem.empty()) {
      take(object, {.where = in.where(), .bad_bytes = text.bad_bytes});
    } else {
      report.skip(in.where(), std::move(problem));
    }
  }
}

std::string json_text(const Json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return {};
  if (found->is_string()) return found->get<std::string>();
  return found->is_number() ? found->dump() : std::string();
}

}  // namespace podium
