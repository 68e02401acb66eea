"""A table that people look at: playing and watching in the terminal, and tables of figures."""
