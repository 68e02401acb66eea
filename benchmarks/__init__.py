"""Speed against peers in one run (``speed``), and training throughput (``training``). See README.md."""
