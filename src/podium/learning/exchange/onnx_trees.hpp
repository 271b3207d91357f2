#pragma once

#include <string>

#include "podium/learning/exchange/onnx_graph.hpp"
#include "podium/learning/exchange/served_model.hpp"

namespace podium {

/// The sum of the trees of the features `value`, a double [n, 1]. Below version 5 of ai.onnx.ml the
/// engine adds up floats.
std::string add_onnx_trees(OnnxGraph& graph, const ServedModel& given, const std::string& value,
                           std::size_t opset_ml);

}  // namespace podium
