"""What code costs: gas while it runs, and bytes."""
