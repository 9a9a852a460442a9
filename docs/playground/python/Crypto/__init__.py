"""Stands in for pycryptodome, of which a browser can load no compiled modules.

It has the two hashes that yulopt asks for, made by a JavaScript library of the page.
"""
