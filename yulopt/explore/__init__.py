"""The page of `yulopt explore`: a run over a program to look at, step by step, in a browser."""
