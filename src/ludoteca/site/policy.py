"""The content security policy: scripts and styles only from the site's own files."""


def write_policy(*allowed: str, inline_styles: bool = False) -> str:
    """`allowed` are the hashes of the inline scripts that a page has, such as its import map."""
    scripts = " ".join(["'self'", *(f"'{digest}'" for digest in allowed)])
    styles = "'self' 'unsafe-inline'" if inline_styles else "'self'"
    return (
        f"default-src 'self'; script-src {scripts}; style-src {styles}; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
