#include "podium/core/base/io/json.hpp"
#include "podium/core/base/version.hpp"
#include "podium/core/report/block_table.hpp"
#include "podium/core/report/render.hpp"

namespace podium {

namespace {

template <class Things>
Json list_of(const Things& things, auto&& json_of) {
  Json list = Json::array();
  for (const auto& thing : things) list.push_back(json_of(thing));
  return list;
}

/// Plain text becomes a JSON string; everything else becomes an object.
Json cell_json(const Cell& cell) {
  Cell bare = cell;
  bare.mark.clear();
  const std::string text = shown(bare);
  const bool has_mark = shown(cell) != text;
  if (!is_number(cell) && !cell.strong && !has_mark) return text;
  Json json{{"text", text}};
  if (const auto* whole = std::get_if<std::int64_t>(&cell.value)) json["value"] = *whole;
  if (const auto* number = std::get_if<double>(&cell.value)) json["value"] = *number;
  if (cell.strong) json["strong"] = true;
  if (has_mark) json["mark"] = cell.mark;
  return json;
}

Json point_json(const CurvePoint& point) {
  Json json{{"x", point.x}, {"y", point.y}};
  if (point.low) json["low"] = *point.low;
  if (point.high) json["high"] = *point.high;
  if (!point.label.empty()) json["label"] = point.label;
  return json;
}

const char* verdict_name(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::holds:
      return "holds";
    case ClaimVerdict::refuted:
      return "refuted";
    case ClaimVerdict::not_shown:
      return "not-shown";
    case ClaimVerdict::needs_data:
      break;
  }
  return "needs-data";
}

Json block_json(const TableBlock& block) {
  return {
      {"kind", "table"},
      {"title", block.title},
      {"note", note_with_bold(block)},
      {"columns", block.table.columns},
      {"rows", list_of(block.table.rows, [](const auto& row) { return list_of(row, cell_json); })}};
}

Json block_json(const CurvesBlock& block) {
  const bool is_linear = block.x_scale == AxisScale::linear;
  return {{"kind", "curves"},
          {"title", block.title},
          {"note", block.note},
          {"x_label", block.x_label},
          {"x_scale", is_linear ? "linear" : "logarithmic"},
          {"y_label", block.y_label},
          {"curves", list_of(block.curves, [](const Curve& curve) {
             Json json{{"name", curve.name}, {"points", list_of(curve.points, point_json)}};
             if (curve.is_fitted) json["fitted"] = true;
             return json;
           })}};
}

Json block_json(const PerQueryBlock& block) {
  return {{"kind", "per-query"},
          {"title", block.title},
          {"note", block.note},
          {"query", block.query},
          {"measure", block.measure},
          {"systems", list_of(block.systems, [](const PerQueryBlock::System& system) {
             return Json{{"name", system.name}, {"value", system.value}};
           })}};
}

Json block_json(const BarsBlock& block) {
  return {{"kind", "bars"},
          {"title", block.title},
          {"note", block.note},
          {"x_label", block.x_label},
          {"bars", list_of(block.bars, [](const BarsBlock::Bar& bar) {
             return Json{{"name", bar.name}, {"value", bar.value}};
           })}};
}

Json block_json(const CardsBlock& block) {
  return {{"kind", "cards"},
          {"title", block.title},
          {"cards", list_of(block.cards, [](const CardsBlock::Card& card) {
             return Json{{"title", card.title}, {"facts", list_of(card.facts, [](const auto& fact) {
                                                   return Json::array({fact.first, fact.second});
                                                 })}};
           })}};
}

Json block_json(const ClaimsBlock& block) {
  return {{"kind", "claims"},
          {"title", block.title},
          {"claims", list_of(block.claims, [](const ClaimsBlock::Claim& claim) {
             return Json{{"claim", claim.claim},
                         {"source", claim.source},
                         {"verdict", verdict_name(claim.verdict)},
                         {"rule", claim.rule},
                         {"evidence", claim.evidence},
                         {"power", claim.power}};
           })}};
}

Json node_json(const TreeBlock::Node& node) {
  Json json{{"rows", node.rows}, {"cover", node.cover}};
  if (!node.split) {
    json["value"] = node.value;
    return json;
  }
  const TreeBlock::Split& split = *node.split;
  json["split"] = {{"feature", split.feature},
                   {"condition", split.condition},
                   {"missing", split.missing_yes ? "yes" : "no"},
                   {"yes", split.yes},
                   {"no", split.no},
                   {"gain", split.gain}};
  return json;
}

Json block_json(const TreeBlock& block) {
  return {{"kind", "tree"},
          {"title", block.title},
          {"note", block.note},
          {"value_label", block.value_label},
          {"nodes", list_of(block.nodes, node_json)}};
}

Json block_json(const CommandsBlock& block) {
  return {{"kind", "commands"}, {"title", block.title}, {"commands", block.commands}};
}

Json section_json(const ReportSection& section) {
  return {{"title", section.title},
          {"text", section.text},
          {"blocks", list_of(section.blocks, [](const ReportBlock& block) {
             return std::visit([](const auto& kind) { return block_json(kind); }, block);
           })}};
}

}  // namespace

std::string to_json(const ReportDocument& document) {
  const Json json{{"podium", version()},
                  {"title", document.title},
                  {"summary", document.summary},
                  {"sections", list_of(document.sections, section_json)}};
  return json.dump() + "\n";
}

}  // namespace podium
