"""The compiled toolbox that all games share: compiling, chance, piles, and the loops over many games."""
