"""Pending steps: a small stack in the record, which the ``advance`` of a game works off.

The record has ``stack_verb`` and ``stack_number``, arrays of one length, and ``stack_size``. Places that are not in
use are zero, so that equal positions are equal bytes.
"""

from __future__ import annotations

import numpy as np

from unicorn_envs.engine.jit import jit


@jit
def push(s, verb, number):
    """Put a step on top: it is carried out before all others."""
    s.stack_verb[s.stack_size] = verb
    s.stack_number[s.stack_size] = number
    s.stack_size += 1


@jit
def pop(s):
    """Take the top step off: its verb and its number."""
    s.stack_size -= 1
    verb = np.int64(s.stack_verb[s.stack_size])
    number = np.int64(s.stack_number[s.stack_size])
    s.stack_verb[s.stack_size] = 0
    s.stack_number[s.stack_size] = 0
    return verb, number
