"""The content security policy: scripts and styles only from the site's own files."""


def write_policy(allowed: str = "") -> str:
    """`allowed` is the hash of the one inline script that a page has, its import map."""
    scripts = f"'self' '{allowed}'" if allowed else "'self'"
    return (
        f"default-src 'self'; script-src {scripts}; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
