"""The manual: these pages, and a reference of the library from its docstrings. `make docs` builds it."""

from secret_hitler import __version__

project = "Secret Hitler"
author = "the authors of this adaptation"
copyright = "CC BY-NC-SA 4.0"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "alabaster"
html_theme_options = {"description": "The hidden-role game for 5 to 10 players", "page_width": "1100px", "sidebar_width": "250px"}
autodoc_default_options = {"members": True, "member-order": "bysource", "undoc-members": True}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
myst_heading_anchors = 3
suppress_warnings = [
    "myst.xref_missing",  # links into the checkout, outside the manual; a test follows them all
]
