#pragma once

#include <string>
#include <string_view>

namespace podium {

/// A measure's name in lower case as the table of measures spells it: trec_eval's "ndcg_cut_10",
/// "p_10" and "p.10" (of its flag -m), "recip_rank" and the names of ir_measures ("ap", "r",
/// "compat") become "ndcg@10", "p@10", "rr", "map", "recall" and "compatibility". Options and
/// cutoff, "(...)@10", stay as they are, and so does a name that is not known here.
std::string native_spelling(std::string_view name);

}  // namespace podium
