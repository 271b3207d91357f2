#include "podium/learning/exchange/onnx_graph.hpp"

#include <fmt/format.h>

#include "podium/core/base/version.hpp"

namespace podium {

namespace {

// Old runtimes refuse newer ones.
constexpr std::uint64_t ir_version = 8;
constexpr std::uint64_t opset = 17;

ProtobufMessage value_info(std::string_view name, OnnxType type, std::uint64_t columns) {
  ProtobufMessage rows;
  rows.text(2, "n");
  ProtobufMessage width;
  width.number(1, columns);
  ProtobufMessage shape;
  shape.message(1, rows).message(1, width);
  ProtobufMessage tensor;
  tensor.number(1, static_cast<std::uint64_t>(type)).message(2, shape);
  ProtobufMessage kind;
  kind.message(1, tensor);
  ProtobufMessage info;
  info.text(1, name).message(2, kind);
  return info;
}

ProtobufMessage operator_set(std::string_view domain, std::uint64_t number) {
  ProtobufMessage set;
  set.text(1, domain).number(2, number);
  return set;
}

}  // namespace

ProtobufMessage& OnnxAttributes::add(std::string_view name, std::uint32_t type) {
  list_.emplace_back();
  return list_.back().text(1, name).number(20, type);
}

OnnxAttributes& OnnxAttributes::number(std::string_view name, std::int64_t value) {
  add(name, 2).number(3, static_cast<std::uint64_t>(value));
  return *this;
}

OnnxAttributes& OnnxAttributes::text(std::string_view name, std::string_view value) {
  add(name, 3).text(4, value);
  return *this;
}

OnnxAttributes& OnnxAttributes::numbers(std::string_view name,
                                        std::span<const std::int64_t> values) {
  add(name, 7).numbers(8, values);
  return *this;
}

OnnxAttributes& OnnxAttributes::floats(std::string_view name, std::span<const float> values) {
  add(name, 6).floats(7, values);
  return *this;
}

OnnxAttributes& OnnxAttributes::texts(std::string_view name, std::span<const std::string> values) {
  ProtobufMessage& attribute = add(name, 8);
  for (const std::string& value : values) attribute.text(9, value);
  return *this;
}

std::string OnnxGraph::constant(OnnxType type, std::span<const double> values,
                                std::span<const std::int64_t> shape) {
  std::string name = fmt::format("c{}", names_++);
  if (type == OnnxType::f64) {
    constants_.push_back(onnx_tensor<double>(name, type, values, shape));
  } else if (type == OnnxType::f32) {
    const std::vector<float> floats(values.begin(), values.end());
    constants_.push_back(onnx_tensor<float>(name, type, floats, shape));
  } else {
    const std::vector<std::int64_t> whole(values.begin(), values.end());
    constants_.push_back(onnx_tensor<std::int64_t>(name, type, whole, shape));
  }
  return name;
}

std::string OnnxGraph::node(std::string_view op, std::initializer_list<std::string> inputs,
                            const OnnxAttributes& attributes, std::string_view domain) {
  return nodes(op, inputs, 1, attributes, domain).front();
}

std::vector<std::string> OnnxGraph::nodes(std::string_view op,
                                          std::initializer_list<std::string> inputs,
                                          std::size_t results, const OnnxAttributes& attributes,
                                          std::string_view domain) {
  std::vector<std::string> names;
  ProtobufMessage& node = nodes_.emplace_back();
  for (const std::string& input : inputs) node.text(1, input);
  for (std::size_t i = 0; i < results; ++i) {
    names.push_back(fmt::format("v{}", names_++));
    node.text(2, names.back());
  }
  node.text(4, op);
  for (const ProtobufMessage& attribute : attributes.list()) node.message(5, attribute);
  if (!domain.empty()) node.text(7, domain);
  return names;
}

std::string OnnxGraph::columns(const std::string& value, std::span<const std::size_t> columns) {
  const std::vector<double> places(columns.begin(), columns.end());
  const std::int64_t shape[] = {static_cast<std::int64_t>(places.size())};
  return node("Gather", {value, constant(OnnxType::i64, places, shape)},
              OnnxAttributes().number("axis", 1));
}

std::string OnnxGraph::cast(const std::string& value, OnnxType type) {
  return node("Cast", {value}, OnnxAttributes().number("to", static_cast<std::int64_t>(type)));
}

std::string OnnxGraph::model(std::size_t numbers, std::size_t words,
                             std::span<const Output> outputs, std::size_t opset_ml,
                             const std::map<std::string, std::string>& properties) const {
  ProtobufMessage graph;
  for (const ProtobufMessage& node : nodes_) graph.message(1, node);
  for (const Output& output : outputs) {
    ProtobufMessage last;
    graph.message(1, last.text(1, output.value).text(2, output.name).text(4, "Identity"));
  }
  graph.text(2, "podium");
  for (const ProtobufMessage& constant : constants_) graph.message(5, constant);
  if (numbers > 0) graph.message(11, value_info("f", OnnxType::f32, numbers));
  if (words > 0) graph.message(11, value_info("w", OnnxType::text, words));
  for (const Output& output : outputs) {
    graph.message(12, value_info(output.name, OnnxType::f64, output.columns));
  }
  ProtobufMessage model;
  model.number(1, ir_version).text(2, "podium").text(3, version()).message(7, graph);
  model.message(8, operator_set(plain_domain, opset));
  model.message(8, operator_set(ml_domain, opset_ml));
  for (const auto& [key, value] : properties) {
    ProtobufMessage property;
    model.message(14, property.text(1, key).text(2, value));
  }
  return model.bytes();
}

}  // namespace podium
