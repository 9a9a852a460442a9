"""Graph algorithms, each under its textbook name, over nodes that are numbered from 0.

A graph is a list of successor lists (`yulopt.graphs.orders.Graph`). Nothing here knows what the
nodes stand for, nor does anything recurse, so graphs may be as deep as they like.
"""
