"""The EVM stack: what will be where, and what will be out of reach."""

from yulopt.stack.layout_generator import stack_report
from yulopt.stack.transitions import StackTooDeep

__all__ = ["StackTooDeep", "stack_report"]
