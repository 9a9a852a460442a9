"""Contracts in Yul that explorers verify with stock solc: the files of a publication."""
