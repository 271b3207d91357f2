#pragma once

#include <string>
#include <string_view>

namespace podium::serving {

/// The value of a label: backslashes, quotes and line ends are escaped, as Prometheus wants it.
std::string label_value(std::string_view text);

/// The two lines that stand before the values of a metric.
std::string metric_head(std::string_view name, std::string_view type, std::string_view help);

}  // namespace podium::serving
