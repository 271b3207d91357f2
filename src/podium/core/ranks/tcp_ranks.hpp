#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "podium/core/base/collective/collective.hpp"

namespace podium {

struct TcpRankOptions {
  std::size_t rank = 0;
  std::size_t size = 1;
  std::string meet;   ///< "HOST:PORT", where rank 0 listens and all others call
  std::string host;   ///< the address by which others reach this rank, which listens on no other;
                      ///< empty: the one from which it reaches rank 0
  std::string token;  ///< the secret of all ranks of a run; empty: all must be on one machine
  /// What must be the same at all ranks, by name, beside the version and the processor.
  std::vector<std::pair<std::string, std::string>> facts;
  double hang_seconds = 600.0;  ///< a rank that is silent for so long, or does not come, is lost
  double life_seconds = 10.0;   ///< between the signs of life of a rank
  double hello_seconds = 5.0;   ///< in which a guest must have proved who it is
  std::size_t most_bytes = std::size_t{1} << 36;  ///< that others may send in one call
  std::size_t mesh = 64;  ///< up to so many ranks all are connected; beyond, when they first talk
  std::function<void(const std::string& line)> note;  ///< told of the first stranger
};

/// The token of a new run: 32 random bytes.
std::string new_rank_token();

/// Ranks that are processes, on one machine or several, connected by TCP. Nothing is encrypted.
///
/// Only who proves by the token of the run to be one of its ranks may join, and without a token
/// only processes of this machine. Others are closed and counted; the meeting goes on meanwhile. A
/// rank that has died, was cut off or is silent ends the work of all others by a RankError that
/// names it. A rank that computes says every `life_seconds` that it is alive.
class TcpRanks final : public Collective {
 public:
  /// Returns when all ranks have met. Throws RankError naming those that have not come within
  /// `hang_seconds`, that come twice, or that differ from rank 0 in version, processor or facts.
  explicit TcpRanks(const TcpRankOptions& options);
  ~TcpRanks() override;
  TcpRanks(const TcpRanks&) = delete;
  TcpRanks& operator=(const TcpRanks&) = delete;
  TcpRanks(TcpRanks&&) = delete;
  TcpRanks& operator=(TcpRanks&&) = delete;

  /// Guests that were closed, because they did not prove to be a rank of this run.
  std::size_t strangers() const;

 private:
  std::vector<Contribution> gather(Contribution own) override;
  std::vector<std::string> move_parts(std::vector<std::string> parts,
                                      std::span<const std::uint64_t> sizes) override;

  class Peers;
  std::unique_ptr<Peers> peers_;
};

}  // namespace podium
