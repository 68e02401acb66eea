"""placeholder"""
from unicorn_envs.engine.jit import jit


@jit
def choose(obs, mask):
    for a in range(mask.shape[0]):
        if mask[a] != 0:
            return a
    return 0
