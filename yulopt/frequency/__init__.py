"""Execution frequencies: call profiles, and static estimates without one."""
