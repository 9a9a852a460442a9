"""Proven builds: each change of a step that is not proven is rolled back, and the run goes on.

What comes out is proven whole, by construction (`search`). What was rolled back is kept, with the
certificate (`build`), so that the same build is repeated without proofs.
"""
