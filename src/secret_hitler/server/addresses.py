"""Whose request it is, as far as an address says: what limits count by, and what an operator bans."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

NETWORK_OF_A_HOUSE = 64
"""How many bits of an IPv6 address name the network: all that is behind them is one customer's."""
FORWARDED = b"x-forwarded-for"


def address_of(scope: Any, trust_proxy: bool) -> str:
    """The peer; behind a trusted proxy whoever that proxy speaks for. Whatever a client itself wrote in that header stands before."""
    client = scope.get("client")
    peer = household(client[0]) if client else ""
    if not trust_proxy:
        return peer
    forwarded = [value for name, value in scope["headers"] if name == FORWARDED]
    last = forwarded[-1].decode("latin-1").rpartition(",")[2].strip() if forwarded else ""
    return household(last) if _is_address(last) else peer


def household(host: str) -> str:
    """An IPv6 address stands for its whole network, since whoever has one address of it has them all."""
    if not _is_address(host):
        return host
    address = ip_address(host.partition("%")[0])
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, NETWORK_OF_A_HOUSE), strict=False))


def _is_address(host: str) -> bool:
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True
