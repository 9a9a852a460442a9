"""The assembly-level optimiser and the assembler, compared with the reference compiler."""
