"""What a guided search does where seats see different things: hidden information, simultaneous picks. Compiled.

Only the seat that searches chooses in its tree. The others draw their actions from their own priors, which come from
what *they* see; so the search looks for the best answer to how the others play, and no seat acts on what it cannot
know. Each simulation begins in a world that is possible for what the seat sees. A node is a *situation*: what its mover
sees, after the same actions. Below an action there are as many situations as worlds and chance tell apart.

Worlds come from `guess`, which follows the rules and not the players. In self-play there is better: worlds in which
games have met the very same view are kept, and such a world is drawn as often as it is met. That is the true belief,
given how the others play, wherever a view occurs often.
"""

import numpy as np

from ludoteca.agents.guided_root import choose_candidate
from ludoteca.agents.guided_selection import Plan, choose_child
from ludoteca.agents.guided_tree import KEPT, NONE, ROOT, UNSEEN, Forest, add_node, has_space
from ludoteca.agents.playouts import pass_chance
from ludoteca.core.arrays import State
from ludoteca.core.jit import as_int, compiled
from ludoteca.core.rng import below, pick_weighted
from ludoteca.protocol.plain_encoder import memory_of
from ludoteca.protocol.rules import (
    OVER,
    apply,
    guess,
    is_hidden,
    is_simultaneous,
    legal_actions,
    mover,
    observe,
)

FIRST_WORLDS = 4  # until a view was met so often, half of the worlds or more are guessed
PRIME = np.uint64(0x100000001B3)  # of the hash FNV-1a


@compiled
def is_veiled(s: State) -> bool:
    """Whether seats see different things in this game."""
    return is_hidden(s) or is_simultaneous(s)


@compiled
def is_others(forest: Forest, t: int) -> bool:
    """Whether the simulation stands where another seat than the searching one chooses."""
    place = forest.nodes[t, forest.path[t, forest.steps[t] - 1]]
    return place.mover != forest.veil.seat[t] and place.count > 0


@compiled
def hash_view(forest: Forest, s: State, seat: int) -> np.uint64:
    """What a seat sees of a position, as a number that is hardly ever that of something else."""
    forest.look[0] = s
    observe(forest.look[0], seat)
    memory = memory_of(forest.look[0], forest.look.itemsize)
    word = np.uint64(0xCBF29CE484222325)
    for i in range(len(memory)):
        word = (word ^ np.uint64(memory[i])) * PRIME
    return word


@compiled
def begin_views(forest: Forest, t: int) -> None:
    """A new search, by the seat to move."""
    seat = as_int(mover(forest.roots[t]))
    forest.veil.seat[t] = seat
    forest.veil.waiting[t] = NONE
    forest.veil.keys[t, ROOT] = hash_view(forest, forest.roots[t], seat)


@compiled
def remember_world(forest: Forest, t: int) -> None:
    """Keep the true position of a game for others that look the same to their mover."""
    veil = forest.veil
    key = veil.keys[t, ROOT]
    slot = as_int(key % np.uint64(len(veil.known)))
    if veil.known[slot] != key:
        veil.known[slot] = key
        veil.counts[slot] = 0
    veil.worlds[slot * KEPT + veil.counts[slot] % KEPT] = forest.roots[t]
    veil.counts[slot] += 1


@compiled
def draw_world(forest: Forest, t: int) -> None:
    """A whole position that is possible for what the searching seat sees: one that was met, or a guess."""
    veil = forest.veil
    key = veil.keys[t, ROOT]
    slot = as_int(key % np.uint64(len(veil.known)))
    met = as_int(veil.counts[slot]) if veil.known[slot] == key else 0
    if met > 0 and below(forest.rngs[t], met + FIRST_WORLDS) < met:
        forest.states[t] = veil.worlds[slot * KEPT + below(forest.rngs[t], min(met, KEPT))]
        return
    forest.states[t] = forest.roots[t]
    observe(forest.states[t], as_int(veil.seat[t]))
    guess(forest.states[t], as_int(veil.seat[t]), forest.rngs[t])


@compiled
def find_situation(forest: Forest, t: int, action: int) -> int:
    """The node below that of an action for what the mover sees now; made if it is new, NONE if there is no room."""
    s = forest.states[t]
    key = hash_view(forest, s, as_int(mover(s)))
    place = as_int(forest.nodes[t, action].first)
    while place != NONE and forest.veil.keys[t, place] != key:
        place = as_int(forest.veil.next[t, place])
    if place == NONE and has_space(forest, t, 1):
        place = add_node(forest, t, NONE, 1.0)
        forest.veil.keys[t, place] = key
        forest.veil.next[t, place] = forest.nodes[t, action].first
        forest.nodes[t, action].first = place
    return place


@compiled
def open_situation(forest: Forest, t: int, place: int) -> None:
    """See for the first time who is to act, and the actions."""
    s, node = forest.states[t], forest.nodes[t, place]
    node.mover = mover(s)
    n = as_int(legal_actions(s, forest.out))
    if has_space(forest, t, n):
        node.first, node.count = forest.used[t], n
        for i in range(n):
            add_node(forest, t, as_int(forest.out[i]), 1.0 / n)


@compiled
def choose_action_at(forest: Forest, plan: Plan, t: int, place: int) -> int:
    """The searching seat chooses by PUCT or as the root plans it; the others draw from their priors."""
    node = forest.nodes[t, place]
    if node.mover == forest.veil.seat[t]:
        return (
            choose_candidate(forest, t, plan.scale)
            if place == ROOT and plan.gumbel
            else choose_child(forest, plan, t, place)
        )
    for i in range(node.count):
        forest.odds[i] = forest.nodes[t, node.first + i].prior
    return as_int(node.first + pick_weighted(forest.rngs[t], forest.odds, as_int(node.count)))


@compiled
def play_on(forest: Forest, t: int, action: int) -> int:
    """Play an action and what chance adds to it; returns who is to act."""
    apply(forest.states[t], action)
    return pass_chance(forest.states[t], forest.out, forest.odds, forest.rngs[t])


@compiled
def descend_views(forest: Forest, plan: Plan, t: int) -> int:
    """Play down the tree to a situation that was never seen, or to the end of the game; a simulation that has waited
    for another seat's policy goes on there. Returns the node; NONE if there is no room."""
    node, steps = as_int(forest.veil.waiting[t]), as_int(forest.steps[t])
    if node == NONE:
        draw_world(forest, t)
        forest.path[t, 0] = ROOT
        node, steps = as_int(ROOT), 1
    forest.veil.waiting[t] = NONE
    while True:
        forest.steps[t] = steps
        if forest.nodes[t, node].mover == UNSEEN:
            open_situation(forest, t, node)
            return node
        if forest.nodes[t, node].count == 0:
            return node
        child = choose_action_at(forest, plan, t, node)
        forest.path[t, steps] = child
        forest.steps[t] = steps + 1
        if play_on(forest, t, as_int(forest.nodes[t, child].action)) == OVER:
            return child
        node = find_situation(forest, t, child)
        if node == NONE:
            return NONE
        forest.path[t, steps + 1] = node
        steps += 2
