"""The page of `yulopt explore`: shows a run over a program, step by step, in a browser."""
