"""By which names the site may be called.

A page of another site can make its own name point at this machine (DNS rebinding), and its scripts would then pass for
ours. They send the other name as Host, so names that are not ours are refused. An address in numbers is no name and
cannot be pointed elsewhere: it is always allowed.
"""

import socket
from collections.abc import Iterable
from ipaddress import ip_address


class Hosts:
    def __init__(self, allowed: Iterable[str] = ()) -> None:
        """`allowed`: names beside localhost and the name of this machine; `*` allows every name."""
        machine = socket.gethostname().lower()
        self._names = {"localhost", machine, f"{machine}.local", *(_fold(name) for name in allowed)}

    def allows(self, host: str) -> bool:
        """Whether a request may have this Host header."""
        name = _fold(_without_port(host))
        return name in self._names or "*" in self._names or name.endswith(".localhost") or _is_address(name)


def _fold(name: str) -> str:
    return name.strip().lower().removesuffix(".")


def _without_port(host: str) -> str:
    """`[::1]:8000` is ::1, `example.org:80` is example.org."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
