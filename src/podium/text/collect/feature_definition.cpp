#include "podium/text/collect/feature_definition.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/base/text.hpp"
#include "podium/text/markup/encoding.hpp"

namespace podium::text {

namespace {

constexpr std::uint64_t definition_version = 1;
constexpr const char* definition_name = "features.json";
constexpr const char* stop_words_name = "stop-words.txt";

[[noreturn]] void refuse(std::string_view text) {
  throw UsageError("streams: found " + in_quotes(text) + ", expected NAME=FIELD+FIELD,...");
}

}  // namespace

std::vector<StreamSource> parse_streams(std::string_view text) {
  std::vector<StreamSource> streams;
  if (decoded(text).bad_bytes > 0) refuse(text);
  for (const std::string_view part : split_outside_brackets(text, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos || equals == 0) refuse(part);
    StreamSource stream{std::string(trimmed(part.substr(0, equals))), {}};
    for (const std::string_view field : split_outside_brackets(part.substr(equals + 1), '+')) {
      if (trimmed(field).empty()) refuse(part);
      stream.field.emplace_back(trimmed(field));
      if (std::count(stream.field.begin(), stream.field.end(), stream.field.back()) > 1) {
        throw UsageError("streams: found " + in_quotes(stream.field.back()) + " twice in " +
                         in_quotes(part));
      }
    }
    if (stream.field.empty() || stream.name.empty()) refuse(part);
    for (const StreamSource& other : streams) {
      if (other.name == stream.name) {
        throw UsageError("streams: found " + in_quotes(stream.name) + " twice");
      }
    }
    streams.push_back(std::move(stream));
  }
  if (streams.empty()) refuse(text);
  return streams;
}

std::string to_text(const std::vector<StreamSource>& streams) {
  std::string text;
  for (const StreamSource& stream : streams) {
    text +=
        fmt::format("{}{}={}", text.empty() ? "" : ",", stream.name, fmt::join(stream.field, "+"));
  }
  return text;
}

std::vector<StreamSource> default_streams(std::string_view recipe) {
  (void)feature_recipe(recipe);  // refuses an unknown one
  if (recipe == "ohsumed") {
    return parse_streams("title=title,abstract=text,title+abstract=title+text");
  }
  const std::string web = "body=text,anchor=anchor,title=title,url=url,whole=text+anchor+title+url";
  return parse_streams(recipe == "gov" ? web + ",extracted-title=extracted_title" : web);
}

FeatureRecipe FeatureDefinition::make_recipe() const {
  std::vector<std::string> names;
  for (const StreamSource& source : stream) names.push_back(source.name);
  FeatureRecipe made = feature_recipe(recipe, std::move(names));
  for (const auto& [name, value] : parameters) {
    (void)parse_options<TextParameters>({{name, value}});  // refuses unknown names
  }
  for (const OptionField& f : TextParameters::fields()) {
    const auto found = parameters.find(f.name);
    if (found != parameters.end()) f.read(&made.parameters, found->second);
  }
  if (links) add_links(made);
  if (feedback) add_feedback(made);
  if (proximity) add_proximity(made);
  return made;
}

std::vector<std::string> FeatureDefinition::fields() const {
  std::vector<std::string> names;
  for (const StreamSource& source : stream) {
    for (const std::string& name : source.field) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

StreamLayout FeatureDefinition::layout() const {
  const std::vector<std::string> names = fields();
  StreamLayout layout{.field_count = names.size(), .stream = {}};
  for (const StreamSource& source : stream) {
    StreamLayout::Stream& made = layout.stream.emplace_back();
    made.name = source.name;
    for (const std::string& name : source.field) {
      made.field.push_back(
          static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin()));
    }
  }
  return layout;
}

std::size_t FeatureDefinition::main_stream() const {
  for (std::size_t s = stream.size(); s-- > 1;) {
    if (stream[s].name != "extracted-title") return s;
  }
  return 0;
}

std::string FeatureDefinition::to_json() const {
  Json json;
  json["podium_features"] = definition_version;
  json["recipe"] = recipe;
  json["links"] = links;
  json["feedback"] = feedback;
  json["proximity"] = proximity;
  json["parameters"] = parameters;
  json["streams"] = to_text(stream);
  json["analyser"] = options_text(analyser);
  CorpusOptions reading = corpus;
  reading.format = CorpusFormat::unknown;
  json["corpus"] = options_text(reading);
  json["html"] = options_text(html);
  for (const FeatureSlot& slot : make_recipe().slot) json["features"].push_back(slot.name);
  return json.exact_dump(1) + "\n";
}

FeatureDefinition FeatureDefinition::from_json(std::string_view text, const std::string& source) {
  const JsonReader json = read_json(text, {source});
  json.at("podium_features").expect_version(definition_version);
  const auto feedback = json.find("feedback");
  try {
    return {.recipe = json.at("recipe").text(),
            .links = json.at("links").flag(),
            .feedback = feedback && feedback->flag(),
            .proximity = json.at("proximity").flag(),
            .parameters = json.at("parameters").text_members(),
            .stream = parse_streams(json.at("streams").text()),
            .analyser = parse_options<AnalyserOptions>(json.at("analyser").text_members()),
            .corpus = parse_options<CorpusOptions>(json.at("corpus").text_members()),
            .html = parse_options<HtmlOptions>(json.at("html").text_members())};
  } catch (const UsageError& error) {
    throw DataError({source}, error.what());
  }
}

std::vector<std::filesystem::path> FeatureDefinition::save(
    const std::filesystem::path& folder) const {
  std::vector<std::filesystem::path> files = {folder / definition_name};
  FeatureDefinition saved = *this;
  if (analyser.has_own_stop_words()) {
    files.push_back(folder / stop_words_name);
    saved.analyser.stop_words = stop_words_name;
    // In memory before it is written: the list may be that file.
    write_file(files.back(), std::string(InputText(analyser.stop_words).view()));
  }
  write_file(files.front(), saved.to_json());
  return files;
}

FeatureDefinition FeatureDefinition::load(const std::filesystem::path& folder) {
  const InputText text(folder / definition_name);
  FeatureDefinition definition = from_json(text.view(), text.path());
  if (definition.analyser.has_own_stop_words()) {
    definition.analyser.stop_words = (folder / definition.analyser.stop_words).string();
  }
  return definition;
}

DocumentText document_text(const RawDocument& document, std::span<const std::string> fields,
                           std::string_view anchor) {
  DocumentText text{.id = document.id, .field = {}};
  for (const std::string& name : fields) {
    const auto found = document.field.find(name);
    if (name == "anchor") {
      text.field.push_back(anchor);
    } else if (name == "url") {
      text.field.emplace_back(document.url);
    } else {
      text.field.push_back(found == document.field.end() ? std::string_view() : found->second);
    }
  }
  return text;
}

}  // namespace podium::text
