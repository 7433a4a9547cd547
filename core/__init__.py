"""The engine of treeproof: drafts, verifies and mends the section tree of a PDF. It knows no screen.

Importing this package loads nothing. Start at `core.build`, whose `build`, `verify` and `export` are the public functions, and at
`core.tree`, the value that they speak of.
"""
