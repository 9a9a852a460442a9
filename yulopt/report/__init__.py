"""What yulopt saves a project: each contract as solc builds it, beside what else it could be."""
