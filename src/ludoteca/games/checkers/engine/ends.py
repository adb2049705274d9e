"""Where lines of the search end: repetitions, draws by counting, and the endgames that are known."""

from ludoteca.core.bits import count_bits
from ludoteca.core.jit import as_int, compiled
from ludoteca.games.checkers.actions import is_capture
from ludoteca.games.checkers.draws import NEVER, REMEMBERED, material_limit
from ludoteca.games.checkers.endgames.files import DRAWN, LOST
from ludoteca.games.checkers.endgames.index import locate
from ludoteca.games.checkers.engine.workspace import WIN, Memory, Node, Workspace
from ludoteca.games.checkers.moves import play_move, write_moves


@compiled
def is_repeated(memory: Memory, node: Node, ply: int) -> bool:
    """Whether this position stood before, in the game or on this line: as good as a draw."""
    if memory.repetition == 0:
        return False
    for back in range(4, min(node.quiet, REMEMBERED - 2) + 1, 2):
        if memory.past[REMEMBERED + ply - back] == node.hash:
            return True
    return False


@compiled
def count_unchanged(memory: Memory, ply: int, action: int, node: Node, child: Node) -> None:
    """Count the plies of the line without a capture or a crowning, where they can make a draw."""
    if memory.federation_draws:
        changed = is_capture(action) or count_bits(node.men) != count_bits(child.foe_men)
        memory.unchanged[ply + 1] = 0 if changed else memory.unchanged[ply] + 1


@compiled
def count_left(memory: Memory, node: Node, ply: int) -> int:
    """The plies that are left before this material makes a draw."""
    if not memory.federation_draws:
        return as_int(NEVER)
    limit = material_limit(as_int(memory.rules), node.men, node.kings, node.foe_men, node.foe_kings)
    return limit - as_int(memory.unchanged[ply])


@compiled
def score_ending(work: Workspace, node: Node, ply: int) -> int:
    """The exact score of a position that the endgames hold."""
    memory = work.memory
    rules = as_int(memory.rules)
    side, men, kings, foe_men, foe_kings = node.side, node.men, node.kings, node.foe_men, node.foe_kings
    code = as_int(work.codes[locate(memory.offsets, side, men, kings, foe_men, foe_kings)])
    if code == DRAWN:
        return as_int(0)
    if code >= LOST:
        return ply + 2 * (code - LOST) - WIN
    quickest = as_int(WIN)  # a win takes one ply more than the quickest loss that it can lead to
    for i in range(write_moves(rules, side, men, kings, foe_men, foe_kings, memory.moves[ply])):
        own_men, own_kings, his_men, his_kings = play_move(
            rules, side, men, kings, foe_men, foe_kings, as_int(memory.moves[ply, i])
        )
        if his_men | his_kings == 0:
            return WIN - ply - 1
        code = as_int(work.codes[locate(memory.offsets, 1 - side, his_men, his_kings, own_men, own_kings)])
        if code >= LOST:
            quickest = min(quickest, 2 * (code - LOST) + 1)
    return WIN - ply - quickest
