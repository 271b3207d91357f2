#pragma once

#include "podium/data/dataset.hpp"

namespace podium {

/// Only the documents of positive label, with the labels that they have; queries that have none
/// stay, without documents. Weights of queries stay too, those of documents do not.
Dataset top_documents(const Dataset& data);

/// All documents, those of positive label against the others: labels 1 and 0.
Dataset top_against_rest(const Dataset& data);

}  // namespace podium
