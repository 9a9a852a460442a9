"""Audits builds of stock solc for miscompilation: reproduces their bytes, and proves them."""
