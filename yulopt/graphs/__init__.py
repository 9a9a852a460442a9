"""Graph algorithms, each under its textbook name, over nodes numbered from 0.

A graph is a list of successor lists (`yulopt.graphs.orders.Graph`). They are independent of the
meaning of nodes, and not recursive, so graphs may be arbitrarily deep.
"""
