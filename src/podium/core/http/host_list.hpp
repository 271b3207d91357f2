#pragma once

#include <span>
#include <string>
#include <string_view>

namespace podium {

/// The name in a Host header, "Example.org.:8080" -> "example.org", "[::1]:80" -> "::1".
std::string host_name(std::string_view header);

/// Whether a name or address means this machine and no other: localhost, 127.0.0.1, ::1.
bool is_loopback_host(const std::string& host);

/// Whether a request with this Host header is answered: its name is one of `hosts`, or these are
/// none. A page of another site whose name was made to lead here (DNS rebinding) has another name.
/// Clients that send no header are no browsers.
bool is_allowed_host(std::string_view header, std::span<const std::string> hosts);

}  // namespace podium
