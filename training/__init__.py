"""Training of agents: PPO self-play, evaluation, export. Run as ``python -m training.<script>``."""
