#pragma once

#include "podium/core/data/dataset.hpp"

namespace podium {

/// Only the documents of positive label, with the labels that they have, in strict order where the
/// truth has one; queries that have none stay, without documents. Weights of queries stay too,
/// those of documents do not.
Dataset top_documents(const Dataset& data);

/// All documents, those of positive label against the others: labels 1 and 0.
Dataset top_against_rest(const Dataset& data);

/// Whether a query has two documents of different level, and weight.
bool has_preferences(const QueryView& query);

/// Whether any query has.
bool has_preferences(const Dataset& data);

}  // namespace podium
