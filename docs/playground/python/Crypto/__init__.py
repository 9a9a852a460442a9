"""Stands in for pycryptodome, whose compiled modules are not there for a browser.

It has the two hashes that yulopt asks for, made by a JavaScript library of the page.
"""
