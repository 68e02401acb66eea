"""Decisions: how a seat is asked, and the loop that plays on until one has to be.

The record has ``seat`` (who decides; -1 when the game is over), ``prompt`` (the kind of decision at hand; 0 while steps
are carried out) and the stack of ``engine/steps.py``; :func:`ask_for` also wants ``steps_left``. A game says what its
steps and answers do, and gets its ``advance`` and ``apply`` from :func:`machine`::

    advance, apply = decisions.machine("my_game", carry_out, answer)

The two call back into the game, and compiled code cannot be handed functions. So they are templates, of which each
game gets a copy of its own, as in ``engine/driver.py``.
"""

from __future__ import annotations

from typing import Any

from unicorn_envs.engine.jit import jit, template_copy
from unicorn_envs.engine.steps import pop

NO_PROMPT = 0
ASKED = -1
"""What ``forced`` returns where the seat is asked; otherwise it returns the only answer that the seat could give."""


@jit
def ask(s, seat, prompt):
    """Put a decision to a seat: what comes next waits for its answer."""
    s.seat = seat
    s.prompt = prompt


@jit
def ask_for(s, seat, prompt, steps):
    """Put a decision to a seat that is one of ``steps`` alike, this one included."""
    ask(s, seat, prompt)
    s.steps_left = steps


@jit
def never_forced(s):
    """The ``forced`` of a game in which a single answer is asked for too."""
    return ASKED


def advance_until_asked(s):  # template
    """Carry out steps, and give the answers that are forced, until a seat is asked or the game is over."""
    while s.seat >= 0:
        if s.prompt == NO_PROMPT:
            verb, number = pop(s)
            carry_out(s, verb, number)  # noqa: F821
        else:
            action = forced(s)  # noqa: F821
            if action == ASKED:
                return
            answer(s, action)  # noqa: F821


def answer_and_advance(s, action):  # template
    """Carry out a legal action and all that follows."""
    answer(s, action)  # noqa: F821
    advance(s)  # noqa: F821


def machine(name: str, carry_out: Any, answer: Any, forced: Any = never_forced) -> tuple[Any, Any]:
    """``advance(s)`` and ``apply(s, action)`` of the game called ``name``, from three functions of its rules.

    ``carry_out(s, verb, number)``
        a step that was on top of the stack; it may ask, push further steps, or end the game (``seat`` -1).
    ``answer(s, action)``
        a legal answer to the decision at hand. ``prompt`` is still set: who answers it for good clears it.
    ``forced(s)``
        the only answer that the seat can give, where the game gives it by itself, else ``ASKED``. It is called for
        each decision, so that a game can write down here what is legal.
    """
    functions = {"carry_out": carry_out, "answer": answer, "forced": forced}
    advance = jit(template_copy(advance_until_asked, f"{name}.advance", functions))
    apply = jit(template_copy(answer_and_advance, f"{name}.apply", {"answer": answer, "advance": advance}))
    return advance, apply
