"""Sphinx's configuration. `make docs` puts the sources together (tools/docs) and builds them."""

import os

import ludoteca

project = "Ludoteca"
author = "the Ludoteca authors"
copyright = author  # noqa: A001
version = release = ludoteca.__version__

extensions = ["myst_nb", "ludoteca.documents.sphinx"]
ludoteca_origin = os.path.dirname(__file__)
exclude_patterns = ["conf.py"]
source_suffix = {".md": "myst-nb", ".py": "myst-nb"}
suppress_warnings = ["toc.not_included"]  # some pages are reached by links
highlight_language = "none"  # a block says what it is
add_module_names = False
html_theme = "furo"
html_title = "Ludoteca"
html_favicon = "../src/ludoteca/site/static/icon.svg"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f6f54", "color-brand-content": "#1f6f54"},
    "dark_css_variables": {"color-brand-primary": "#6fcfa6", "color-brand-content": "#6fcfa6"},
}
pygments_style = "friendly"
pygments_dark_style = "monokai"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4

# Lessons are Python files in jupytext's percent form, executed as notebooks.
nb_custom_formats = {".py": ["jupytext.reads", {"fmt": "py:percent"}]}
nb_execution_mode = "cache"
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_execution_timeout = 300
nb_merge_streams = True
