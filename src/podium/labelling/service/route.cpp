#include "podium/labelling/service/route.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/http/address_cap.hpp"

namespace podium::labelling {

RowId Call::row(std::size_t place) const {
  const auto id = parse_number<RowId>(captured.at(place));
  if (!id || *id <= 0) throw Refusal(404, "there is nothing at this address");
  return *id;
}

void Call::record(std::string_view action, const std::string& detail) const {
  record_for(caller ? caller->account.id : 0, action, detail);
}

void Call::record_for(RowId whom, std::string_view action, const std::string& detail) const {
  try {
    service.store.people.record({.at = now,
                                 .account = whom,
                                 .action = std::string(action),
                                 .detail = detail,
                                 .address = address});
  } catch (const Error& error) {
    service.options.report("the audit record '" + std::string(action) +
                           "' was not written: " + error.what());
  }
}

void Call::record_refusal(RowId whom, std::string_view action, const std::string& detail) const {
  const std::string source =
      std::string(action) + " " + (caller ? to_text(account().id) : network());
  const auto left_out = service.refusals.take(source, steady_now);
  if (!left_out) return;
  const std::string others =
      *left_out == 0 ? "" : counted(*left_out, "earlier refusal") + " not recorded";
  record_for(whom, action, detail + (detail.empty() || others.empty() ? "" : "; ") + others);
}

std::string Call::network() const {
  sockaddr_storage parsed{};
  auto* const v4 = reinterpret_cast<sockaddr_in*>(&parsed);
  auto* const v6 = reinterpret_cast<sockaddr_in6*>(&parsed);
  if (::inet_pton(AF_INET, address.c_str(), &v4->sin_addr) == 1) {
    parsed.ss_family = AF_INET;
  } else if (::inet_pton(AF_INET6, address.c_str(), &v6->sin6_addr) == 1) {
    parsed.ss_family = AF_INET6;
  } else {
    return address;
  }
  return network_of(parsed);
}

Project project_of(const Call& call) {
  const RowId id = call.row(0);
  try {
    return call.service.store.projects.get(id);
  } catch (const UsageError&) {
    throw Refusal(404, "this project does not exist");
  }
}

Json json_of(const Account& account) {
  return {{"id", account.id},
          {"name", account.name},
          {"role", role_names[static_cast<std::size_t>(account.role)]},
          {"program", account.is_program},
          {"enabled", account.is_enabled}};
}

}  // namespace podium::labelling
