"""Typed JSON values, and a content-addressed cache on disk."""
