"""Leduc and Kuhn poker solved: CFR+ and exact best responses, on the compiled game itself.

    python -m leduc_poker.solve --variant leduc --iterations 500

The tree is walked once by cloning states. An information set is what its player has observed at the decision, which is
perfect recall here: the observation holds the history.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from leduc_poker import GAME, cards

Array: TypeAlias = "np.ndarray[Any, Any]"
Strategy: TypeAlias = "list[Array]"
"""A probability for each legal action of each information set."""


@dataclass
class Node:
    """A decision (with what follows each legal action) or an end (with player 0's return)."""

    seat: int = -1
    information_set: int = -1
    children: tuple[Node, ...] = ()
    value: float = 0.0


@dataclass
class Tree:
    """One tree for each deal, with its chance, and the number of actions in each information set.

    Information sets are numbered as they are met: those of a player before those that follow.
    """

    deals: list[tuple[float, Node]] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    numbers: dict[bytes, int] = field(default_factory=dict)

    def grow(self, state: Array) -> Node:
        """The tree below ``state``."""
        if GAME.over(state):
            return Node(value=float(GAME.returns(state)[0]))
        legal = GAME.legal_actions(state)
        number = self.numbers.setdefault(GAME.observe(state).tobytes(), len(self.numbers))
        if number == len(self.actions):
            self.actions.append(len(legal))
        children = []
        for action in legal:
            child = GAME.clone(state)
            GAME.apply(child, action)
            children.append(self.grow(child))
        return Node(GAME.seat(state), number, tuple(children))


def tree_of(variant: str) -> Tree:
    """All deals by rank, each as likely as its cards."""
    number = cards.Variant[variant.upper()]
    deck = [card.name for card in cards.CARDS] * cards.COPIES[number]
    dealt = Counter(itertools.permutations(deck, cards.PLAYERS + (number == cards.Variant.LEDUC)))
    tree = Tree()
    for (first, second, *board), ways in dealt.items():
        state = GAME.position([first, second], *board, variant=variant)
        tree.deals.append((ways / dealt.total(), tree.grow(state)))
    return tree


class Solver:
    """CFR+ (Tammelin 2014): regrets that never fall below zero, averages weighted by the number of the iteration."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.regrets: list[Array] = [np.zeros(n) for n in tree.actions]
        self.sums: list[Array] = [np.zeros(n) for n in tree.actions]
        self.iteration = 0

    def average(self) -> Strategy:
        return [normalised(weights) for weights in self.sums]

    def iterate(self) -> None:
        self.iteration += 1
        for player in range(cards.PLAYERS):
            strategy = [normalised(regrets) for regrets in self.regrets]
            for chance, root in self.tree.deals:
                self._walk(root, player, strategy, 1.0, chance)
            for regrets in self.regrets:
                np.maximum(regrets, 0, out=regrets)

    def _walk(self, node: Node, player: int, strategy: Strategy, own: float, others: float) -> float:
        """The node's value to ``player``; regrets and averages of this player are added on the way.

        ``own``, ``others``: how likely the player, and all others with the deal, come here.
        """
        if node.seat < 0:
            return node.value if player == 0 else -node.value
        odds = strategy[node.information_set]
        mine = node.seat == player
        values = np.array(
            [
                self._walk(child, player, strategy, own * p if mine else own, others if mine else others * p)
                for p, child in zip(odds, node.children)
            ]
        )
        value = float(odds @ values)
        if mine:
            self.regrets[node.information_set] += others * (values - value)
            self.sums[node.information_set] += self.iteration * own * odds
        return value


def normalised(weights: Array) -> Array:
    total = weights.sum()
    return weights / total if total > 0 else np.full(len(weights), 1 / len(weights))


def solve(tree: Tree, iterations: int) -> Strategy:
    solver = Solver(tree)
    for _ in range(iterations):
        solver.iterate()
    return solver.average()


def value_of(tree: Tree, strategy: Strategy) -> float:
    """Player 0's mean return when both play by ``strategy``."""

    def walk(node: Node) -> float:
        if node.seat < 0:
            return node.value
        return sum(float(p) * walk(child) for p, child in zip(strategy[node.information_set], node.children))

    return sum(chance * walk(root) for chance, root in tree.deals)


def best_response(tree: Tree, strategy: Strategy, player: int) -> float:
    """What ``player`` wins at most against ``strategy``, exactly."""
    best = [odds.copy() for odds in strategy]
    reached: dict[int, list[tuple[float, Node]]] = {}

    def reach(node: Node, chance: float) -> None:
        if node.seat == player:
            reached.setdefault(node.information_set, []).append((chance, node))
        for p, child in zip(strategy[node.information_set], node.children) if node.seat >= 0 else ():
            reach(child, chance if node.seat == player else chance * p)

    for chance, root in tree.deals:
        reach(root, chance)
    for number in sorted(reached, reverse=True):  # what follows is decided already
        worth = np.zeros(tree.actions[number])
        for k in range(len(worth)):
            worth[k] = value_of(Tree([(chance, node.children[k]) for chance, node in reached[number]]), best)
        best[number] = np.eye(len(worth))[(worth if player == 0 else -worth).argmax()]
    value = value_of(tree, best)
    return value if player == 0 else -value


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve Leduc or Kuhn poker with CFR+.")
    parser.add_argument("--variant", choices=("leduc", "kuhn"), default="leduc")
    parser.add_argument("--iterations", type=int, default=500, help="of CFR+ (default 500)")
    given = parser.parse_args()
    tree = tree_of(given.variant)
    strategy = solve(tree, given.iterations)
    first, second = (best_response(tree, strategy, player) for player in range(cards.PLAYERS))
    print(f"{len(tree.actions)} information sets, {len(tree.deals)} deals")
    print(f"value for the first player {value_of(tree, strategy):+.4f}, between {-second:+.4f} and {first:+.4f}")


if __name__ == "__main__":
    main()
