"""The manual: these pages, and a reference of the library from its docstrings. `make docs` builds it."""

from pathlib import Path

from secret_hitler import __version__

project = "Secret Hitler"
author = "the authors of this adaptation"
copyright = "CC BY-NC-SA 4.0"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = "Secret Hitler"
html_css_files = ["manual.css"]
# The page's own faces and icon, where npm has fetched them; without them the manual takes the system's.
_WEB = Path(__file__).resolve().parents[1] / "web"
_FACES = ["oswald-latin-wght-normal", "alegreya-sans-latin-400-normal", "alegreya-sans-latin-700-normal"]
_fonts = [path for name in _FACES for path in sorted(_WEB.glob(f"node_modules/@fontsource*/*/files/{name}.woff2"))]
html_static_path = ["_static", *map(str, _fonts)]
html_favicon = html_logo = str(_WEB / "public" / "icon.svg") if _WEB.exists() else None
html_show_sphinx = False
html_copy_source = False
_FAMILIES = {
    "font-stack": "Text, 'Alegreya Sans', 'Gill Sans', Calibri, system-ui, sans-serif",
    "font-stack--headings": "Poster, Oswald, 'Arial Narrow', 'Roboto Condensed', sans-serif",
}
_LIGHT = {
    "color-background-primary": "#fbf5e6",
    "color-background-secondary": "#f4ead5",
    "color-background-hover": "#e6d7b8",
    "color-background-border": "#b3a17c",
    "color-foreground-primary": "#1e1a17",
    "color-foreground-secondary": "#5c5142",
    "color-foreground-muted": "#5c5142",
    "color-foreground-border": "#b3a17c",
    "color-brand-primary": "#17606c",
    "color-brand-content": "#17606c",
    "color-brand-visited": "#17606c",
    "color-code-background": "#f4ead5",
    "color-inline-code-background": "#f4ead5",
    "color-highlight-on-target": "#f3e0ae",
    "color-table-header-background": "#e6d7b8",
    "color-api-name": "#17606c",
    "color-api-pre-name": "#5c5142",
}
_DARK = {
    "color-background-primary": "#1b1a1d",
    "color-background-secondary": "#26242a",
    "color-background-hover": "#2b2830",
    "color-background-border": "#5d5866",
    "color-foreground-primary": "#efe6d3",
    "color-foreground-secondary": "#b8ad99",
    "color-foreground-muted": "#b8ad99",
    "color-foreground-border": "#5d5866",
    "color-brand-primary": "#5fb4bf",
    "color-brand-content": "#5fb4bf",
    "color-brand-visited": "#5fb4bf",
    "color-code-background": "#26242a",
    "color-inline-code-background": "#26242a",
    "color-highlight-on-target": "#4a3d1d",
    "color-table-header-background": "#2b2830",
    "color-api-name": "#5fb4bf",
    "color-api-pre-name": "#b8ad99",
}
html_theme_options = {"light_css_variables": {**_FAMILIES, **_LIGHT}, "dark_css_variables": {**_FAMILIES, **_DARK}}

autodoc_default_options = {"members": True, "member-order": "bysource", "undoc-members": True}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
add_module_names = False
toc_object_entries_show_parents = "hide"
myst_heading_anchors = 3
suppress_warnings = [
    "myst.xref_missing",  # links into the checkout, outside the manual; a test follows them all
]
