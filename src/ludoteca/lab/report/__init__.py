"""Reports of tournaments: one HTML file that works anywhere, or Markdown with SVG charts."""

from ludoteca.lab.report.markdown import write_markdown
from ludoteca.lab.report.page import write_html

__all__ = ["write_html", "write_markdown"]
