#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "learning_flags.hpp"
#include "listener.hpp"
#include "podium/core/report/render.hpp"
#include "podium/learning/explain/document.hpp"
#include "podium/learning/explain/features.hpp"
#include "podium/learning/explain/query.hpp"
#include "podium/learning/explain/tree.hpp"
#include "podium/learning/explain/worth.hpp"

namespace podium::python {

namespace {

// --- documents, block by block ---

using CellValue = std::variant<std::string, std::int64_t, double>;
using Numbers = std::vector<double>;

Cell cell_of(const CellValue& value) {
  return std::visit([](const auto& held) { return Cell(held); }, value);
}

/// The section that blocks are added to; a document without one gets one that has no title.
ReportSection& last_section(ReportDocument& document) {
  if (document.sections.empty()) document.sections.emplace_back();
  return document.sections.back();
}

void add_block(ReportDocument& document, ReportBlock block) {
  last_section(document).blocks.push_back(std::move(block));
}

Table table_of(std::vector<std::string> columns, const std::vector<std::vector<CellValue>>& rows) {
  Table table{.columns = std::move(columns), .rows = {}};
  for (const std::vector<CellValue>& row : rows) {
    std::vector<Cell>& cells = table.rows.emplace_back();
    for (const CellValue& value : row) cells.push_back(cell_of(value));
  }
  return table;
}

/// A curve: its name, and as many numbers along x as along y.
using CurveRow = std::tuple<std::string, Numbers, Numbers>;

CurvesBlock curves_of(std::string title, std::string note, std::string x_label, std::string y_label,
                      const std::vector<CurveRow>& rows) {
  CurvesBlock block{.title = std::move(title),
                    .note = std::move(note),
                    .x_label = std::move(x_label),
                    .y_label = std::move(y_label),
                    .curves = {}};
  for (const auto& [name, x, y] : rows) {
    Curve& curve = block.curves.emplace_back(Curve{.name = name, .points = {}});
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
      curve.points.push_back({.x = x[i], .y = y[i]});
    }
  }
  return block;
}

/// A system: its name, and its values by measure and query.
using SystemRow = std::pair<std::string, std::vector<Numbers>>;

PerQueryBlock per_query_of(std::string title, std::string note, std::vector<std::string> queries,
                           std::vector<std::string> measures, const std::vector<SystemRow>& rows) {
  PerQueryBlock block{.title = std::move(title),
                      .note = std::move(note),
                      .query = std::move(queries),
                      .measure = std::move(measures),
                      .systems = {}};
  for (const auto& [name, value] : rows) block.systems.push_back({name, value});
  return block;
}

BarsBlock bars_of(std::string title, std::string note, std::string x_label,
                  const std::vector<std::pair<std::string, double>>& rows) {
  BarsBlock block{.title = std::move(title),
                  .note = std::move(note),
                  .x_label = std::move(x_label),
                  .bars = {}};
  for (const auto& [name, value] : rows) block.bars.push_back({name, value});
  return block;
}

/// A card: its title and its facts.
using CardRow = std::pair<std::string, std::vector<std::pair<std::string, std::string>>>;

CardsBlock cards_of(std::string title, const std::vector<CardRow>& rows) {
  CardsBlock block{.title = std::move(title), .cards = {}};
  for (const auto& [name, facts] : rows) block.cards.push_back({name, facts});
  return block;
}

void bind_document(nb::module_& module) {
  nb::class_<ReportDocument>(module, "ReportDocument")
      .def(
          "__init__",
          [](ReportDocument* made, std::string title, std::vector<std::string> summary) {
            new (made) ReportDocument{
                .title = std::move(title), .summary = std::move(summary), .sections = {}};
          },
          nb::arg("title"), nb::arg("summary"))
      .def_rw("title", &ReportDocument::title)
      .def_ro("summary", &ReportDocument::summary)
      .def(
          "add_section",
          [](ReportDocument& document, std::string title, std::vector<std::string> text) {
            document.sections.push_back(
                {.title = std::move(title), .text = std::move(text), .blocks = {}});
          },
          nb::arg("title"), nb::arg("text"))
      .def(
          "add_table",
          [](ReportDocument& document, std::string title, std::string note,
             std::vector<std::string> columns, const std::vector<std::vector<CellValue>>& rows) {
            add_block(document, TableBlock{.title = std::move(title),
                                           .note = std::move(note),
                                           .table = table_of(std::move(columns), rows)});
          },
          nb::arg("title"), nb::arg("note"), nb::arg("columns"), nb::arg("rows"))
      .def(
          "add_curves",
          [](ReportDocument& document, std::string title, std::string note, std::string x_label,
             std::string y_label, const std::vector<CurveRow>& curves) {
            add_block(document, curves_of(std::move(title), std::move(note), std::move(x_label),
                                          std::move(y_label), curves));
          },
          nb::arg("title"), nb::arg("note"), nb::arg("x_label"), nb::arg("y_label"),
          nb::arg("curves"))
      .def(
          "add_per_query",
          [](ReportDocument& document, std::string title, std::string note,
             std::vector<std::string> queries, std::vector<std::string> measures,
             const std::vector<SystemRow>& systems) {
            add_block(document, per_query_of(std::move(title), std::move(note), std::move(queries),
                                             std::move(measures), systems));
          },
          nb::arg("title"), nb::arg("note"), nb::arg("queries"), nb::arg("measures"),
          nb::arg("systems"))
      .def(
          "add_bars",
          [](ReportDocument& document, std::string title, std::string note, std::string x_label,
             const std::vector<std::pair<std::string, double>>& bars) {
            add_block(document,
                      bars_of(std::move(title), std::move(note), std::move(x_label), bars));
          },
          nb::arg("title"), nb::arg("note"), nb::arg("x_label"), nb::arg("bars"))
      .def(
          "add_cards",
          [](ReportDocument& document, std::string title, const std::vector<CardRow>& cards) {
            add_block(document, cards_of(std::move(title), cards));
          },
          nb::arg("title"), nb::arg("cards"))
      .def(
          "append",
          [](ReportDocument& document, const ReportDocument& other) {
            for (const ReportSection& section : other.sections) {
              document.sections.push_back(section);
            }
          },
          nb::arg("other"))
      .def(
          "render",
          [](const ReportDocument& document, const std::string& format) {
            return to_text(document, parse_table_format(format));
          },
          nb::arg("format"))
      .def("page", [](const ReportDocument& document) { return report_page(document); });
}

// --- explanations of models ---

/// What is to be explained, beside the model and the data.
struct ExplainRequest {
  std::string query;
  std::string document;
  std::string above;
  std::size_t documents = 5;
  std::size_t top = 20;
  std::optional<std::size_t> tree;
  AttributionOptions attribution;
  std::string measure = "ndcg@10";
  std::string profile = "standard";
  std::string unjudged = "drop";
  WorthOptions worth;
};

/// The answer for people, for programs and as a page.
struct ExplainOutcome {
  std::string text;
  std::string json;
  ReportDocument page;
  bool ended = false;  ///< before there was an answer
  nb::object error = nb::none();
};

ExplainAnswer about_query(const RankingModel& model, const Dataset& data,
                          const ExplainRequest& request, std::size_t shown, TableFormat format) {
  const QueryScores query = scored_query(model, "the model", data, request.query);
  if (request.document.empty()) {
    return explain_query(model, query, request.documents, shown, request.attribution, format);
  }
  const DocIndex doc = find_document(query, request.document);
  if (request.above.empty()) {
    return explain_document(model, query, doc, shown, request.attribution, format);
  }
  return explain_pair(model, query, doc, find_document(query, request.above), shown,
                      request.attribution, format);
}

/// Nothing if the user ended the work.
std::optional<WorthFindings> worth_of(const RankingModel& model, const Dataset& data,
                                      const Dataset* train, const Dataset* vali,
                                      const ExplainRequest& request,
                                      const std::vector<std::string>& define, std::size_t shown,
                                      Listener& listener) {
  const RunProgressSink progress = listener.run_sink();
  LearningFlags flags;
  flags.unjudged = request.unjudged;
  const MeasureDefinitions own(define);
  const Profile& profile = find_profile(request.profile);
  const Dataset judged = flags.judged(data);
  const MetricPlan plan{parse_measure(request.measure, profile, own), &profile, profile.ties};
  WorthFindings found = shuffled_worth(model, judged, plan, request.worth, shown, progress);
  if (train != nullptr && !listener.has_stopped()) {
    const RetrainingData again{.train = flags.judged(*train),
                               .vali = vali == nullptr ? Dataset() : flags.judged(*vali),
                               .test = judged,
                               .definitions = own};
    add_dropped_worth(found, model, again, progress);
  }
  if (listener.has_stopped()) return std::nullopt;
  return found;
}

ExplainOutcome explained_model(const RankingModel& model, const Dataset* data, const Dataset* train,
                               const Dataset* vali, const ExplainRequest& request,
                               const std::vector<std::string>& define, nb::object callback) {
  Listener listener(std::move(callback), 0.05);
  ExplainOutcome outcome;
  {
    const GilReleased release;
    const std::vector<WeightedFeature> features = weighted_features(model);
    const std::size_t shown = shown_count(request.top, features.size());
    const auto most = std::span(features).first(shown);
    ExplainAnswer answer;
    if (request.tree) {
      answer.text = tree_text(model, *request.tree, TableFormat::table);
      outcome.json = tree_text(model, *request.tree, TableFormat::json);
    } else if (data == nullptr) {
      answer.text = weights_text(model, most, TableFormat::table);
      outcome.json = weights_text(model, most, TableFormat::json);
    } else if (!request.query.empty()) {
      const GilHeld held;
      run_interruptibly([&] {
        answer = about_query(model, *data, request, shown, TableFormat::table);
        outcome.json = about_query(model, *data, request, shown, TableFormat::json).text;
      });
    } else {
      const auto found = worth_of(model, *data, train, vali, request, define, shown, listener);
      outcome.ended = !found.has_value();
      if (found) {
        answer = explain_worth(model, *found, TableFormat::table);
        outcome.json = explain_worth(model, *found, TableFormat::json).text;
      }
    }
    outcome.text = answer.text;
    outcome.page = explain_page(model.training.algorithm, answer, model, most, request.tree);
  }
  outcome.error = listener.error();
  return outcome;
}

void bind_explanations(nb::module_& module) {
  nb::class_<ExplainRequest>(module, "ExplainRequest")
      .def(nb::init<>())
      .def_rw("query", &ExplainRequest::query)
      .def_rw("document", &ExplainRequest::document)
      .def_rw("above", &ExplainRequest::above)
      .def_rw("documents", &ExplainRequest::documents)
      .def_rw("top", &ExplainRequest::top)
      .def_rw("tree", &ExplainRequest::tree)
      .def_rw("measure", &ExplainRequest::measure)
      .def_rw("profile", &ExplainRequest::profile)
      .def_rw("unjudged", &ExplainRequest::unjudged)
      .def_prop_rw(
          "orders", [](const ExplainRequest& request) { return request.attribution.orders; },
          [](ExplainRequest& request, std::size_t orders) { request.attribution.orders = orders; })
      .def_prop_rw(
          "repeats", [](const ExplainRequest& request) { return request.worth.repeats; },
          [](ExplainRequest& request, std::size_t repeats) { request.worth.repeats = repeats; })
      .def_prop_rw(
          "alpha", [](const ExplainRequest& request) { return request.worth.alpha; },
          [](ExplainRequest& request, double alpha) { request.worth.alpha = alpha; })
      .def_prop_rw(
          "seed", [](const ExplainRequest& request) { return request.worth.seed; },
          [](ExplainRequest& request, std::uint64_t seed) {
            request.worth.seed = seed;
            request.attribution.seed = seed;
          });
  nb::class_<ExplainOutcome>(module, "ExplainOutcome")
      .def_ro("text", &ExplainOutcome::text)
      .def_ro("json", &ExplainOutcome::json)
      .def_ro("page", &ExplainOutcome::page)
      .def_ro("ended", &ExplainOutcome::ended)
      .def("take_error", &take_error<ExplainOutcome>);
  module.def("explain_model", &explained_model, nb::arg("model"), nb::arg("data").none(),
             nb::arg("train").none(), nb::arg("vali").none(), nb::arg("request"), nb::arg("define"),
             nb::arg("callback").none());
}

}  // namespace

void bind_report(nb::module_& module) {
  module.def(
      "render_table",
      [](std::vector<std::string> columns, const std::vector<std::vector<CellValue>>& rows,
         const std::string& format) {
        return render(table_of(std::move(columns), rows), parse_table_format(format));
      },
      nb::arg("columns"), nb::arg("rows"), nb::arg("format"));
  bind_document(module);
  bind_explanations(module);
}

}  // namespace podium::python
