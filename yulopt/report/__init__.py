"""The savings of yulopt for a project: each contract as solc builds it, and alternatives."""
