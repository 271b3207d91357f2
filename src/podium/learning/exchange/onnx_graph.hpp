#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/learning/exchange/protobuf.hpp"

namespace podium {

/// The types of tensors that are used here, as ONNX numbers them.
enum class OnnxType : std::uint32_t { f32 = 1, u8 = 2, i64 = 7, text = 8, f64 = 11 };

/// The attributes of a node.
class OnnxAttributes {
 public:
  OnnxAttributes& number(std::string_view name, std::int64_t value);
  OnnxAttributes& text(std::string_view name, std::string_view value);
  OnnxAttributes& numbers(std::string_view name, std::span<const std::int64_t> values);
  OnnxAttributes& floats(std::string_view name, std::span<const float> values);
  OnnxAttributes& texts(std::string_view name, std::span<const std::string> values);
  template <class Number>
  OnnxAttributes& tensor(std::string_view name, OnnxType type, std::span<const Number> values);

  std::span<const ProtobufMessage> list() const { return list_; }

 private:
  ProtobufMessage& add(std::string_view name, std::uint32_t type);

  std::vector<ProtobufMessage> list_;
};

/// A graph of operators under construction. Values have names; node() returns that of its result.
class OnnxGraph {
 public:
  static constexpr std::string_view plain_domain{};
  static constexpr std::string_view ml_domain = "ai.onnx.ml";

  std::string constant(OnnxType type, std::span<const double> values,
                       std::span<const std::int64_t> shape);
  std::string node(std::string_view op, std::initializer_list<std::string> inputs,
                   const OnnxAttributes& attributes = {}, std::string_view domain = plain_domain);
  /// The names of the results of an operator that has several.
  std::vector<std::string> nodes(std::string_view op, std::initializer_list<std::string> inputs,
                                 std::size_t results, const OnnxAttributes& attributes = {},
                                 std::string_view domain = plain_domain);
  /// These columns of a value.
  std::string columns(const std::string& value, std::span<const std::size_t> columns);
  std::string cast(const std::string& value, OnnxType type);

  /// A value that the model returns: double [n, columns].
  struct Output {
    std::string name;
    std::string value;
    std::size_t columns = 1;
  };

  /// The whole file: inputs `f` float [n, numbers] and `w` string [n, words], where there are any,
  /// and the outputs.
  std::string model(std::size_t numbers, std::size_t words, std::span<const Output> outputs,
                    std::size_t opset_ml,
                    const std::map<std::string, std::string>& properties) const;

 private:
  std::vector<ProtobufMessage> nodes_;
  std::vector<ProtobufMessage> constants_;
  std::size_t names_ = 0;
};

/// A tensor with these values.
template <class Number>
ProtobufMessage onnx_tensor(std::string_view name, OnnxType type, std::span<const Number> values,
                            std::span<const std::int64_t> shape) {
  ProtobufMessage tensor;
  tensor.numbers(1, shape).number(2, static_cast<std::uint64_t>(type)).text(8, name);
  tensor.text(9, ProtobufMessage::little_endian(values));
  return tensor;
}

template <class Number>
OnnxAttributes& OnnxAttributes::tensor(std::string_view name, OnnxType type,
                                       std::span<const Number> values) {
  const std::int64_t shape[] = {static_cast<std::int64_t>(values.size())};
  add(name, 4).message(5, onnx_tensor<Number>("", type, values, shape));
  return *this;
}

}  // namespace podium
