"""Every drawing once, as SVG, and the pictures composed of them."""
