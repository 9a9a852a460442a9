"""Proven builds: each change of a step that is not proven is rolled back, and the run continues.

The result is proven as a whole, by construction (`search`). The rollbacks are cached with the
certificate (`build`), so that the same build is repeated without proofs.
"""
