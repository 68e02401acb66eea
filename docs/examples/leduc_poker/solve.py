"""Leduc and Kuhn poker solved: CFR+ and exact best responses, on the compiled game itself.

    python solve.py --variant leduc --iterations 500

The tree is walked once by cloning states; what is left are plain arrays. An information set is what its player has
observed at the decision, which is perfect recall here: the observation holds the history.
"""

from __future__ import annotations

import argparse
import itertools
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from leduc_poker import GAME
from leduc_poker.state import PLAYERS, Rank

Array = np.ndarray[Any, Any]


@dataclass
class Node:
    """A decision (with what follows each legal action) or an end (with player 0's return)."""

    seat: int = -1
    information_set: int = -1
    children: tuple[Node, ...] = ()
    value: float = 0.0


@dataclass
class Tree:
    """One tree for each deal, the deals' probabilities, and the number of actions in each information set."""

    roots: list[Node] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    numbers: dict[bytes, int] = field(default_factory=dict)

    def grow(self, state: Array) -> Node:
        seat = GAME.seat(state)
        if seat < 0:
            return Node(value=float(GAME.returns(state)[0]))
        legal = GAME.legal_actions(state)
        number = self.numbers.setdefault(GAME.observe(state, seat).tobytes(), len(self.numbers))
        if number == len(self.actions):
            self.actions.append(len(legal))
            self.seats.append(seat)
        children = []
        for action in legal:
            child = GAME.clone(state)
            GAME.apply(child, action)
            children.append(self.grow(child))
        return Node(seat, number, tuple(children))


def tree_of(variant: str) -> Tree:
    """All deals by rank, each as likely as its cards."""
    tree = Tree()
    names = [rank.name.capitalize() for rank in Rank]
    copies = 2 if variant == "leduc" else 1
    cards = names * copies
    deals: dict[tuple[str, ...], int] = {}
    for deal in itertools.permutations(range(len(cards)), 3 if variant == "leduc" else 2):
        ranks = tuple(cards[i] for i in deal)
        deals[ranks] = deals.get(ranks, 0) + 1
    for ranks, ways in deals.items():
        board = ranks[2] if variant == "leduc" else None
        tree.roots.append(tree.grow(GAME.position(ranks[:2], board, variant=variant)))
        tree.chances.append(ways / sum(deals.values()))
    return tree


def solve(tree: Tree, iterations: int) -> list[Array]:
    """The average strategy of CFR+ (Tammelin 2014): a probability for each action of each information set."""
    regrets = [np.zeros(n) for n in tree.actions]
    sums = [np.zeros(n) for n in tree.actions]
    for iteration in range(1, iterations + 1):
        for player in range(PLAYERS):
            now = [normalised(np.maximum(r, 0)) for r in regrets]
            for root, chance in zip(tree.roots, tree.chances):
                _walk(root, player, 1.0, chance, now, regrets, sums, iteration)
            for r in regrets:
                np.maximum(r, 0, out=r)
    return [normalised(s) for s in sums]


def normalised(weights: Array) -> Array:
    total = weights.sum()
    return weights / total if total > 0 else np.full(len(weights), 1 / len(weights))


def _walk(
    node: Node, player: int, own: float, others: float, now: list[Array], regrets: list[Array], sums: list[Array], weight: int
) -> float:
    """Player ``player``'s value of the node under the present strategies; regrets are added on the way."""
    if node.seat < 0:
        return node.value if player == 0 else -node.value
    strategy = now[node.information_set]
    if node.seat != player:
        return float(
            sum(
                p * _walk(child, player, own, others * p, now, regrets, sums, weight)
                for p, child in zip(strategy, node.children)
                if p > 0
            )
        )
    values = np.array(
        [_walk(child, player, own * p, others, now, regrets, sums, weight) for p, child in zip(strategy, node.children)]
    )
    value = float(strategy @ values)
    regrets[node.information_set] += others * (values - value)
    sums[node.information_set] += weight * own * strategy
    return value


def value_of(tree: Tree, strategy: list[Array]) -> float:
    """Player 0's mean return when both play by ``strategy``."""

    def walk(node: Node) -> float:
        if node.seat < 0:
            return node.value
        return float(sum(p * walk(child) for p, child in zip(strategy[node.information_set], node.children)))

    return sum(chance * walk(root) for root, chance in zip(tree.roots, tree.chances))


def best_response(tree: Tree, strategy: list[Array], player: int) -> float:
    """What ``player`` can win at most against ``strategy``, exactly."""
    choice: dict[int, int] = {}

    def walk(node: Node) -> float:
        if node.seat < 0:
            return node.value if player == 0 else -node.value
        if node.seat != player:
            return float(sum(p * walk(child) for p, child in zip(strategy[node.information_set], node.children)))
        return walk(node.children[choice[node.information_set]])

    reached: dict[int, list[tuple[Node, float]]] = {}

    def reach(node: Node, weight: float) -> None:
        if node.seat == player:
            reached.setdefault(node.information_set, []).append((node, weight))
        for k, child in enumerate(node.children):
            reach(child, weight * (float(strategy[node.information_set][k]) if node.seat != player else 1.0))

    for root, chance in zip(tree.roots, tree.chances):
        reach(root, chance)
    # An information set is numbered after those before it: from the last to the first.
    for number in sorted(reached, reverse=True):
        worth = np.zeros(tree.actions[number])
        for node, weight in reached[number]:
            worth += weight * np.array([walk(child) for child in node.children])
        choice[number] = int(worth.argmax())
    return sum(chance * walk(root) for root, chance in zip(tree.roots, tree.chances))


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve Leduc or Kuhn poker with CFR+.")
    parser.add_argument("--variant", choices=("leduc", "kuhn"), default="leduc")
    parser.add_argument("--iterations", type=int, default=500, help="of CFR+ (default 500)")
    given = parser.parse_args()
    tree = tree_of(given.variant)
    strategy = solve(tree, given.iterations)
    first, second = (best_response(tree, strategy, player) for player in range(PLAYERS))
    print(f"{len(tree.actions)} information sets, {len(tree.roots)} deals")
    print(f"value for the first player {value_of(tree, strategy):+.4f}, between {-second:+.4f} and {first:+.4f}")


if __name__ == "__main__":
    main()
