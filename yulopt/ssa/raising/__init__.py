"""From SSA form back to Yul: expressions, structured statements, declarations."""
