#include "podium/learning/model/stage/calibration.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace podium {

namespace {

PlattCurve read_platt(const JsonReader& json) {
  const std::vector<double> numbers = json.numbers(2);
  if (!(numbers[0] > 0.0)) throw json.unexpected("a slope above 0 and a constant");
  return {numbers[0], numbers[1]};
}

PiecewiseLinear read_isotonic(const JsonReader& json) {
  json.expect_keys({"at", "image"});
  PiecewiseLinear curve = PiecewiseLinear::read(json);
  if (!(curve.image.front() >= 0.0 && curve.image.back() <= 1.0)) {
    throw json.at("image").error("found a number outside [0, 1], expected probabilities");
  }
  return curve;
}

}  // namespace

double PlattCurve::operator()(double score) const {
  return 1.0 / (1.0 + std::exp(-(slope * score + constant)));
}

std::string GradeCurve::method() const {
  return std::holds_alternative<PlattCurve>(curve) ? "platt" : "isotonic";
}

double Calibration::probability(double score, std::size_t place) const {
  double least = 1.0;
  for (std::size_t g = 0; g <= place; ++g) {
    least = std::min(least,
                     std::visit([&](const auto& curve) { return curve(score); }, grades[g].curve));
  }
  return least;
}

Json Calibration::json() const {
  Json list = Json::array();
  for (const GradeCurve& grade : grades) {
    const auto* platt = std::get_if<PlattCurve>(&grade.curve);
    Json json = {{"grade", grade.grade}};
    json[grade.method()] = platt != nullptr ? Json({platt->slope, platt->constant})
                                            : std::get<PiecewiseLinear>(grade.curve).json();
    list.push_back(std::move(json));
  }
  return list;
}

Calibration Calibration::read(const JsonReader& json) {
  Calibration calibration;
  for (const JsonReader& item : json.items()) {
    item.expect_keys({"grade", "platt", "isotonic"});
    GradeCurve grade{.grade = item.at("grade").number(), .curve = {}};
    const double before = calibration.grades.empty() ? 0.0 : calibration.grades.back().grade;
    if (!(grade.grade > before)) {
      throw item.at("grade").unexpected(fmt::format("a grade above {}", before));
    }
    if (const auto isotonic = item.find("isotonic")) {
      if (item.find("platt")) throw item.error("found both platt and isotonic, expected one");
      grade.curve = read_isotonic(*isotonic);
    } else {
      grade.curve = read_platt(item.at("platt"));
    }
    calibration.grades.push_back(std::move(grade));
  }
  if (calibration.grades.empty()) throw json.error("found no grade, expected one at least");
  return calibration;
}

std::string probability_name(const GradeCurve& grade) {
  return fmt::format("P(label >= {})", grade.grade);
}

std::string curve_text(const GradeCurve& grade) {
  if (const auto* platt = std::get_if<PlattCurve>(&grade.curve)) {
    return fmt::format("1 / (1 + exp(-(A * score + B))), A = {}, B = {}", platt->slope,
                       platt->constant);
  }
  return fmt::format("isotonic, {} knots", std::get<PiecewiseLinear>(grade.curve).at.size());
}

}  // namespace podium
