"""Where a request comes from, as far as limits care: one IPv4 address, or one IPv6 network of 64 bits, since whoever
has one address of such a network has them all."""

from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

UNKNOWN = "unknown"  # a client without an address: a socket in the file system, say
PREFIX = 64


def network_of(scope: Mapping[str, Any]) -> str:
    """The key that limits by address count under. The server has read X-Forwarded-For where it trusts the proxy."""
    client = scope.get("client") or (UNKNOWN,)
    try:
        address: IPv4Address | IPv6Address = ip_address(str(client[0]).partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, PREFIX), strict=False))
    return str(address)
