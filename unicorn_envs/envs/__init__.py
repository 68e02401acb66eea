"""The ways into a game: PettingZoo (``aec``), Gymnasium (``solo``, ``seat``) and many tables at once (``batch``)."""
