#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "podium/labelling/service/task_sessions.hpp"

namespace podium::cli {

/// The reply to the question of a task.
struct Reply {
  std::variant<labelling::Answer, labelling::Grading, labelling::Undo> action;
  std::string comment;
};

/// A person at a terminal or a program that is asked one question at a time. No reply ends the
/// work.
using AskedAssessor = std::function<std::optional<Reply>(const labelling::Work& work)>;

/// The body of a document of the task, which `work` is without.
using BodyOf =
    std::function<labelling::LabelDocument(const labelling::Work& work, DocIndex document)>;

}  // namespace podium::cli
