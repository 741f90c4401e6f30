"""
The compiled part of the package `enroque`.
"""

from _typeshed import Incomplete, SupportsGetItem, SupportsLenAndGetItem
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enroque._compatibility.boards import ChessBoard
from enroque._files.atomic import Written
from enroque._files.stream import Stream
from enroque._model.array_methods import ArenaArrays, GamesArrays, LeavesArrays, PositionsArrays
from enroque._model.arena import ActionPolicy, ArenaPositions, ArenaStart, PlayoutResults, PlyRange, Step
from enroque._model.bitboards import BitboardFunction, IntoSquareSet
from enroque._model.encodings import Batch, Buckets, Columns, EncodingName, LoaderSource, Parts, PolicyName, Shape
from enroque._model.filters import Filter
from enroque._model.games import Annotations, BoardTest, FilePath, GameError, PgnSource, PgnTarget, SortKey, Tags
from enroque._model.names import Fill, Layout, Player, View
from enroque._model.options import AdjudicationRules, Puct
from enroque._model.outcome import Outcome, Termination
from enroque._model.positions import PositionError, PositionSource, TableColumns, Texts
from enroque._model.start_results import StartResults
from enroque._model.status import Status
from enroque._model.trees import Algorithm, Evaluate, Tree
from enroque._model.types import ArrowStream, GeneratesLegalMoves, GetMove, Operations, Seed
from enroque._progress import Progress
from enroque.engine import PositionLabels, PovScore
from enroque.engine._processes import Command, Options
from enroque.find import Explorer, Query
from enroque.notation import ReadMove, ScoreSheet
from enroque.openings import GameOpenings, Opening
from enroque.pgn import Game as Game2
from enroque.pgn._headers import Headers, IntoHeaders
from enroque.pgn._mainline import Mainline
from enroque.pgn._time_control import TimeControlPart, TimeControlType
from enroque.pgn._views import CommentList, NagSet, VariationList
from enroque.pgn._visitors import BaseVisitor, GameBuilder
from enroque.rules import Adjudication, ClaimResult, Envelope, Event, OpenedEnvelope, Period, RuleSet, Ruling, Winnability
from enroque.svg import Arrow
from enroque.tablebase import Tablebase
from numpy import bool_, datetime64, float32, float64, int16, int32, int64, int8, integer, str_, uint16, uint32, uint64, uint8
from numpy.typing import ArrayLike, DTypeLike, NDArray
from os import PathLike
from pathlib import Path
from typing import Any, Final, Self, SupportsFloat, SupportsIndex, TextIO, final, overload
from typing_extensions import disjoint_base

__all__ = ["SKIPPING", "__version__", "Arena", "BaseBoard", "Board", "ChildNode", "Clock", "Column", "Encoding", "EngineBatch", "EngineProcesses", "FileReader", "FileWriter", "Game", "GameIterator", "GameNode", "GameView", "Games", "InternalColumn", "Leaves", "LegalMoveGenerator", "Loader", "Move", "MoveStack", "PgnWriter", "Piece", "PlayedGame", "Policy", "Positions", "PseudoLegalMoveGenerator", "SquareSet", "StartTallies", "SyzygyTables", "TimeControl", "TreeSearch", "between", "binary_format", "check_filter", "check_query", "check_token_spec", "chess960_back_rank", "chess960_fen", "chess960_number", "chess960_numbers", "chess960_random", "entries_with", "filter_criteria", "flip_anti_diagonal", "flip_diagonal", "flip_horizontal", "flip_vertical", "game_tokens", "games_from_columns", "games_from_rows", "games_from_table", "imitate_python_chess", "is_pgn_tag_name", "languages", "lc0_planes", "lc0_v7", "leaper_tables", "lsb", "mainline_text", "msb", "named_positions", "named_puct", "next_game_text", "openings_version", "parse_time_control", "perft", "pgn_variant", "plan_splits", "polyglot_key", "position_suffixes", "position_text", "positions_from_columns", "ray", "ray_table", "read_game", "read_headers", "read_into", "read_score_sheet", "record_fens", "register_hooks", "rule_set_fields", "scan_forward", "scan_reversed", "sequence_columns", "shift_2_down", "shift_2_left", "shift_2_right", "shift_2_up", "shift_down", "shift_down_left", "shift_down_right", "shift_left", "shift_right", "shift_up", "shift_up_left", "shift_up_right", "skip_game", "slider_masks", "slider_tables", "step_rows", "stockfish_wdl", "stored_columns", "termination_pgn_tag", "thread_count", "training_formats", "value_buckets", "visit_game", "win_probability"]

SKIPPING: Final[str]
__version__: Final[str]

@final
class Arena(ArenaArrays):
    """
    Many games in progress at once: for self-play, search and reinforcement learning.

    Calls handle all games, or those selected by `games=` (indices or a mask), on all cores, without
    the GIL. Results are the same for any number of `threads`. Arrays have one row for each game of
    the call.

    Game `n` of slot `s` has the number `s + n * num_games`. Its start position and its random
    numbers depend on the seed and this number alone.

    Args:
        num_games: the number of games in progress.
        start: `"standard"`, `"chess960"` or `"double_chess960"` (random start positions), a FEN or
            `Board`, a list of these, `Games` (their start positions), `(games, game, ply)`
            (positions of games, such as an opening book), `(book, plies)` (moves of a Polyglot book
            of `polyglot.open_reader` or of an explorer, chosen by weight), or a list of `(weight,
            source)` with any of these. If all are of Chess960 (its start positions, boards with
            `chess960=True`), so are all games, also from start position 518.
        start_order: `"random"`, or `"in_turn"`: game number n begins from position n of a list.
        pairs: give games 2n and 2n + 1 the same start position, so that players can exchange
            colors.
        random_plies: the number of random legal moves before a game begins: an int, or a pair of
            limits such as `(0, 8)`, of which both can occur; at most 1,000.
        rules: the rules by which games end on the board, as a name or `rules.RuleSet`; `"engine"`
            is the Laws with threefold repetition and fifty moves without a claim.
        max_plies: the largest number of plies of a game; `None` for no limit.
        at_limit: the effect of `max_plies`: `"truncate"`, or `"draw"` by adjudication.
        adjudication: the conditions for resignations and adjudicated draws by the values of `note`;
            `None` for never.
        tablebase: an `enroque.tablebase.Tablebase`, which ends a game by adjudication as soon as it
            states the result by the 50-move rule: wins and losses just after a capture or pawn move,
            draws always. `None` for none.
        autoreset: the restart after the end of a game, as in Gymnasium: `"next_step"` (the next
            step ignores the action and starts the next game), `"same_step"` (the step that ends a
            game starts the next one) or `"disabled"` (until `reset`).
        policy: the default encoding of actions: a policy, `"moves"` (16 bits, as in `Games.moves`)
            or `"legal"` (indices of the legal moves).
        record: keep finished games for `pop_games`.
        seed: the seed of start positions and random numbers; `None` for a random one.

    Raises:
        ArgumentError: an argument is out of range, or the policy is unknown (a `ValueError`).
        FenError: a start position is not a FEN.

    Example:
        >>> arena = enroque.Arena(4, start="chess960", seed=1)
        >>> for _ in range(100):
        ...     step = arena.step(arena.sample())
        >>> arena.ply.tolist()
        [100, 100, 100, 100]
    """
    def __copy__(self, /) -> Arena:
        """
        A copy for `copy.copy`.
        """
    def __deepcopy__(self, /, _memo: Any) -> Arena:
        """
        A copy for `copy.deepcopy`.
        """
    def __getnewargs_ex__(self, /) -> tuple[tuple[int], dict[str, Any]]:
        """
        The arguments of the arena, for pickles and copies.
        """
    def __getstate__(self, /) -> dict[str, Any]:
        """
        The state of the games, as of `state_dict`.
        """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, num_games: SupportsIndex, *, start: ArenaStart = "standard", start_order: str = "random", pairs: bool = False, random_plies: PlyRange = 0, rules: str | RuleSet = "engine", max_plies: SupportsIndex | None = None, at_limit: str = "truncate", adjudication: AdjudicationRules | None = None, tablebase: Tablebase | None = None, autoreset: str = "next_step", policy: ActionPolicy = "lc0", record: bool = True, seed: Seed | None = None) -> Arena: ...
    def __repr__(self, /) -> str: ...
    def __setstate__(self, /, state: dict[str, Any]) -> None:
        """
        Restores the state of `__getstate__`.
        """
    def _encode(self, /, columns: Any, games: ArrayLike | None, *, on_unsupported: str = "raise", out: NDArray[Any] | None = None, threads: SupportsIndex | None = None) -> Any:
        """
        Returns the arrays of columns; see `enroque._model.array_methods`.
        """
    def _policy(self, /, policy: Policy | str | None) -> Policy:
        """
        Returns a policy, by default that of the arena.
        """
    def _repr_html_(self, /) -> str:
        """
        Returns a table in HTML, for notebooks.
        """
    def board(self, /, index: SupportsIndex) -> Board:
        """
        Returns one game as a `Board` with its moves.

        Args:
            index: the index of the game.

        Raises:
            OutOfRangeError: there is no such game.
        """
    @property
    def check(self, /) -> NDArray[bool_]:
        """
        Whether the side to move is in check in each game, bool.
        """
    @staticmethod
    def from_rows(rows: ArrayLike, *, rules: str | RuleSet = "engine", max_plies: SupportsIndex | None = None, at_limit: str = "truncate", policy: ActionPolicy = "lc0", seed: Seed | None = None, threads: SupportsIndex | None = None) -> Arena:
        """
        Returns an arena of games in progress from rows.

        It has no autoreset and records no games, and is meant for observations and searches.

        Args:
            rows: `(games, 384)` uint8 of `rows` or `step_rows`.
            rules: the rules by which games end on the board, as in `Arena`.
            max_plies: the largest number of plies of a game; `None` for no limit.
            at_limit: the effect of `max_plies`: `"truncate"` or `"draw"`.
            policy: the encoding of actions, as in `Arena`.
            seed: the seed of random numbers; `None` for a random one.
            threads: the number of threads; `None` for all cores.

        Returns:
            An `Arena`.

        Raises:
            ArrayError: the array does not have the shape and dtype of rows.
            ArgumentError: a row is invalid, which the message names.

        Example:
            >>> rows = enroque.Arena(2, start="chess960", seed=1).rows()
            >>> arena = enroque.Arena.from_rows(rows)
            >>> arena.planes("lc0").shape, arena.legal_mask().shape
            ((2, 112, 8, 8), (2, 1858))
        """
    @property
    def game(self, /) -> NDArray[int64]:
        """
        The number of each game, int64.
        """
    @property
    def halfmove_clock(self, /) -> NDArray[int32]:
        """
        The number of plies since the last capture or pawn move in each game, int32.
        """
    @property
    def legal_count(self, /) -> NDArray[int32]:
        """
        The number of legal moves in each game, int32; 0 for games that are over.
        """
    def legal_moves(self, /, *, games: ArrayLike | None = None) -> tuple[NDArray[uint16], NDArray[int64]]:
        """
        Returns the legal moves of each game.

        Args:
            games: the indices of the games, or a mask; `None` for all.

        Returns:
            `(values, offsets)`, uint16 and int64: the moves of row n are
            `values[offsets[n]:offsets[n + 1]]`, as in `Games.moves`; none for games that are over.
        """
    def load_state_dict(self, /, state: dict[str, Any]) -> None:
        """
        Continues from a saved state, with the same later games as the saved arena.

        Args:
            state: the dict of `state_dict` of an arena with the same arguments.

        Raises:
            ValueError: the dict is not such a state, has fewer games, or has an illegal move.
        """
    def note(self, /, value: ArrayLike | None = None, *, wdl: ArrayLike | None = None, network_value: ArrayLike | None = None, nodes: ArrayLike | None = None, weight: ArrayLike | None = None, policy: ArrayLike | None = None, policy_encoding: Policy | str | None = None, games: ArrayLike | None = None, threads: SupportsIndex | None = None) -> None:
        """
        Records the results of a search in the current positions, before `step` plays the moves.

        `pop_games` returns the notes as columns of the games: `Games.search_values`, `search_wdl`,
        `network_values`, `search_nodes`, `search_weights` and `visit_moves`. Positions without a
        note have unknown values; a second note of the same position replaces the first. Games that
        are over are skipped. With `record=False` only the values that `adjudication` needs are
        kept.

        An error leaves the arena unchanged.

        Args:
            value: the values for the player to move, -1 to 1, `(games,)` numbers; `None` if unknown.
            wdl: the probabilities of win, draw and loss for the player to move, `(games, 3)`
                numbers; `None` if unknown.
            network_value: the network's values before the search, as `value`, NaN or `None` if unknown.
            nodes: the numbers of nodes of the searches, `(games,)` integers; `None` if unknown.
            weight: the training weights of the positions, 0 or more, `(games,)` numbers; NaN or
                `None` if unknown.
            policy: the visit counts of the moves, or other weights of which only the ratios matter:
                `(games, policy.size)` numbers, or `(values, offsets)` with a number for each legal
                move, in the order of `legal_indices`. A row of zeros is unknown. Whole numbers up
                to 65,535 are stored exactly, others are scaled to this maximum. `None` if unknown.
            policy_encoding: the policy of `(games, policy.size)` weights; `None` for that of the
                arena.
            games: the indices of the games, or a mask; `None` for all.
            threads: the number of threads; `None` for all cores.

        Raises:
            ArrayError: an array does not fit, a number is NaN or out of range, or an illegal move
                has a weight.
            OutOfRangeError: an index does not exist.
            ArgumentError: weights need a policy.
            EncodingError: the policy has no index for a legal move.

        Example:
            >>> arena = enroque.Arena(2, seed=1)
            >>> moves, offsets = arena.legal_moves()
            >>> arena.note([0.1, -0.2], policy=(range(40), offsets))
            >>> _ = arena.step(arena.sample())
            >>> arena.pop_games(unfinished=True).search_values.tolist()
            [0.10000000149011612, -0.20000000298023224]
        """
    @property
    def num_games(self, /) -> int:
        """
        The number of games in progress.
        """
    @property
    def over(self, /) -> NDArray[bool_]:
        """
        Whether each game is over, bool.
        """
    def playouts(self, /, count: SupportsIndex = 1, *, max_plies: SupportsIndex | None = None, rules: str | RuleSet = "engine", seed: Seed | None = None, games: ArrayLike | None = None, threads: SupportsIndex | None = None, progress: Progress = False) -> PlayoutResults:
        """
        Plays random games from the current positions to their end; the games do not change.

        Args:
            count: the number of playouts from each position.
            max_plies: the largest number of plies of a playout, which is then drawn; at most 16,384,
                also with `None`.
            rules: the rules by which playouts end, as in `Arena`.
            seed: the seed of the random numbers; `None` for a random one.
            games: the indices of the games, or a mask; `None` for all.
            threads: the number of threads; `None` for all cores.
            progress: `True` for a progress bar (tqdm), or a function that is called with the number
                of completed playouts and the total.

        Returns:
            `PlayoutResults` of arrays: `value`, `wdl`, `plies`.

        Example:
            >>> arena = enroque.Arena(1, start="6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1")
            >>> bool(arena.playouts(1000, seed=1).value[0] > 0)
            True
        """
    @property
    def ply(self, /) -> NDArray[int32]:
        """
        The number of plies played in each game, int32.
        """
    def pop_games(self, /, *, unfinished: bool = False) -> Games:
        """
        Returns the games that ended since the last call.

        They are ordered by the step that ended them, then by slot. The tag `Round` is the game's
        number plus 1, `Termination` the reason in PGN's terms, `unterminated` for truncated games.
        The records of `note` are in the columns of searches. Empty with `record=False`.

        Args:
            unfinished: whether to append copies of the games in progress that have moves, in the
                order of their slots, without result. They continue.

        Returns:
            `Games`.
        """
    def priors(self, /, logits: ArrayLike | None = None, *, weights: ArrayLike | None = None, temperature: SupportsFloat | SupportsIndex = 1.0, policy: ActionPolicy | None = None, games: ArrayLike | None = None, threads: SupportsIndex | None = None) -> NDArray[float32]:
        """
        Returns the probabilities of the legal moves: the softmax of the logits over them alone.

        Args:
            logits: `(games, policy.size)` float32, or `(values, offsets)`, as in `sample`.
            weights: weights instead of logits.
            temperature: as in `sample`.
            policy: the policy of the logits; `None` for that of the arena.
            games: the indices of the games, or a mask; `None` for all.
            threads: the number of threads; `None` for all cores.

        Returns:
            float32, a value for each legal move of all games, in the order of `legal_indices`, with
            the same offsets.

        Raises:
            ArrayError: the logits do not fit, are NaN or infinite, or no legal move has a weight.
        """
    @property
    def repetitions(self, /) -> NDArray[int32]:
        """
        The number of occurrences of each game's position, including the current one, int32.
        """
    def reset(self, /, games: ArrayLike | None = None, *, start: ArenaStart | None = None, seed: Seed | None = None) -> None:
        """
        Starts the next games of some slots; their games in progress are dropped.

        Args:
            games: the indices of the games, or a mask; `None` for all.
            start: other start positions, as in `Arena`, for these and all later games; `None` to
                keep those of the arena. `start_order`, `pairs` and `random_plies` stay.
            seed: a seed with which all games start again from their first numbers; `None` to
                continue the numbers.

        Raises:
            OutOfRangeError: an index does not exist.
            ArgumentError: both `games` and `seed` are given, or `start` cannot be used.
            FenError: a start position is not a FEN.
        """
    def rows(self, /, *, games: ArrayLike | None = None, out: NDArray[Any] | None = None, threads: SupportsIndex | None = None) -> NDArray[uint8]:
        """
        Returns the games as rows of bytes.

        A row has all the data that the rest of its game depends on: an earlier position and the
        moves since then, as many as repetitions and history need. `step_rows` plays a move in each
        row without an arena, and `Arena.from_rows` and `set` take rows. Equal rows have equal
        positions and history. A row has 384 bytes, whatever the length of the game: 64 for the
        position, and 160 moves of 2 bytes, since the 75-move rule leaves at most 150 plies before
        the oldest of the last 9 positions. Under rules without such a limit, older occurrences are
        not counted. The format belongs to a version of enroque; `state_dict` is for files.

        Args:
            games: the indices of the games, or a mask; `None` for all.
            out: a C-contiguous, writeable array of the result's shape and dtype to write to.
            threads: the number of threads; `None` for all cores.

        Returns:
            `(games, 384)` uint8; `out` if given.

        Raises:
            ArrayError: `out` does not fit.
            OutOfRangeError: an index does not exist.

        Example:
            >>> arena = enroque.Arena(3, seed=1)
            >>> rows = arena.rows()
            >>> rows, step = enroque.step_rows(rows, [322, 322, 322])  # e2e4 in lc0's policy
            >>> enroque.Arena.from_rows(rows).board(0).fen()
            'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
        """
    def sample(self, /, logits: ArrayLike | None = None, *, weights: ArrayLike | None = None, temperature: SupportsFloat | SupportsIndex = 1.0, policy: ActionPolicy | None = None, games: ArrayLike | None = None, threads: SupportsIndex | None = None) -> NDArray[int64]:
        """
        Chooses a legal action for each game at random.

        The random numbers depend on the seed, the number of the game and its ply: the same call
        gives the same actions, on any number of threads and every platform.

        Args:
            logits: logarithms of weights: `(games, policy.size)` float32, or `(values, offsets)`
                with a value for each legal move, in the order of `legal_indices`; illegal moves are
                never chosen. `None` for equal weights.
            weights: weights instead of logits, such as probabilities or visit counts, 0 or more.
            temperature: weights are raised to the power of its reciprocal; 0 for the greatest.
            policy: the encoding of the actions: a policy, or `"legal"`; `None` for that of the
                arena.
            games: the indices of the games, or a mask; `None` for all.
            threads: the number of threads; `None` for all cores.

        Returns:
            `(games,)` int64 for `step`; -1 for games that are over.

        Raises:
            ArrayError: the scores do not fit, are NaN or infinite, or no legal move has a weight.
            ArgumentError: the temperature is out of range.
            EncodingError: the policy has no index for a move.
        """
    def set(self, /, games: ArrayLike | None, positions: ArenaPositions) -> None:
        """
        Replaces games in progress, with their history.

        The numbers of the games stay. The games are recorded from their start positions on, those
        of rows from the first position of the row. Nothing is changed after an error.

        Args:
            games: the indices of the games, or a mask; `None` for all.
            positions: one for each game: `Board`s (with their moves) and FENs; `(games, game, ply)`,
                positions of `Games` with the moves before; or `(games, 384)` uint8 of `rows`. A
                single `Board` or FEN is for all.

        Raises:
            OutOfRangeError: a game or position does not exist.
            ArrayError: there is not one position for each game.
            FenError: a text is not a FEN.
            IllegalPositionError: the position of a board is illegal.
            ArgumentError: a row is invalid, or a board has a null move.

        Example:
            >>> arena = enroque.Arena(3, seed=1)
            >>> arena.set([0, 2], "8/8/8/3k4/8/8/8/R3K3 w Q - 0 1")
            >>> arena.legal_count.tolist()
            [16, 20, 16]
        """
    def state_dict(self, /) -> dict[str, Any]:
        """
        Returns the state of the games as a dict for a checkpoint.

        It has all games in progress with their moves, the finished games that were not taken, and
        the seed, but not the arguments of `Arena`. It pickles, and `numpy.savez` or `torch.save`
        can store its values.

        Returns:
            A dict of arrays, lists and plain values.

        Example:
            >>> arena = enroque.Arena(2, seed=1)
            >>> state = arena.state_dict()
            >>> first = arena.sample()
            >>> _ = arena.step(first)
            >>> arena.load_state_dict(state)
            >>> bool((arena.sample() == first).all())
            True
        """
    def step(self, /, actions: ArrayLike, *, policy: ActionPolicy | None = None, games: ArrayLike | None = None, on_illegal: str = "raise", threads: SupportsIndex | None = None) -> Step:
        """
        Plays one move in each game.

        An error leaves all games unchanged.

        | autoreset | a step of a game that is over |
        |---|---|
        | `"next_step"` | ignores the action and starts the next game; the row is 0 |
        | `"same_step"` | does not occur: the step that ended the game has started the next |
        | `"disabled"` | raises, unless the action is -1 |

        Args:
            actions: one action for each game, integers; -1 for a game that does not move.
            policy: the encoding of the actions: a policy, `"moves"` or `"legal"`; `None` for that
                of the arena.
            games: the indices of the games, or a mask; `None` for all.
            on_illegal: `"raise"`, or `"lose"`: the player loses by `Termination.ILLEGAL_MOVE`.
            threads: the number of threads; `None` for all cores.

        Returns:
            A `Step` of arrays: `rewards`, `terminated`, `truncated`, `termination`,
            `white_result`.

        Raises:
            IllegalMoveError: an action is not a legal move of its game.
            ArgumentError: a game is over, with `autoreset="disabled"`.
            ArrayError: there is not one action for each game.
            OutOfRangeError: an index does not exist.

        Example:
            >>> arena = enroque.Arena(2, seed=1)
            >>> step = arena.step([322, 322])  # e2e4 in lc0's policy
            >>> arena.board(0).san(arena.board(0).parse_san("e5")), step.terminated.tolist()
            ('e5', [False, False])
        """
    @property
    def turn(self, /) -> NDArray[bool_]:
        """
        Whether White is to move in each game, bool.
        """
    @property
    def zobrist_key(self, /) -> NDArray[uint64]:
        """
        The Zobrist key of each game's position, uint64, as `Board.hash()`.
        """

@disjoint_base
class BaseBoard:
    """
    Pieces on squares, without side to move, castling rights, clocks or history.

    `Board` extends it with these and with moves.

    Args:
        board_fen: the first field of a FEN; `None` for an empty board.

    Raises:
        FenError: the text is not the first field of a FEN.

    Example:
        >>> board = enroque.BaseBoard()
        >>> board.piece_at(enroque.E1)
        Piece.from_symbol('K')
    """
    def __copy__(self, /) -> Self: ...
    def __deepcopy__(self, /, _memo: Any) -> Self: ...
    def __eq__(self, other: object, /) -> Any: ...
    def __getstate__(self, /) -> Any: ...
    def __init__(self, /, board_fen: str | None = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR") -> None: ...
    def __new__(cls, /, *_arguments: "object", **_options: "object") -> BaseBoard: ...
    def __repr__(self, /) -> str: ...
    def __setstate__(self, /, state: Any) -> None: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str:
        """
        Returns an SVG image of the board, for notebooks.
        """
    def apply_mirror(self, /) -> None:
        """
        Swaps the colors in place and clears the move stack.

        Ranks are flipped; pieces, castling rights and side to move go to the other player.
        """
    def apply_transform(self, /, f: BitboardFunction) -> None:
        """
        Moves all pieces by a function of bitboards and clears the move stack.

        Args:
            f: a function from bitboard to bitboard, such as `enroque.flip_vertical`.
        """
    def attackers(self, /, color: bool, square: SupportsIndex, occupied: IntoSquareSet | None = None) -> SquareSet:
        """
        Returns the pieces of a color that attack a square, pinned pieces included.

        Args:
            color: the color of the attackers, `WHITE` (True) or `BLACK` (False).
            square: the attacked square, 0 to 63.
            occupied: the squares that block sliders; by default those of the pieces on the board.
        """
    def attackers_mask(self, /, color: bool, square: SupportsIndex, occupied: IntoSquareSet | None = None) -> int:
        """
        Returns the pieces of a color that attack a square, as a bitboard.

        Args:
            color: the color of the attackers, `WHITE` (True) or `BLACK` (False).
            square: the attacked square, 0 to 63.
            occupied: the squares that block sliders; by default those of the pieces on the board.
        """
    def attacks(self, /, square: SupportsIndex) -> SquareSet:
        """
        Returns the squares that the piece on a square attacks, even if it is pinned.

        Args:
            square: the square of the piece, 0 to 63.

        Returns:
            The attacked squares; empty if the square is empty.
        """
    def attacks_mask(self, /, square: SupportsIndex) -> int:
        """
        Returns the squares that the piece on a square attacks, as a bitboard.

        Args:
            square: the square of the piece, 0 to 63.
        """
    @property
    def bishops(self, /) -> int:
        """
        The bishops of both colors, as a bitboard.
        """
    def board_fen(self, /, *, promoted: bool | None = False) -> str:
        """
        Returns the first field of the FEN, the piece placement.

        Args:
            promoted: write `~` after promoted pieces; `None` is `False`.
        """
    def chess960_pos(self, /) -> int | None:
        """
        Returns the number of the Chess960 start position on the board, 0 to 959, or `None`.
        """
    def clear_board(self, /) -> None:
        """
        Removes all pieces and clears the move stack.
        """
    def color_at(self, /, square: SupportsIndex) -> bool | None:
        """
        Returns the color of the piece on a square, or `None` if the square is empty.

        Args:
            square: the square, 0 to 63.
        """
    def copy(self, /) -> Self:
        """
        Returns a copy.
        """
    @classmethod
    def empty(cls, /) -> Self:
        """
        Returns a board without pieces.
        """
    @classmethod
    def from_chess960_pos(cls, /, scharnagl: SupportsIndex) -> Self:
        """
        Returns a board with the pieces of a Chess960 start position.

        Args:
            scharnagl: the number of the start position, 0 to 959; 518 is standard chess.

        Raises:
            Chess960Error: the number is out of range.
        """
    def is_attacked_by(self, /, color: bool, square: SupportsIndex, occupied: IntoSquareSet | None = None) -> bool:
        """
        Returns whether a color attacks a square; pinned pieces attack too.

        Args:
            color: the color of the attackers, `WHITE` (True) or `BLACK` (False).
            square: the attacked square, 0 to 63.
            occupied: the squares that block sliders; by default those of the pieces on the board.
        """
    def is_pinned(self, /, color: bool, square: SupportsIndex) -> bool:
        """
        Returns whether a piece is pinned to its king.

        Args:
            color: the color of the piece and the king.
            square: the square of the piece, 0 to 63.
        """
    def king(self, /, color: bool) -> int | None:
        """
        Returns the square of a king, or `None`; of several kings, the one nearest to h8.

        Args:
            color: the color of the king.
        """
    @property
    def kings(self, /) -> int:
        """
        The kings of both colors, as a bitboard.
        """
    @property
    def knights(self, /) -> int:
        """
        The knights of both colors, as a bitboard.
        """
    def mirror(self, /) -> Self:
        """
        Returns a copy with swapped colors and without history.

        Ranks are flipped; pieces, castling rights and side to move go to the other player.
        """
    @property
    def occupied(self, /) -> int:
        """
        All pieces, as a bitboard.
        """
    @property
    def occupied_co(self, /) -> list[int]:
        """
        The bitboards of Black's and White's pieces, indexed by color: `occupied_co[WHITE]`.
        """
    @property
    def pawns(self, /) -> int:
        """
        The pawns of both colors, as a bitboard.
        """
    def piece_at(self, /, square: SupportsIndex) -> Piece | None:
        """
        Returns the piece on a square, or `None` if the square is empty.

        Args:
            square: the square, 0 to 63.
        """
    def piece_count(self, /) -> int:
        """
        Returns the number of pieces, pawns and kings included.
        """
    def piece_map(self, /, *, mask: SupportsIndex = 18446744073709551615) -> dict[int, Piece]:
        """
        Returns the pieces by square.

        Args:
            mask: a bitboard of the squares to include; by default all.

        Returns:
            A dict from square to `Piece`.
        """
    def piece_type_at(self, /, square: SupportsIndex) -> int | None:
        """
        Returns the piece type on a square, `PAWN` (1) to `KING` (6), or `None`.

        Args:
            square: the square, 0 to 63.
        """
    def pieces(self, /, piece_type: SupportsIndex, color: bool) -> SquareSet:
        """
        Returns the squares of the pieces of one type and color.

        Args:
            piece_type: `PAWN` (1) to `KING` (6).
            color: `WHITE` (True) or `BLACK` (False).
        """
    def pieces_mask(self, /, piece_type: SupportsIndex, color: bool) -> int:
        """
        Returns the squares of the pieces of one type and color, as a bitboard.

        Args:
            piece_type: `PAWN` (1) to `KING` (6).
            color: `WHITE` (True) or `BLACK` (False).
        """
    def pin(self, /, color: bool, square: SupportsIndex) -> SquareSet:
        """
        Returns the line to which a piece is pinned, or all squares if it is not pinned.

        Args:
            color: the color of the piece and the king.
            square: the square of the piece, 0 to 63.
        """
    def pin_mask(self, /, color: bool, square: SupportsIndex) -> int:
        """
        Returns the line to which a piece is pinned, as a bitboard; all squares if it is not pinned.

        Args:
            color: the color of the piece and the king.
            square: the square of the piece, 0 to 63.
        """
    @property
    def promoted(self, /) -> int:
        """
        The promoted pieces, as a bitboard. Settable.

        They are those with `~` in the FEN, those that were set, and those promoted since. They have
        no effect on the game.
        """
    @promoted.setter
    def promoted(self, /, promoted: SupportsIndex) -> None: ...
    @property
    def queens(self, /) -> int:
        """
        The queens of both colors, as a bitboard.
        """
    def remove_piece_at(self, /, square: SupportsIndex) -> Piece | None:
        """
        Removes the piece from a square and clears the move stack.

        Args:
            square: the square, 0 to 63.

        Returns:
            The removed piece, or `None` if the square was empty.
        """
    def reset_board(self, /) -> None:
        """
        Sets up the pieces of the standard start position and clears the move stack.
        """
    @property
    def rooks(self, /) -> int:
        """
        The rooks of both colors, as a bitboard.
        """
    def set_board_fen(self, /, fen: str) -> None:
        """
        Sets up the pieces of the first field of a FEN and clears the move stack.

        Args:
            fen: the first field of a FEN.

        Raises:
            FenError: the text is not the first field of a FEN; the board is unchanged.
        """
    def set_chess960_pos(self, /, scharnagl: SupportsIndex) -> None:
        """
        Sets up the pieces of a Chess960 start position and clears the move stack.

        Args:
            scharnagl: the number of the start position, 0 to 959; 518 is standard chess.

        Raises:
            Chess960Error: the number is out of range.
        """
    def set_piece_at(self, /, square: SupportsIndex, piece: Piece | None, promoted: bool = False) -> None:
        """
        Puts a piece on a square and clears the move stack.

        Args:
            square: the square, 0 to 63.
            piece: the piece; `None` removes the piece on the square.
            promoted: whether the piece is a promoted pawn, and so in `promoted`.
        """
    def set_piece_map(self, /, pieces: "Mapping[int, Piece]") -> None:
        """
        Replaces all pieces and clears the move stack.

        Args:
            pieces: a mapping from square to `Piece`.
        """
    def transform(self, /, f: BitboardFunction) -> Self:
        """
        Returns a copy with all pieces moved by a function of bitboards, without history.

        Args:
            f: a function from bitboard to bitboard, such as `enroque.flip_vertical`.
        """
    def unicode(self, /, *, invert_color: bool = False, borders: bool = False, empty_square: str = "⭘", orientation: bool | None = None) -> str:
        """
        Returns the board as text with Unicode chess symbols.

        Args:
            invert_color: swap the symbols of the colors, for dark backgrounds.
            borders: draw borders with coordinates.
            empty_square: the character of an empty square.
            orientation: the color at the bottom; `None` for White.

        Raises:
            ArgumentError: `empty_square` is not one character.
        """

class Board(BaseBoard):
    """
    A position with its history: moves are pushed and popped.

    Boards can be set up or edited to illegal positions, and pseudo-legal moves lead to them. Then
    `status()` reports the problems, and moves are legal unless they leave their own king attacked.
    `hash()`, tensors and `can_win` raise `IllegalPositionError`.

    Args:
        fen: a FEN in either castling dialect, `KQkq` or `HAha`; `None` for an empty board.
        chess960: `True` plays Chess960 and writes castling as king takes rook; `False` plays
            standard chess; `None` chooses Chess960 if only it allows the castling rights.
        strict: accept only a canonical FEN of a possible position. By default, castling rights and
            en-passant squares that are impossible have no effect, and `status()` reports them.

    Raises:
        FenError: the text is not a FEN, or not a canonical one with `strict`.

    Example:
        >>> board = enroque.Board()
        >>> board.push_san("e4")
        Move.from_uci('e2e4')
        >>> board.fen()
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    """
    aliases: Final[list[str]]
    """
    The names of standard chess in PGN's tag `Variant`.
    """
    captures_compulsory: Final = False
    """
    `False`: captures are not compulsory.
    """
    connected_kings: Final = False
    """
    `False`: kings may not be on adjacent squares.
    """
    one_king: Final = True
    """
    `True`: each side has one king.
    """
    pawnless_tbw_magic: Final = None
    """
    `None`: only variants have other files for positions without pawns.
    """
    pawnless_tbw_suffix: Final = None
    """
    `None`: only variants have other files for positions without pawns.
    """
    pawnless_tbz_magic: Final = None
    """
    `None`: only variants have other files for positions without pawns.
    """
    pawnless_tbz_suffix: Final = None
    """
    `None`: only variants have other files for positions without pawns.
    """
    starting_fen: Final[str]
    """
    The FEN of the standard start position.
    """
    tbw_magic: Final[bytes]
    """
    The first bytes of Syzygy files with wins and losses.
    """
    tbw_suffix: Final = ".rtbw"
    """
    The suffix of Syzygy files with wins and losses.
    """
    tbz_magic: Final[bytes]
    """
    The first bytes of Syzygy files with distances.
    """
    tbz_suffix: Final = ".rtbz"
    """
    The suffix of Syzygy files with distances.
    """
    uci_variant: Final = "chess"
    """
    The name of standard chess for UCI engines.
    """
    xboard_variant: Final = "normal"
    """
    The name of standard chess for XBoard engines.
    """
    def __eq__(self, other: object, /) -> Any: ...
    def __getstate__(self, /) -> tuple[str, list[int], bool, list[tuple[int, list[int]]], list[tuple[int, int]], Any | None]: ...
    def __init__(self, /, fen: str | None = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", *, chess960: bool | None = False, strict: bool = False) -> None: ...
    def __new__(cls, /, *_arguments: "object", **_options: "object") -> Board: ...
    def __repr__(self, /) -> str: ...
    def __setstate__(self, /, state: tuple[str, Iterable[SupportsIndex], bool, Iterable[tuple[SupportsIndex, Iterable[SupportsIndex]]], Iterable[tuple[SupportsIndex, SupportsIndex]], Any | None]) -> None: ...
    def _transposition_key(self, /) -> tuple[int, int, int, int, int, int, int, int, bool, int, int | None]:
        """
        python-chess's key of the position, which programs use although it is private.
        """
    def announce(self, /, move: Move, language: str = "de") -> str:
        """
        Returns a legal move as it is announced to visually disabled players (FIDE D.2.1).

        Args:
            move: a legal move.
            language: `"de"` for the names of the Laws ("Gustav eins, Felix drei"), or `"es"`.

        Raises:
            IllegalMoveError: the move is not legal.
            LanguageError: the language has no announcements.
        """
    def bullet_record(self, /, *, score: SupportsIndex = 0, result: SupportsIndex = 1) -> bytes:
        """
        Returns the position as a record of bulletformat, 32 bytes.

        Args:
            score: the evaluation in centipawns, from the side to move's view.
            result: 0 if the side to move lost, 1 for a draw, 2 if it won.

        Raises:
            EncodingError: the position does not fit, for example more than 32 pieces.
        """
    def can_claim_draw(self, /) -> bool:
        """
        Returns whether the side to move can claim a draw by repetition or the fifty-move rule.
        """
    def can_claim_fifty_moves(self, /) -> bool:
        """
        Returns whether the side to move can claim a draw by fifty moves, now or with its next move.
        """
    def can_claim_threefold_repetition(self, /) -> bool:
        """
        Returns whether the side to move can claim threefold repetition, now or with its next move.
        """
    def can_win(self, /, color: bool, *, nodes: SupportsIndex = 2000000, quick: bool = False) -> Winnability:
        """
        Returns whether a player can still checkmate by any series of legal moves (FIDE 5.2.2, 6.9).

        Both players cooperate; repetitions, the fifty-move rule and clocks are ignored. The GIL is
        released and Ctrl-C interrupts.

        Args:
            color: the player.
            nodes: the largest number of positions to search.
            quick: skip the search: takes microseconds, proves nearly every `NO` that occurs in
                games, and returns `UNKNOWN` for most positions that can be won.

        Returns:
            A `rules.Winnability`: its `verdict` is `YES` with a mating `line`, `NO` with a
            `reason`, which is a proof, or `UNKNOWN` if the search ended without an answer.
        """
    @property
    def castling_rights(self, /) -> int:
        """
        The rooks that may still castle, as a bitboard. Settable, also to impossible rights.

        Impossible rights have no effect on moves; `clean_castling_rights` returns the possible
        ones.
        """
    @castling_rights.setter
    def castling_rights(self, /, castling_rights: SupportsIndex) -> None: ...
    def castling_shredder_fen(self, /) -> str:
        """
        Returns the castling field of the FEN with the files of the rooks: `HAha`.
        """
    def castling_xfen(self, /) -> str:
        """
        Returns the castling field of the FEN in X-FEN: `KQkq` where that is unambiguous.
        """
    def checkers(self, /) -> SquareSet:
        """
        The pieces that give check.
        """
    def checkers_mask(self, /) -> int:
        """
        The pieces that give check, as a bitboard.
        """
    @property
    def chess960(self, /) -> bool:
        """
        Whether the board plays Chess960: castling is written as king takes rook. Settable.

        Castling rights that exist only in Chess960 have no effect while it is `False`; `status()`
        then has `STATUS_BAD_CASTLING_RIGHTS`.
        """
    @chess960.setter
    def chess960(self, /, chess960: bool) -> None: ...
    def chess960_pos(self, /, *, ignore_turn: bool = False, ignore_castling: bool = False, ignore_counters: bool = True) -> int | None:
        """
        Returns the number of the Chess960 start position on the board.

        Args:
            ignore_turn: accept Black to move.
            ignore_castling: accept missing castling rights.
            ignore_counters: accept any halfmove clock and move number.

        Returns:
            0 to 959 (518 is standard chess), or `None` if the position is not a start position.
        """
    def clean_castling_rights(self, /) -> int:
        """
        Returns the castling rights that are possible, as a bitboard of rook squares.
        """
    def clear(self, /) -> None:
        """
        Removes all pieces, castling rights and history; White is to move.
        """
    def clear_stack(self, /) -> None:
        """
        Clears the move stack.
        """
    def copy(self, /, *, stack: "bool | int | None" = None) -> Self:
        """
        Returns a copy.

        Args:
            stack: `True` or `None` copies the move stack, `False` omits it, a number copies that
                many of the last moves.
        """
    @classmethod
    def empty(cls, /, *, chess960: bool = False) -> Self:
        """
        Returns a board without pieces.

        Args:
            chess960: whether the board plays Chess960.
        """
    def encode(self, /, columns: Columns, *, on_unsupported: str = "raise", out: Batch | None = None) -> Batch:
        """
        Returns the arrays of several columns by name, computing once what they share.

        Args:
            columns: a `Column`, a list of them, or a dict of them by name. In a list, the name of
                a column is its kind.
            on_unsupported: `"raise"`, or `"mask"` to write markers for positions that a column
                cannot express, as the methods of the columns state.
            out: a dict of arrays to write to, by name; columns without an array get a new one.

        Returns:
            A dict of arrays by name.

        Raises:
            EncodingError: a column cannot express the position.
            ArgumentError: two columns have the same name, or the position lacks what a column needs.
            ArrayError: an array does not fit.

        Example:
            >>> from enroque import Column
            >>> arrays = enroque.Board().encode([Column.planes("lc0"), Column.legal_mask("lc0")])
            >>> arrays["planes"].shape, int(arrays["legal_mask"].sum())
            ((112, 8, 8), 20)
        """
    @property
    def ep_square(self, /) -> int | None:
        """
        The square passed by the last double push, or `None`. Settable.

        It is set whether or not a capture there is possible.
        """
    @ep_square.setter
    def ep_square(self, /, ep_square: SupportsIndex | None) -> None: ...
    def epd(self, /, *, shredder: bool = False, en_passant: str = "legal", promoted: bool | None = None, **operations: "object") -> str:
        """
        Returns the EPD of the position: four FEN fields and operations.

        Args:
            shredder: write castling rights by the files of the rooks.
            en_passant: the condition for writing the en-passant square, as in `fen`.
            promoted: write `~` after promoted pieces; `None` is `False`.
            **operations: an operand for each opcode: `None`, text, a number, a `Move`, or a list of
                moves, which is a line for `pv` and alternatives for others, such as `bm`.

        Raises:
            ArgumentError: an opcode or operand cannot be written in EPD.

        Example:
            >>> enroque.Board().epd(bm=[enroque.Move.from_uci("e2e4")], id="first")
            'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "first";'
        """
    def feature_bucket(self, /) -> int:
        """
        Returns the bucket of the position in Stockfish's layer stacks, 0 to 7.

        It depends on the number of pieces.
        """
    def features(self, /, encoding: Encoding | str, *, on_unsupported: str = "raise", out: NDArray[Any] | None = None) -> NDArray[int32]:
        """
        The active features of positions, padded with -1.

        Args:
            encoding: a name or an `Encoding` of features.
            on_unsupported: `"raise"`, or `"mask"` to write -1s for positions
                with too many features.
            out: a C-contiguous, writeable array of the result's shape and dtype.

        Returns:
            `(2, encoding.max_active)` int32 for each position: the perspectives of the side
            to move and of the opponent. Pieces are ordered from a1 to h8.

        Raises:
            EncodingError: the encoding cannot express the position.
            ArgumentError: an encoding or option is unknown.
            ArrayError: an array does not fit.
        """
    def features_csr(self, /, encoding: Encoding | str, *, on_unsupported: str = "raise") -> tuple[NDArray[int32], NDArray[int64]]:
        """
        Returns the active features of the position without padding.

        Args:
            encoding: a name or an `Encoding` of features.
            on_unsupported: `"raise"`, or `"mask"` to write no features for positions with too many
                pieces.

        Returns:
            `(values, offsets)`, int32 and int64: row n is `values[offsets[n]:offsets[n + 1]]`, 0 for
            the side to move and 1 for the opponent.

        Raises:
            ArgumentError: the set is unknown.
            EncodingError: there are too many pieces.
        """
    def fen(self, /, *, shredder: bool = False, en_passant: str = "legal", promoted: bool | None = None) -> str:
        """
        Returns the FEN of the position.

        Args:
            shredder: write castling rights by the files of the rooks, `HAha`; by default as in
                X-FEN, `KQkq` where that is unambiguous.
            en_passant: the condition for writing the en-passant square: `"legal"`, if a capture
                there is legal; `"xfen"`, if an opponent's pawn attacks it; `"fen"`, after every
                double push.
            promoted: write `~` after promoted pieces; `None` is `False`.
        """
    def find_move(self, /, from_square: SupportsIndex, to_square: SupportsIndex, promotion: SupportsIndex | None = None) -> Move:
        """
        Returns the legal move between two squares.

        Args:
            from_square: the origin, 0 to 63.
            to_square: the target, 0 to 63.
            promotion: the piece type of a promotion; `None` promotes to a queen.

        Raises:
            IllegalMoveError: no legal move connects the squares.
        """
    def first_termination(self, /, *, rules: str | RuleSet = "fide2023", nodes: SupportsIndex = 2000000) -> tuple[int, Outcome] | None:
        """
        Returns the first end of the game by the rules, even if more moves were played.

        `outcome()` detects only evidently dead positions; this method searches each position.

        Args:
            rules: the name of a rule set or a `rules.RuleSet`.
            nodes: the largest number of positions to search for each position of the game.

        Returns:
            The number of moves after which the game was over and its outcome, or `None`.
        """
    def flag_fall(self, /, color: bool, *, rules: str | RuleSet = "fide2023", nodes: SupportsIndex = 2000000, quick: bool = False) -> Adjudication:
        """
        Returns the result of a flag fall (FIDE 6.9).

        The opponent wins, or the game is drawn if the opponent cannot checkmate by any series of
        legal moves. A checkmate, stalemate or dead position on the board has ended the game before.

        Args:
            color: the player whose flag fell.
            rules: `"fide2009"`, `"fide2014"`, `"fide2018"`, `"fide2023"`, `"lichess"`,
                `"chesscom"`, `"engine"`, `"lc0"`, `"alphazero"`,
                `"pettingzoo"`, or a `rules.RuleSet`.
            nodes: the largest number of positions to search.
            quick: skip the search, as in `can_win`.

        Returns:
            A `rules.Adjudication`: the `outcome`, and whether the opponent could win as `answer`.
            If that is unknown, the player whose flag fell loses.
        """
    @classmethod
    def from_chess(cls, /, board: ChessBoard) -> Self:
        """
        Returns the position and history of a python-chess board.

        Args:
            board: a `chess.Board` of standard chess or Chess960.
        """
    @classmethod
    def from_chess960_pos(cls, /, scharnagl: SupportsIndex) -> Self:
        """
        Returns a Chess960 start position.

        Args:
            scharnagl: the number of the start position, 0 to 959; 518 is standard chess.

        Raises:
            Chess960Error: the number is out of range.
        """
    @classmethod
    def from_epd(cls, /, epd: str, *, chess960: bool | None = False) -> tuple[Self, Operations]:
        """
        Returns the board and the operations of an EPD.

        Args:
            epd: the EPD.
            chess960: as in `Board`.

        Returns:
            The board, and a dict from opcode to operand.

        Raises:
            FenError: the position is not valid EPD.
        """
    @staticmethod
    def from_packed_record(record: bytes | bytearray | memoryview | NDArray[Any]) -> Board:
        """
        Returns the board of a packed record; score and result are ignored.

        Args:
            record: 32 bytes of `packed_record` or a row of `Games.records("packed", ...)`, in any buffer.

        Raises:
            EncodingError: the bytes are not a packed record.
        """
    @property
    def fullmove_number(self, /) -> int:
        """
        The number of the move, from 1, incremented after Black's move. Settable.
        """
    @fullmove_number.setter
    def fullmove_number(self, /, fullmove_number: SupportsIndex) -> None: ...
    def generate_castling_moves(self, /, from_mask: SupportsIndex = 18446744073709551615, to_mask: SupportsIndex = 18446744073709551615) -> Iterator[Move]:
        """
        Generates the legal castling moves.

        Args:
            from_mask: a bitboard of the kings' squares; by default all squares.
            to_mask: a bitboard of the rooks' squares; by default all squares.
        """
    def generate_legal_captures(self, /, from_mask: SupportsIndex = 18446744073709551615, to_mask: SupportsIndex = 18446744073709551615) -> Iterator[Move]:
        """
        Generates the legal captures, en passant included.

        Args:
            from_mask: a bitboard of origins; by default all squares.
            to_mask: a bitboard of targets; by default all squares.
        """
    def generate_legal_ep(self, /, from_mask: SupportsIndex = 18446744073709551615, to_mask: SupportsIndex = 18446744073709551615) -> Iterator[Move]:
        """
        Generates the legal en-passant captures.

        Args:
            from_mask: a bitboard of origins; by default all squares.
            to_mask: a bitboard of targets; by default all squares.
        """
    def generate_legal_moves(self, /, from_mask: SupportsIndex = 18446744073709551615, to_mask: SupportsIndex = 18446744073709551615) -> Iterator[Move]:
        """
        Generates the legal moves.

        Args:
            from_mask: a bitboard of origins; by default all squares.
            to_mask: a bitboard of targets; by default all squares.
        """
    def generate_pseudo_legal_captures(self, /, from_mask: SupportsIndex = 18446744073709551615, to_mask: SupportsIndex = 18446744073709551615) -> Iterator[Move]:
        """
        Generates the pseudo-legal captures, en passant included.

        Args:
            from_mask: a bitboard of origins; by default all squares.
            to_mask: a bitboard of targets; by default all squares.
        """
    def generate_pseudo_legal_ep(self, /, from_mask: SupportsIndex = 18446744073709551615, to_mask: SupportsIndex = 18446744073709551615) -> Iterator[Move]:
        """
        Generates the pseudo-legal en-passant captures.

        Args:
            from_mask: a bitboard of origins; by default all squares.
            to_mask: a bitboard of targets; by default all squares.
        """
    def generate_pseudo_legal_moves(self, /, from_mask: SupportsIndex = 18446744073709551615, to_mask: SupportsIndex = 18446744073709551615) -> Iterator[Move]:
        """
        Generates the pseudo-legal moves.

        Args:
            from_mask: a bitboard of origins; by default all squares.
            to_mask: a bitboard of targets; by default all squares.
        """
    def gives_check(self, /, move: Move) -> bool:
        """
        Returns whether a legal move gives check.

        Args:
            move: a legal move.
        """
    def gives_checkmate(self, /, move: Move) -> bool:
        """
        Returns whether a move checkmates the opponent.

        Args:
            move: a pseudo-legal move; others do not.
        """
    @property
    def halfmove_clock(self, /) -> int:
        """
        The number of plies since the last capture or pawn move. Settable.
        """
    @halfmove_clock.setter
    def halfmove_clock(self, /, halfmove_clock: SupportsIndex) -> None: ...
    def has_castling_rights(self, /, color: bool) -> bool:
        """
        Returns whether a player may still castle.

        Args:
            color: the player.
        """
    def has_chess960_castling_rights(self, /) -> bool:
        """
        Returns whether there are castling rights that only Chess960 allows.
        """
    def has_insufficient_material(self, /, color: bool) -> bool:
        """
        Returns whether a player lacks the pieces to checkmate.

        Args:
            color: the player.
        """
    def has_kingside_castling_rights(self, /, color: bool) -> bool:
        """
        Returns whether a player may still castle on the side of the h-file.

        Args:
            color: the player.
        """
    def has_legal_en_passant(self, /) -> bool:
        """
        Returns whether a legal move captures en passant.

        In an illegal position: whether an en-passant capture would not leave the own king attacked.
        """
    def has_pseudo_legal_en_passant(self, /) -> bool:
        """
        Returns whether a pawn attacks the en-passant square, legally or not.
        """
    def has_queenside_castling_rights(self, /, color: bool) -> bool:
        """
        Returns whether a player may still castle on the side of the a-file.

        Args:
            color: the player.
        """
    def hash(self, /) -> int:
        """
        Returns a 64-bit key of the position.

        Keys are equal for positions that are the same by FIDE 9.2: pieces, side to move, castling
        rights and legal en passant. Clocks are ignored. Keys are the same on every platform and in
        every release with the same major version.
        """
    def is_capture(self, /, move: Move) -> bool:
        """
        Returns whether a move captures, en passant included.

        Args:
            move: a pseudo-legal move.
        """
    def is_castling(self, /, move: Move) -> bool:
        """
        Returns whether a move castles.

        Args:
            move: a pseudo-legal move.
        """
    def is_check(self, /) -> bool:
        """
        Returns whether the side to move is in check.
        """
    def is_checkmate(self, /) -> bool:
        """
        Returns whether the side to move is checkmated.
        """
    def is_dead_position(self, /, *, nodes: SupportsIndex = 2000000, quick: bool = False) -> bool | None:
        """
        Returns whether neither player can checkmate by any series of legal moves (FIDE 5.2.2).

        `outcome()` and `is_game_over()` detect the dead positions that need no search.

        Args:
            nodes: the largest number of positions to search for each player.
            quick: skip the search, as in `can_win`.

        Returns:
            `True` or `False`, or `None` if the search ended without an answer. A checkmate is not a
            dead position, a stalemate is.
        """
    def is_en_passant(self, /, move: Move) -> bool:
        """
        Returns whether a move captures en passant.

        Args:
            move: a pseudo-legal move.
        """
    def is_fifty_moves(self, /) -> bool:
        """
        Returns whether both players made 50 moves without capture or pawn move.

        `False` if there is no legal move.
        """
    def is_fivefold_repetition(self, /) -> bool:
        """
        Returns whether the position occurred five times, which ends the game (FIDE 9.6.1).
        """
    def is_game_over(self, /, *, claim_draw: bool = False, rules: str | RuleSet = "fide2023") -> bool:
        """
        Returns whether the game is over.

        Args:
            claim_draw: count draws that can be claimed, now or with the next move.
            rules: the name of a rule set, such as `"engine"` (threefold repetition and fifty moves
                end the game on the board, without a claim), or a `rules.RuleSet`.
        """
    def is_insufficient_material(self, /) -> bool:
        """
        Returns whether neither player has the pieces to checkmate.
        """
    def is_into_check(self, /, move: Move) -> bool:
        """
        Returns whether a move would leave or put its own king in check.

        Args:
            move: a pseudo-legal move or the null move.

        Returns:
            Always `False` for a side without a king.
        """
    def is_irreversible(self, /, move: Move) -> bool:
        """
        Returns whether after a move no later position can be the same as this one.

        Args:
            move: a pseudo-legal move.
        """
    def is_kingside_castling(self, /, move: Move) -> bool:
        """
        Returns whether a move castles on the side of the h-file.

        Args:
            move: a pseudo-legal move.
        """
    def is_legal(self, /, move: Move) -> bool:
        """
        Returns whether a move is legal, with castling in either notation.

        Args:
            move: the move; the null move is not legal.
        """
    def is_pseudo_legal(self, /, move: Move) -> bool:
        """
        Returns whether a move is pseudo-legal, with castling in either notation.

        Args:
            move: the move.
        """
    def is_queenside_castling(self, /, move: Move) -> bool:
        """
        Returns whether a move castles on the side of the a-file.

        Args:
            move: a pseudo-legal move.
        """
    def is_repetition(self, /, count: SupportsIndex = 3) -> bool:
        """
        Returns whether the position occurred a number of times, the current one included.

        Args:
            count: the number of occurrences.
        """
    def is_seventyfive_moves(self, /) -> bool:
        """
        Returns whether both players made 75 moves without capture or pawn move (FIDE 9.6.2).

        A checkmate takes precedence.
        """
    def is_stalemate(self, /) -> bool:
        """
        Returns whether the side to move has no legal move and is not in check.
        """
    def is_valid(self, /) -> bool:
        """
        Returns whether the position is legal: `status()` is `Status.VALID`.
        """
    def is_variant_draw(self, /) -> bool:
        """
        Returns `False`: there are no other variants.
        """
    def is_variant_end(self, /) -> bool:
        """
        Returns `False`: there are no other variants.
        """
    def is_variant_loss(self, /) -> bool:
        """
        Returns `False`: there are no other variants.
        """
    def is_variant_win(self, /) -> bool:
        """
        Returns `False`: there are no other variants.
        """
    def is_zeroing(self, /, move: Move) -> bool:
        """
        Returns whether a move is a capture or a pawn move, which resets the halfmove clock.

        Args:
            move: a pseudo-legal move.
        """
    def lan(self, /, move: Move) -> str:
        """
        Returns a move in long algebraic notation: `Ng1-f3`, `e4xd5`, `O-O`; `--` for the null move.

        Args:
            move: a legal move or the null move.

        Raises:
            IllegalMoveError: the move is not legal.
        """
    def legal_indices(self, /, policy: Policy | str, *, on_unsupported: str = "raise") -> NDArray[int32]:
        """
        Returns the policy indices of the legal moves, in the order of `legal_moves`.

        Args:
            policy: a name or a `Policy`.
            on_unsupported: `"raise"`, or `"mask"` to skip moves that have no index.

        Returns:
            `(moves,)` int32.

        Raises:
            ArgumentError: the policy is unknown.
            EncodingError: a legal move has no index.
        """
    def legal_mask(self, /, policy: Policy | str, *, dtype: DTypeLike | None = None, on_unsupported: str = "raise", out: NDArray[Any] | None = None) -> NDArray[Any]:
        """
        1 at the policy index of each legal move, and 0 elsewhere.

        In an `Arena`, games that are over have no legal moves.

        Args:
            policy: a name or a `Policy`.
            dtype: bool (default), float32, float16 or uint8, or `"bits"` for eight indices
                in a byte, lowest bit first, as `numpy.unpackbits(..., bitorder="little")`
                reads them.
            on_unsupported: `"raise"`, or `"mask"` to write no 1 for moves that
                have no index.
            out: a C-contiguous, writeable array of the result's shape and dtype.

        Returns:
            `(policy.size,)` for each position; with `dtype="bits"` `(ceil(policy.size / 8),)`
            uint8.

        Raises:
            EncodingError: the encoding cannot express the position.
            ArgumentError: an encoding or option is unknown.
            ArrayError: an array does not fit.
        """
    @property
    def legal_moves(self, /) -> LegalMoveGenerator:
        """
        The legal moves of the current position: iterable, with `count()`, `san()` and `uci()`.
        """
    @property
    def move_stack(self, /) -> MoveStack:
        """
        The moves pushed since the board was set up: a `MoveStack`, which reads like a list.
        """
    def notation(self, /, move: Move, *, style: str = "algebraic", language: str = "en", figurines: bool = False, long: bool = False, fide: bool = False) -> str:
        """
        Returns a legal move in another style than SAN.

        Args:
            move: a legal move or the null move.
            style: `"algebraic"`, or `"descriptive"`: `N-KB3`, in Spanish `C3AR`.
            language: the language of the piece letters, a code of `enroque.notation.LANGUAGES`;
                descriptive notation is written in `"en"` and `"es"`.
            figurines: write Unicode chess symbols in place of letters.
            long: write origin and target.
            fide: write the signs of the Laws (FIDE appendix C): `0-0`, `d8Q`, `exd6 e.p.`

        Raises:
            IllegalMoveError: the move is not legal.
            LanguageError: the language is unknown, or has no descriptive notation.
            ArgumentError: the style is unknown, or `figurines`, `long` or `fide` is given with
                descriptive notation.

        Example:
            >>> import enroque
            >>> board = enroque.Board()
            >>> move = enroque.Move.from_uci("g1f3")
            >>> board.notation(move, figurines=True)
            '♘f3'
            >>> board.notation(move, style="descriptive", language="es")
            'C3AR'
        """
    def opening(self, /) -> Opening | None:
        """
        Returns the name of the opening: that of the last position of the board's history with a name.

        A name is that of a position, whatever moves led to it: the pieces, the side to move, castling
        rights, and a legal en passant. So a board that was set up has the name of its position, and
        moves after the last named position do not change the name. The positions of Chess960 games
        practically never have one. See `enroque.openings`.

        Returns:
            An `openings.Opening` with `eco`, `name`, and `ply`, the number of moves of the history
            before the named position; `None` if no position has a name.

        Example:
            >>> board = enroque.Board()
            >>> for move in ["e4", "e5", "Nf3", "Nc6", "Bb5", "Rb8", "h4"]:
            ...     _ = board.push_san(move)
            >>> board.opening()
            Opening(eco='C60', name='Ruy Lopez', ply=5)
            >>> enroque.Board("8/8/8/8/8/8/8/K6k w - - 0 1").opening() is None
            True
        """
    def outcome(self, /, *, claim_draw: bool = False, rules: str | RuleSet = "fide2023") -> Outcome | None:
        """
        Returns the outcome of the game, or `None` if it is not over.

        Unlike in python-chess, an evidently dead position (FIDE 5.2.2) ends the game as
        `Termination.DEAD_POSITION`: blocked pawns that nothing can pass, or forced captures that
        leave insufficient material. `is_dead_position` searches further.

        Args:
            claim_draw: claim a draw by threefold repetition or fifty moves where possible, now or
                with the next move.
            rules: the name of a rule set, such as `"engine"` (threefold repetition and fifty moves
                end the game on the board, without a claim), or a `rules.RuleSet`.
        """
    def packed_record(self, /, *, score: SupportsIndex = 0, result: SupportsIndex = 1) -> bytes:
        """
        Returns the position as a packed record of 32 bytes (viriformat, marlinformat).

        Args:
            score: the evaluation in centipawns, from White's view.
            result: 0 if Black won, 1 for a draw, 2 if White won.

        Raises:
            EncodingError: the position does not fit, for example more than 32 pieces.
        """
    def parse_san(self, /, san: str, *, language: str = "en") -> Move:
        """
        Returns the legal move that a SAN names, or the null move for `--`.

        Deviations that leave the move unambiguous are accepted: `0-0`, a missing `x` or `+`, `e8Q`.

        Args:
            san: the text.
            language: the language of the piece letters, a code of `enroque.notation.LANGUAGES`.

        Raises:
            InvalidMoveError: the text is not SAN.
            IllegalMoveError: the move is not legal.
            AmbiguousMoveError: several legal moves match.
        """
    def parse_uci(self, /, uci: str) -> Move:
        """
        Returns the legal move that a UCI text names, with castling in either notation.

        Args:
            uci: the text; `0000` is the null move.

        Raises:
            InvalidMoveError: the text is not UCI.
            IllegalMoveError: the move is not legal.
        """
    def parse_xboard(self, /, xboard: str) -> Move:
        """
        Returns the legal move that an XBoard text names: coordinates or SAN.

        Args:
            xboard: the text; `@@@@` is the null move.

        Raises:
            InvalidMoveError: the text is not a move.
            IllegalMoveError: the move is not legal.
            AmbiguousMoveError: several legal moves match.
        """
    def peek(self, /) -> Move:
        """
        Returns the last move.

        Raises:
            OutOfRangeError: the move stack is empty (an `IndexError`).
        """
    def planes(self, /, encoding: Encoding | str, *, dtype: DTypeLike | None = None, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """
        Positions and their history as planes.

        Args:
            encoding: a name or an `Encoding` of planes.
            dtype: float32 (default), float16, uint8 or bool, one of the encoding's `dtypes`;
                counts above 255 become 255 in uint8. For a `Column` also `"bits"`: uint64
                masks, and an array of values named like the column with `_values`.
            out: a C-contiguous, writeable array of the result's shape and dtype.

        Returns:
            `(*encoding.shape)` for each position.

        Raises:
            EncodingError: the encoding cannot express the position.
            ArgumentError: an encoding or option is unknown.
            ArrayError: an array does not fit.
        """
    def planes_bits(self, /, encoding: Encoding | str, *, out: NDArray[Any] | None = None, values_out: NDArray[Any] | None = None) -> tuple[NDArray[uint64], NDArray[float32]]:
        """
        Returns planes as bits.

        Args:
            encoding: a name or an `Encoding` of planes.
            out: an array for the masks to write to.
            values_out: an array for the values to write to.

        Returns:
            `(masks, values)`: `(channels,)` uint64, bit n for row n // 8 and column n % 8, and
            `(len(scaled_channels),)` float32.

        Raises:
            ArgumentError: the encoding is unknown.
            EncodingError: it has no bit form.
            ArrayError: an array does not fit.
        """
    def ply(self, /) -> int:
        """
        Returns the number of plies since the start of the game, from the move number.
        """
    def policy_index(self, /, policy: Policy | str, move: Move) -> int:
        """
        Returns the policy index of a legal move: in `"lc0"`, 322 for `e2e4`.

        Args:
            policy: a name or a `Policy`.
            move: the legal move.

        Raises:
            IllegalMoveError: the move is not legal.
            ArgumentError: the policy is unknown.
            EncodingError: the move has no index.
        """
    def policy_move(self, /, policy: Policy | str, index: SupportsIndex) -> Move:
        """
        Returns the legal move with a policy index.

        Args:
            policy: a name or a `Policy`.
            index: the index.

        Raises:
            ArgumentError: the policy is unknown.
            EncodingError: no legal move has the index.
        """
    def pop(self, /) -> Move:
        """
        Takes back the last move.

        Returns:
            The move.

        Raises:
            OutOfRangeError: the move stack is empty (an `IndexError`).
        """
    @property
    def pseudo_legal_moves(self, /) -> PseudoLegalMoveGenerator:
        """
        The pseudo-legal moves of the current position; illegal positions have them too.
        """
    def push(self, /, move: Move) -> None:
        """
        Plays a pseudo-legal move, with castling in either notation, or the null move.

        As in python-chess, the move may leave its own king in check, after which `was_into_check()`
        is `True` and the position is illegal. `is_legal` and `push_uci` check moves.

        Args:
            move: the move.

        Raises:
            IllegalMoveError: the move is not pseudo-legal; the board is unchanged.
        """
    def push_san(self, /, san: str) -> Move:
        """
        Plays the move that a SAN names.

        Args:
            san: the text, as in `parse_san`.

        Returns:
            The move.

        Raises:
            InvalidMoveError: the text is not SAN.
            IllegalMoveError: the move is not legal.
            AmbiguousMoveError: several legal moves match.
        """
    def push_uci(self, /, uci: str) -> Move:
        """
        Plays the move that a UCI text names.

        Args:
            uci: the text, as in `parse_uci`.

        Returns:
            The move.

        Raises:
            InvalidMoveError: the text is not UCI.
            IllegalMoveError: the move is not legal.
        """
    def push_xboard(self, /, xboard: str) -> Move:
        """
        Plays the move that an XBoard text names.

        Args:
            xboard: the text, as in `parse_xboard`.

        Returns:
            The move.

        Raises:
            InvalidMoveError: the text is not a move.
            IllegalMoveError: the move is not legal.
            AmbiguousMoveError: several legal moves match.
        """
    @classmethod
    def random960(cls, /, seed: "Seed" = None, *, double: bool = False) -> Self:
        """
        Returns a random Chess960 start position.

        Args:
            seed: an int or a `numpy.random.Generator`; the same seed gives the same position on
                every platform. `None` for a different one each time.
            double: choose a start position for each player (double Chess960).
        """
    def read_move(self, /, text: str, *, style: str = "algebraic", language: str = "en", strict: bool = False) -> ReadMove:
        """
        Returns the legal move that a text names, with its deviations from the standard spelling.

        Args:
            text: the move.
            style: `"algebraic"`, or `"descriptive"`: `N-KB3`, in Spanish `C3AR`.
            language: the language of the piece letters, a code of `enroque.notation.LANGUAGES`;
                descriptive notation is read in `"en"` and `"es"`.
            strict: accept only the text that `san`, or `notation` in descriptive style, writes.

        Returns:
            A `notation.ReadMove` with `move` and `deviations`.

        Raises:
            InvalidMoveError: the text is not a move in this notation.
            IllegalMoveError: the move is not legal.
            AmbiguousMoveError: several legal moves match.
            LanguageError: the language is unknown, or has no descriptive notation.
            ArgumentError: the style is unknown, or `strict` is given with algebraic notation in
                another language than English.

        Example:
            >>> import enroque
            >>> enroque.Board().read_move("Kt-KB3", style="descriptive")
            ReadMove(move=Move.from_uci('g1f3'), deviations=('spelling',))
        """
    def reset(self, /) -> None:
        """
        Sets up the standard start position and clears the move stack.
        """
    def result(self, /, *, claim_draw: bool = False, rules: str | RuleSet = "fide2023") -> str:
        """
        Returns the result in PGN's notation: `1-0`, `0-1`, `1/2-1/2`, or `*`.

        Args:
            claim_draw: claim a draw by threefold repetition or fifty moves where possible, now or
                with the next move.
            rules: the name of a rule set, such as `"engine"` (threefold repetition and fifty moves
                end the game on the board, without a claim), or a `rules.RuleSet`.
        """
    def root(self, /) -> Self:
        """
        Returns the board before the first move of the move stack.
        """
    def san(self, /, move: Move, *, language: str = "en") -> str:
        """
        Returns the SAN of a legal move, or `--` for the null move.

        Args:
            move: the move.
            language: the language of the piece letters, a code of `enroque.notation.LANGUAGES`.

        Raises:
            IllegalMoveError: the move is not legal.
            LanguageError: the language is unknown.
        """
    def san_and_push(self, /, move: Move) -> str:
        """
        Plays a legal move.

        Args:
            move: the move.

        Returns:
            The SAN of the move.

        Raises:
            IllegalMoveError: the move is not legal.
        """
    def set_castling_fen(self, /, castling_fen: str) -> None:
        """
        Sets the castling rights from a field of a FEN and clears the move stack.

        Args:
            castling_fen: the field in either dialect: `KQkq`, `HAha`, or `-`.

        Raises:
            FenError: the text is not a castling field.
        """
    def set_chess960_pos(self, /, scharnagl: SupportsIndex) -> None:
        """
        Sets up a Chess960 start position; the board plays Chess960 from then on.

        Args:
            scharnagl: the number of the start position, 0 to 959; 518 is standard chess.

        Raises:
            Chess960Error: the number is out of range.
        """
    def set_epd(self, /, epd: str) -> Operations:
        """
        Sets up the position of an EPD and clears the move stack.

        Args:
            epd: the EPD.

        Returns:
            A dict from opcode to operand.

        Raises:
            FenError: the text is not EPD; the board is unchanged.
        """
    def set_fen(self, /, fen: str, *, strict: bool = False) -> None:
        """
        Sets up the position of a FEN and clears the move stack.

        Args:
            fen: the FEN.
            strict: accept only a canonical FEN of a possible position, as in `Board`.

        Raises:
            FenError: the text is not a FEN; the board is unchanged.
        """
    def shredder_fen(self, /, *, en_passant: str = "legal", promoted: bool | None = None) -> str:
        """
        Returns the FEN of the position with castling rights by the files of the rooks, `HAha`.

        Args:
            en_passant: the condition for writing the en-passant square, as in `fen`.
            promoted: write `~` after promoted pieces; `None` is `False`.
        """
    def status(self, /) -> Status:
        """
        Returns the problems of the position, as flags of `enroque.Status`.
        """
    def symmetries(self, /) -> list[str]:
        """
        Returns the names of the symmetries of the position; see `transformed`.
        """
    def to_chess(self, /) -> ChessBoard:
        """
        Returns the position and its history as a board of python-chess, which must be installed.
        """
    def tokens(self, /, encoding: Encoding | str, *, on_unsupported: str = "raise", out: NDArray[Any] | None = None) -> NDArray[uint8]:
        """
        Positions as tokens.

        Args:
            encoding: a name or an `Encoding` of tokens.
            on_unsupported: `"raise"`, or `"mask"` to write 255s for positions
                without tokens.
            out: a C-contiguous, writeable array of the result's shape and dtype.

        Returns:
            `(length,)` uint8 for each position.

        Raises:
            EncodingError: the encoding cannot express the position.
            ArgumentError: an encoding or option is unknown.
            ArrayError: an array does not fit.
        """
    def touch_obligation(self, /, squares: Iterable[SupportsIndex]) -> list[Move]:
        """
        Returns the legal moves after the player touched pieces (FIDE 4.3 to 4.5).

        Args:
            squares: the squares of the touched pieces, in order of touching.

        Returns:
            The moves that the rule allows; all legal moves if no touched piece can move or be
            captured.

        Raises:
            ArgumentError: a square has no piece.
        """
    def transformed(self, /, symmetry: str) -> Board:
        """
        Returns the symmetric position, without history.

        Every position has `"flip_colors"`. Positions without castling rights, and all positions of
        Chess960, have `"mirror_files"`. Positions without pawns and castling rights also have
        `"mirror_ranks"`, `"rotate_180"`, `"rotate_90"`, `"rotate_270"`, `"transpose"` (along a1-h8)
        and `"anti_transpose"` (along a8-h1), from the view of the side to move.

        Castling rights are mirrored with their rooks, but castling itself is not symmetric: king
        and rook move to the c- and d-file or to the g- and f-file. All other moves are mirrored.

        Args:
            symmetry: the name of the symmetry.

        Raises:
            EncodingError: the position does not have the symmetry.
        """
    @property
    def turn(self, /) -> bool:
        """
        The side to move, `WHITE` (True) or `BLACK` (False). Settable.
        """
    @turn.setter
    def turn(self, /, turn: bool) -> None: ...
    def uci(self, /, move: Move, *, chess960: bool | None = None) -> str:
        """
        Returns the UCI of a move.

        Args:
            move: the move.
            chess960: write castling as king takes rook (`True`) or as the king's two steps
                (`False`); `None` follows the board's `chess960`.
        """
    def variation_san(self, /, variation: Iterable[Move]) -> str:
        """
        Returns a line of moves in SAN with move numbers: `4. Nf3 Nc6 5. Bb5`.

        The board is unchanged.

        Args:
            variation: the moves, each legal after those before it.

        Raises:
            IllegalMoveError: a move is not legal.
        """
    def was_into_check(self, /) -> bool:
        """
        Returns whether the side not to move is in check, so that the last move was illegal.
        """
    def xboard(self, /, move: Move, chess960: bool | None = None) -> str:
        """
        Returns a move for the XBoard protocol.

        Args:
            move: the move; the null move is `@@@@`.
            chess960: write castling as `O-O` and `O-O-O`; `None` follows the board's `chess960`.
        """

@disjoint_base
class ChildNode(GameNode):
    """
    A node after a move.

    `ChildNode(parent, move)` appends a node to the variations of `parent`, as
    `parent.add_variation(move)` does.

    Args:
        parent: the node before the move.
        move: a `Move`; its legality is not checked here.
        comment: the comment after the move.
        starting_comment: the comment before the move.
        nags: an iterable of NAGs, integers from 0 to 4294967295; `None` for none.

    Example:
        >>> from enroque import Move, pgn
        >>> game = pgn.Game()
        >>> node = pgn.ChildNode(game, Move.from_uci("e2e4"), nags=[pgn.NAG_GOOD_MOVE])
        >>> node.san(), node.uci(), node.parent is game
        ('e4', 'e2e4', True)
    """
    def __init__(self, /, *_arguments: "object", **_options: "object") -> None:
        """
        Stores the object in its game and appends it to the variations of its parent, at the first
        call.
        """
    def __new__(cls, /, parent: GameNode, move: Move, *, comment: str | Iterable[str] = "", starting_comment: str | Iterable[str] = "", nags: "Iterable[int] | None" = None) -> ChildNode: ...
    def __reduce__(self, /) -> tuple[Any, tuple[Game]]: ...
    def __repr__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str:
        """
        Returns an SVG image of the board after the move, for notebooks.
        """
    @property
    def move(self, /) -> Move:
        """
        The move to this node, a `Move`, with castling in the notation of the game.
        """
    @move.setter
    def move(self, /, move: Move) -> None: ...
    @property
    def parent(self, /) -> GameNode:
        """
        The parent node, a `GameNode`.

        It does not change when the node is removed from the variations.
        """
    def san(self, /) -> str:
        """
        Returns the SAN of the move to this node.

        Raises:
            IllegalMoveError: the move or one before it is illegal.
        """
    def uci(self, /, *, chess960: bool | None = None) -> str:
        """
        Returns the UCI of the move to this node.

        Args:
            chess960: castling as `e1h1` (`True`) or `e1g1` (`False`); `None`: in the notation of the game.

        Raises:
            IllegalMoveError: a move before this one is illegal.
        """

@final
class Clock:
    """
    A chess clock for both players, exact to the millisecond.

    Report each move in one of three ways: the time spent (`spend`), the time that the player's
    clock showed after it (`record`, for PGN's `%clk`), or live, with readings in milliseconds of
    any monotonic clock (`start`, `press`, `stop`).

    Args:
        white: White's time control.
        black: Black's time control; White's if `None`.
        turn: the player whose clock runs first.
        increment_from_start: whether increments are added before each move, the first included, as
            FIDE and over-the-board clocks do (90 minutes + 30 seconds start at 1:30:30). By default
            they are added after each move, as on chess sites.

    Raises:
        ClockError: a `ValueError`: a time control is `?` or `-`.

    Example:
        >>> clock = enroque.Clock(enroque.TimeControl("60+2"))
        >>> clock.spend(10_000)
        >>> clock.left(enroque.WHITE)
        52000
    """
    def __copy__(self, /) -> Clock: ...
    def __deepcopy__(self, /, _memo: Any) -> Clock: ...
    def __new__(cls, /, white: TimeControl, black: TimeControl | None = None, *, turn: bool = True, increment_from_start: bool = False) -> Clock: ...
    def __repr__(self, /) -> str: ...
    def add(self, /, color: bool, time: SupportsIndex) -> None:
        """
        Adds time to a player's clock, as a penalty for the opponent (FIDE 7.5.5, 9.5.3).

        Args:
            color: the player who gets the time.
            time: milliseconds.
        """
    def copy(self, /) -> Clock:
        """
        Returns a copy of the clock.
        """
    @property
    def fallen(self, /) -> bool | None:
        """
        The player whose flag has fallen, or `None`.
        """
    @property
    def falls_at(self, /) -> int | None:
        """
        The reading in milliseconds at which the running clock reaches zero; `None` while stopped.
        """
    def left(self, /, color: bool) -> int:
        """
        Returns the milliseconds that a player had after their last move.

        Args:
            color: the player.
        """
    def left_at(self, /, color: bool, now: SupportsIndex) -> int:
        """
        Returns the milliseconds that a player has at a reading, while the clock runs.

        Args:
            color: the player.
            now: the reading in milliseconds.

        Raises:
            ClockError: a `ValueError`: the clock is stopped, or the reading is before the last one.
        """
    def press(self, /, now: SupportsIndex) -> None:
        """
        Completes the move of the player to move and starts the opponent's clock.

        Args:
            now: the reading in milliseconds.

        Raises:
            ClockError: a `ValueError`: the clock is stopped, or the reading is before the last one.
        """
    def record(self, /, shown: SupportsIndex, *, tolerance: SupportsIndex = 0) -> int:
        """
        Completes a move by the time shown on the player's clock after it.

        Args:
            shown: milliseconds, increment included.
            tolerance: milliseconds by which `shown` may exceed the possible time. Recorded clocks
                are rounded to seconds, and arbiters may have added time.

        Returns:
            The milliseconds spent on the move.

        Raises:
            ClockError: a `ValueError`: `shown` is more than is possible, the clock runs, or a flag
                has fallen.
        """
    def set_left(self, /, color: bool, time: SupportsIndex) -> None:
        """
        Sets the time that a player has left, as an arbiter does (FIDE 6.10.2).

        A fallen flag is restored if the time is not zero.

        Args:
            color: the player.
            time: milliseconds.

        Raises:
            ClockError: a `ValueError`: the clock runs.
        """
    def spend(self, /, spent: SupportsIndex) -> None:
        """
        Completes a move by the time spent on it.

        If more time was spent than the player had, the flag falls and the move does not count.

        Args:
            spent: milliseconds.

        Raises:
            ClockError: a `ValueError`: the clock runs, or a flag has fallen.
        """
    def start(self, /, now: SupportsIndex) -> None:
        """
        Starts the clock of the player to move.

        Args:
            now: the reading in milliseconds.

        Raises:
            ClockError: a `ValueError`: the clock already runs, or a flag has fallen.
        """
    def stop(self, /, now: SupportsIndex) -> None:
        """
        Stops both clocks without completing a move (FIDE 6.11).

        Args:
            now: the reading in milliseconds.

        Raises:
            ClockError: a `ValueError`: the clock is stopped, or the reading is before the last one.
        """
    @property
    def turn(self, /) -> bool:
        """
        The player whose clock runs, or will run next.
        """

@final
class Column:
    """
    The part of a sample that is written to one row of an array.

    `Games.encode`, `Arena.encode`, `Board.encode` and `Loader` take columns. Columns are immutable;
    they are equal if they write the same.

    Example:
        >>> column = enroque.Column.planes("lc0", dtype="uint8")
        >>> column.name, column.shape, column.dtype
        ('planes', (112, 8, 8), 'uint8')
    """
    def __copy__(self, /) -> Column: ...
    def __deepcopy__(self, memo: Any, /) -> Column: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[Any, tuple[()]]: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def base_time(*, on_missing: str = "raise") -> Column:
        """
        The time of the first period of the time control in milliseconds; NaN if unknown.

        Args:
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            A float32 for each position.
        """
    @staticmethod
    def clock(*, view: str = "side_to_move", on_missing: str = "raise") -> Column:
        """
        The clock of the side to move, or White's, in milliseconds; NaN if unknown.

        It is the clock before the move: that after the player's last move (`Games.clocks`), and
        before the first move that of the time control.

        Args:
            view: `"side_to_move"` or `"white"`.
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            A float32 for each position.
        """
    @property
    def dtype(self, /) -> str:
        """
        The NumPy name of the dtype.
        """
    @staticmethod
    def eval(*, view: str = "side_to_move", on_missing: str = "raise") -> Column:
        """
        The evaluation in centipawns; NaN without one.

        Mate in n is 1,000,000 - n or its negative. Of a game, the evaluation of a position
        is that after the move to it (`Games.evals`), so start positions have none.

        Args:
            view: `"side_to_move"` or `"white"`.
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            A float32 for each position.
        """
    @staticmethod
    def feature_buckets() -> Column:
        """
        The index of Stockfish's layer stack, by the number of pieces.

        Returns:
            An int32 for each position, 0 to 7.
        """
    @staticmethod
    def features(encoding: Encoding | str) -> Column:
        """
        The active features of positions, padded with -1.

        Args:
            encoding: a name or an `Encoding` of features.

        Returns:
            `(2, encoding.max_active)` int32 for each position: the perspectives of the side
            to move and of the opponent. Pieces are ordered from a1 to h8.
        """
    @staticmethod
    def game() -> Column:
        """
        The index of the game, or of the slot's game in an `Arena`.

        A `Loader` numbers the games or rows of its whole source through.

        Returns:
            An int64 for each position.
        """
    @staticmethod
    def increment(*, on_missing: str = "raise") -> Column:
        """
        The increment of the time control in milliseconds; NaN if unknown, or if it has a delay.

        Args:
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            A float32 for each position.
        """
    @staticmethod
    def label(values: ArrayLike, *, each: str) -> Column:
        """
        A user-defined label.

        Args:
            values: an array of one dimension: float32, float16, uint8, bool, uint16, uint64, int32 or
                int64.
            each: `"game"` if there is a value for each game, or `"position"` for one for each
                position in which a move was played, as in `Games.moves`.

        Returns:
            A value of the array's dtype for each position.

        Raises:
            ArrayError: the array has another dimension or dtype.

        Example:
            >>> from enroque.data import example_games
            >>> games = example_games()
            >>> decisive = enroque.Column.label(games.result != 0, each="game")
            >>> games.encode({"decisive": decisive}, [0, 1, 2], [0, 0, 0])["decisive"].dtype
            dtype('bool')
        """
    @staticmethod
    def legal_count() -> Column:
        """
        The number of legal moves; 0 for a game of an `Arena` that is over.

        Returns:
            An int32 for each position.
        """
    @staticmethod
    def legal_mask(policy: Policy | str, *, dtype: DTypeLike | None = None) -> Column:
        """
        1 at the policy index of each legal move, and 0 elsewhere.

        In an `Arena`, games that are over have no legal moves.

        Args:
            policy: a name or a `Policy`.
            dtype: bool (default), float32, float16 or uint8, or `"bits"` for eight indices
                in a byte, lowest bit first, as `numpy.unpackbits(..., bitorder="little")`
                reads them.

        Returns:
            `(policy.size,)` for each position; with `dtype="bits"` `(ceil(policy.size / 8),)`
            uint8.
        """
    @staticmethod
    def maia2_ratings(*, on_missing: str = "raise") -> Column:
        """
        The bins of Maia-2 of the ratings of the side to move and of the opponent.

        Bin 0 is below 1100, then there is one for each hundred, and 10 from 2000 on.

        Args:
            on_missing: what positions of which a rating is unknown get: `"raise"` for an
                error, `"nan"` for -1, or in a `Loader` `"skip"`: they are not sampled.

        Returns:
            `(2,)` int64 for each position.
        """
    @staticmethod
    def maia3_times(*, on_missing: str = "raise") -> Column:
        """
        The times of Maia-3: base time, increment, clock before the move, time of the move.

        In hundreds of seconds. Maia-3 appends the same to the 96 numbers of each square of
        the planes `"maia3"`; the last one is a target of its training.

        Args:
            on_missing: what positions of which a time is unknown get: `"raise"` for an
                error, `"nan"`, or in a `Loader` `"skip"`: they are not sampled.

        Returns:
            `(4,)` float32 for each position.
        """
    @staticmethod
    def move_time(*, on_missing: str = "raise") -> Column:
        """
        The time used for the move in milliseconds, as in `Games.time_used`; NaN if unknown.

        Args:
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            A float32 for each position.
        """
    @property
    def name(self, /) -> str:
        """
        The name of the column where no other is given.
        """
    @staticmethod
    def network_value(*, view: str = "side_to_move", on_missing: str = "raise") -> Column:
        """
        The network's value before the search, -1 (lost) to 1 (won); NaN if unknown.

        Args:
            view: `"side_to_move"` or `"white"`.
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            A float32 for each position.
        """
    @staticmethod
    def opponent_clock(*, view: str = "side_to_move", on_missing: str = "raise") -> Column:
        """
        The clock of the opponent, or Black's, in milliseconds; NaN if unknown.

        Args:
            view: `"side_to_move"` or `"white"`.
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            A float32 for each position.
        """
    @staticmethod
    def opponent_rating(*, view: str = "side_to_move", on_missing: str = "raise") -> Column:
        """
        The rating of the opponent, or Black's; NaN if unknown.

        Args:
            view: `"side_to_move"` or `"white"`.
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            A float32 for each position.
        """
    @staticmethod
    def phase() -> Column:
        """
        The phase of the game: 0 opening, 1 middlegame, 2 endgame.

        As Lichess divides games, by position: an endgame has at most 6 pieces other than kings
        and pawns, an opening more than 10 and at least 4 of each side on its back rank.
        Lichess also ends an opening by a score of how far the sides are mixed.

        Returns:
            An int32 for each position.
        """
    @staticmethod
    def planes(encoding: Encoding | str, *, dtype: DTypeLike | None = None) -> Column:
        """
        Positions and their history as planes.

        Args:
            encoding: a name or an `Encoding` of planes.
            dtype: float32 (default), float16, uint8 or bool, one of the encoding's `dtypes`;
                counts above 255 become 255 in uint8. For a `Column` also `"bits"`: uint64
                masks, and an array of values named like the column with `_values`.

        Returns:
            `(*encoding.shape)` for each position.
        """
    @staticmethod
    def plies_left() -> Column:
        """
        The number of plies to the end of the game.

        Returns:
            An int32 for each position.
        """
    @staticmethod
    def ply() -> Column:
        """
        The ply.

        Returns:
            An int32 for each position.
        """
    @staticmethod
    def policy(policy: Policy | str, *, ahead: SupportsIndex = 0, on_missing: str = "raise") -> Column:
        """
        The policy index of the move played, or of one of the moves after it.

        With `ahead`, the target of a head that predicts the reply or the next move, as
        `opp_played_idx` and `next_played_idx` of lc0's records of version 7: the index
        of the move played `ahead` plies later, in the position in which it was played.

        Args:
            policy: a name or a `Policy`.
            ahead: 0 for the move played, 1 for the opponent's reply, 2 for the next
                move of the side to move, and so on.
            on_missing: what positions get after which the game has no such move:
                `"raise"` for an error (default of a `Column`), `"nan"` for -1
                (default of the methods), or in a `Loader` `"skip"`: they are not
                sampled.

        Returns:
            An int64 for each position.
        """
    @staticmethod
    def policy_target(policy: Policy | str, *, on_missing: str = "raise", temperature: SupportsFloat | SupportsIndex = 1.0, dtype: DTypeLike | None = None) -> Column:
        """
        The visits of a search as a distribution over policy indices, with the sum 1.

        It is proportional to `visits ** (1 / temperature)`, as the soft policies of
        lczero-training and KataGo.

        Args:
            policy: a name or a `Policy`.
            on_missing: what positions without visits get: `"raise"`, `"zeros"` for a row of
                zeros, which adds nothing to a cross-entropy, or `"played"` for 1 at the
                index of the move played; in a `Loader` also `"skip"`.
            temperature: more than 1 for a softer target, less for a sharper one.
            dtype: float32 (default) or float16.

        Returns:
            `(policy.size,)` for each position.
        """
    @staticmethod
    def rating(*, view: str = "side_to_move", on_missing: str = "raise") -> Column:
        """
        The rating of the side to move, or White's; NaN if unknown.

        Args:
            view: `"side_to_move"` or `"white"`.
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            A float32 for each position.
        """
    @staticmethod
    def records(encoding: Encoding | str) -> Column:
        """
        Positions as binary records with evaluation and result.

        An unknown evaluation is written as 0, an unknown result as a draw.

        Args:
            encoding: `"bullet"` (bulletformat), `"packed"` (viriformat, marlinformat), or
                an `Encoding` of records.

        Returns:
            `(32,)` uint8 for each position.
        """
    @staticmethod
    def search_value(*, view: str = "side_to_move", td: SupportsFloat | SupportsIndex = 0.0, on_missing: str = "raise") -> Column:
        """
        The value of the search, -1 (lost) to 1 (won); NaN if unknown.

        With `td`, the short-term value, `q_st` of lc0's records of version 7: from the
        last move of the game back, `td * -later + (1 - td) * value`, where `later` is
        the short-term value of the next position, and the last one is the value alone.
        It is NaN if the value of a later position is.

        Args:
            view: `"side_to_move"` or `"white"`.
            td: the weight of what follows, 0 to 1; 5 / 6 is lczero-training's.
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            A float32 for each position.
        """
    @staticmethod
    def search_wdl(*, view: str = "side_to_move", td: SupportsFloat | SupportsIndex = 0.0, on_missing: str = "raise") -> Column:
        """
        The win, draw and loss probabilities of the search; NaN if unknown.

        With `td`, the short-term probabilities, mixed with those of later positions as in
        `search_value`; that of a draw is `d_st` of lc0's records of version 7.

        Args:
            view: `"side_to_move"` or `"white"`.
            td: the weight of what follows, 0 to 1; 5 / 6 is lczero-training's.
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            `(3,)` float32 for each position.
        """
    @staticmethod
    def search_weight(*, on_missing: str = "raise") -> Column:
        """
        The weight in training that self-play recorded, 0 or more; NaN if unknown.

        Args:
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            A float32 for each position.
        """
    @property
    def shape(self, /) -> Shape:
        """
        The shape of a row.
        """
    @staticmethod
    def tablebase_dtm(tablebase: Tablebase, *, view: str = "side_to_move", on_missing: str = "raise") -> Column:
        """
        The plies to mate with best play, by generated tables.

        They are negative if the position is lost, and 0 if it is drawn or a checkmate.

        Args:
            tablebase: a result of `enroque.tablebase.Tablebase.generate`.
            view: `"side_to_move"` or `"white"`.
            on_missing: what positions without a table get: `"raise"` for an error (default of
                a `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are skipped.

        Returns:
            A float32 for each position.
        """
    @staticmethod
    def tablebase_dtz(tablebase: Tablebase, *, view: str = "side_to_move", on_missing: str = "raise") -> Column:
        """
        The plies to the next capture or pawn move with best play, by Syzygy tables.

        They may be one too many. They are negative if the position is lost, and 0 if it is
        drawn; above 100 and below -100 it is drawn by the 50-move rule.

        Args:
            tablebase: an `enroque.tablebase.Tablebase`.
            view: `"side_to_move"` or `"white"`.
            on_missing: what positions without a table get: `"raise"` for an error (default of
                a `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are skipped.

        Returns:
            A float32 for each position.
        """
    @staticmethod
    def tablebase_wdl(tablebase: Tablebase, *, view: str = "side_to_move", on_missing: str = "raise") -> Column:
        """
        The results with best play by Syzygy tables, with the halfmove clock taken to be 0.

        2 won, 1 won but drawn by the 50-move rule, 0 drawn, -1 lost but drawn by the
        50-move rule, -2 lost.

        Args:
            tablebase: an `enroque.tablebase.Tablebase`.
            view: `"side_to_move"` or `"white"`.
            on_missing: what positions without a table get: `"raise"` for an error (default of
                a `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are skipped.

        Returns:
            A float32 for each position.
        """
    @staticmethod
    def tokens(encoding: Encoding | str) -> Column:
        """
        Positions as tokens.

        Args:
            encoding: a name or an `Encoding` of tokens.

        Returns:
            `(length,)` uint8 for each position.
        """
    @staticmethod
    def value(*, view: str = "side_to_move", on_missing: str = "raise") -> Column:
        """
        The result of the game: 1 won, 0 drawn, -1 lost, NaN unknown.

        Args:
            view: `"side_to_move"` or `"white"`.
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            A float32 for each position.
        """
    @staticmethod
    def wdl(*, view: str = "side_to_move", on_missing: str = "raise") -> Column:
        """
        The result of the game as win, draw and loss; NaN if unknown.

        Args:
            view: `"side_to_move"` or `"white"`.
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            `(3,)` float32 for each position.
        """
    @staticmethod
    def win_probability(*, model: str = "lichess", view: str = "side_to_move", on_missing: str = "raise") -> Column:
        """
        The win probability by the evaluation, that of `eval`; NaN without one.

        Args:
            model: `"lichess"` or `"chessbench"`, as in `enroque.win_probability`.
            view: `"side_to_move"` or `"white"`.
            on_missing: what positions without one get: `"raise"` for an error (default of a
                `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                are not sampled.

        Returns:
            A float32 for each position.
        """

@final
class Encoding:
    """
    An encoding: a way to write positions as numbers.

    It is accepted wherever a name is: by the methods of `Board`, `Games` and `Arena`, and by the
    `Loader`. It has the shape, dtypes, names, value ranges and conventions, decodes, prints as a
    table, compares, hashes, pickles and converts to JSON. Encodings are immutable; they are equal
    if they write the same.

    `names` lists the encodings of each kind, and `option_values` the options of an encoding.

    The parts of `"composed"`, by their number of channels:

    - 12: `pieces`
    - 6: `own_pieces`, `opponent_pieces`, `own_attacks_by_type`, `opponent_attacks_by_type`
    - 4: `castling`
    - 1: `own`, `opponent`, `occupied`, `empty`, `own_attacks`, `opponent_attacks`,
      `legal_origins`, `legal_targets`, `checkers`, `pinned`, `pin_lines`, `castling_rooks`,
      `en_passant`, `repeated`, `white_to_move`, `ones`, `zeros`
    - 1, a count: `repetitions`, `halfmove_clock`, `move_number`
    - 1, a number for each square: `own_attack_count`, `opponent_attack_count`, `mobility`,
      `own_king_distance`, `opponent_king_distance`

    `pieces@2` is `pieces` of the position two plies ago; all parts that show pieces, attacks or
    repetition take such a suffix.

    Features are summed by name: `"HalfKAv2_hm12+Full_Threats+PP_3Wide"` has the features of all
    three, whose indices follow one another.

    Attributes of one kind raise `AttributeError` for the others, so that `hasattr` is false:

    | kind | attributes |
    |---|---|
    | `"planes"` | `channels`, `channel_names`, `scaled_channels`, `en_passant` |
    | `"tokens"` | `length`, `field_names`, `vocab_size`, `token_names` |
    | `"features"` | `perspectives`, `num_inputs`, `max_active` |
    | `"records"` | `itemsize`, `fields` |

    Args:
        name: the name of the encoding.
        buckets: for `"Chess768"`, the bucket of each square of the own king, as bullet's examples
            have them: 64 numbers from a1 to h8, or 32 for the files a to d with the board mirrored;
            a list, or a str separated by spaces; default `"0"`, one bucket.
        format: lc0's input format: 1 (default), 2, 3, 4, 5, 132 or 133.
        fill: the condition for filling missing history with the oldest position: `"fen_only"`
            (default, if the game does not begin with the standard start position), `"no"` or
            `"always"`.
        history: the number of positions that Maia-3's planes show, 1 to 8 (default).
        layout: `"channels_first"` (default) or `"channels_last"`.
        parts: the parts of composed planes, as a list or a str separated by spaces; default
            `"pieces"`.
        player: the player who observes: `"side_to_move"` (default) or `"opponent"`, who also gets
            observations in pgx and PettingZoo.
        view: `"side_to_move"` (default) or `"white"`.
        width: the number of threats of `"Full_Threats"`, which changed with nnue-pytorch: 59808
            (default, July 2026), 60720, 60144, 66864 or 79856 (December 2025).

    Raises:
        ArgumentError: the name is unknown, or the encoding does not have an option or its value
            (a `ValueError`).

    Example:
        >>> import enroque
        >>> enroque.Encoding("lc0", format=2).shape
        (112, 8, 8)
        >>> enroque.Encoding("HalfKP").num_inputs
        41024
        >>> enroque.Encoding("HalfKAv2_hm12+Full_Threats+PP_3Wide").num_inputs
        88944
        >>> enroque.Encoding("packed").fields[0]
        ('occupied squares', 0, 8)
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __new__(cls, /, name: EncodingName, *, buckets: Buckets | None = None, format: int | None = None, fill: Fill | None = None, history: int | None = None, layout: Layout | None = None, parts: Parts | None = None, player: Player | None = None, view: View | None = None, width: int | None = None) -> Encoding: ...
    def __reduce__(self, /) -> tuple[Any, tuple[()]]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_html_(self, /) -> str:
        """
        Returns a table in HTML, for notebooks.
        """
    @property
    def channel_names(self, /) -> list[str]:
        """
        The descriptions of the channels of planes, by index.
        """
    @property
    def channels(self, /) -> int:
        """
        The number of channels of planes.
        """
    @property
    def chess960(self, /) -> bool:
        """
        Whether the encoding distinguishes Chess960 castling rights.

        If not, positions that differ only in such rights are encoded alike.
        """
    @property
    def conventions(self, /) -> dict[str, Any]:
        """
        The conventions in words, by heading: `view`, `chess960`, `source` and others.
        """
    def decode(self, /, row: ArrayLike, *, on_missing: str = "raise") -> Board:
        """
        Returns the board encoded by the planes, tokens or record of one position.

        Missing move numbers and clocks become 1 and 0. A castling right without its rook is decoded
        as that of the outermost rook. PettingZoo's planes contain half of the halfmove clock, so odd
        clocks are decoded as one less. The evaluation and result of a record are ignored. lc0's formats
        from 3 on, composed planes and features cannot be decoded.

        Args:
            row: an array of the encoding's shape, as `Board.planes` and `Board.tokens` return, or the
                bytes of a record in any buffer, such as a row of `Games.records`.
            on_missing: `"raise"` if the encoding does not contain side to move, castling rights or
                en-passant square, or `"default"`: White to move, no rights, no square.

        Raises:
            EncodingError: the row is not that of a position, or does not contain all properties.

        Example:
            >>> import enroque
            >>> board, lc0 = enroque.Board(), enroque.Encoding("lc0")
            >>> lc0.decode(board.planes(lc0)) == board
            True
        """
    @property
    def dtypes(self, /) -> list[str]:
        """
        The dtypes that can represent a row, the default first.

        Planes allow uint8 if all values are integers (counts above 255 become 255), and bool if all
        values are 0 or 1.
        """
    @property
    def en_passant(self, /) -> str:
        """
        The en-passant rule of planes: `"double_push"`, `"pseudo_legal"` or `"legal"`.

        The square is included after every double push, if a pawn attacks it, or if a capture is
        legal.
        """
    @property
    def field_names(self, /) -> list[str]:
        """
        The descriptions of the tokens of a position, by index.
        """
    @property
    def fields(self, /) -> list[tuple[str, int, int]]:
        """
        The name, first byte and number of bytes of each field of a record.

        Numbers are little-endian.
        """
    @staticmethod
    def from_json(text: str) -> Encoding:
        """
        Returns the object that a JSON text describes.

        Args:
            text: the JSON text of `to_json`.

        Raises:
            EncodingError: the text does not describe an object of this class, is of an unknown
                version, or contradicts the name and options (a `ValueError`).
        """
    @property
    def itemsize(self, /) -> int:
        """
        The size of a record in bytes.
        """
    @property
    def kind(self, /) -> str:
        """
        The kind: `"planes"`, `"tokens"`, `"features"` or `"records"`.
        """
    @property
    def length(self, /) -> int:
        """
        The number of tokens of a position.
        """
    @property
    def max_active(self, /) -> int:
        """
        The largest number of active features of a perspective.
        """
    @property
    def name(self, /) -> str:
        """
        The name.
        """
    @staticmethod
    def names() -> dict[str, Any]:
        """
        Returns the names of all encodings.

        Returns:
            A dict of lists by kind: `"planes"`, `"tokens"`, `"features"`, `"records"`.

        Example:
            >>> import enroque
            >>> enroque.Encoding.names()["records"]
            ['bullet', 'packed']
        """
    @property
    def num_inputs(self, /) -> int:
        """
        The number of features of a perspective, which is the number of a network's inputs.
        """
    @property
    def option_values(self, /) -> dict[str, Any]:
        """
        All options and lists of the values that they can have; `None` for a text.
        """
    @property
    def options(self, /) -> dict[str, Any]:
        """
        All options and their values.
        """
    @property
    def perspectives(self, /) -> list[str]:
        """
        The perspectives of a row of features, in order: `"side to move"`, `"opponent"`.
        """
    @property
    def scaled_channels(self, /) -> list[int]:
        """
        The channels of planes whose set squares have one value other than 1, by index.

        Each of them has a value in the bit form, `planes_bits`.
        """
    @property
    def shape(self, /) -> Shape:
        """
        The shape of one position's row, with padding.
        """
    def to_json(self, /) -> str:
        """
        Returns a JSON text with version, kind, name, options and all derived properties.

        Unbounded values are `null`. `from_json` reads it.
        """
    @property
    def token_names(self, /) -> list[str]:
        """
        The meaning of each token value.
        """
    def transform(self, /, planes: ArrayLike, symmetry: str, *, turn: ArrayLike | None = None, threads: SupportsIndex | None = None) -> NDArray[Any]:
        """
        Returns the planes of the symmetric positions.

        The positions must have the symmetry, which is not checked. Under `"flip_colors"`,
        AlphaZero's count of plies is unchanged, and composed planes must show the same parts of
        both players. Under `"mirror_files"`, planes that show legal moves (`"tutorial14"`,
        `"mobility"`, `"legal_origins"`, `"legal_targets"`) are wrong where castling differs; see
        `Board.transformed`.

        Args:
            planes: the planes of one position or of many.
            symmetry: a symmetry of `Board.transformed`.
            turn: the side to move, or an array of one for each position, which quarter turns need for
                planes from White's view without side to move (`"tutorial14"`, `"pieces"` with
                `view="white"`, composed planes without `"white_to_move"`).
            threads: the number of threads; `None` for all cores.

        Returns:
            An array of the same shape and dtype.

        Raises:
            ArgumentError: the symmetry is unknown.
            EncodingError: the encoding is not of planes, or `turn` is needed.
            ArrayError: the planes do not have the encoding's shape.
        """
    @property
    def value_ranges(self, /) -> list[tuple[float, float]]:
        """
        The smallest and the largest value of each channel, token, perspective or field, by index.

        The largest value of a channel without limit is `inf`. The value -1 of features is padding.
        """
    @property
    def vocab_size(self, /) -> int:
        """
        The number of different tokens.
        """

@final
class EngineBatch:
    """
    Searches with the same limits.
    """
    def cancel(self, /) -> None:
        """
        Cancels the searches, and waits until they end.
        """
    def labels(self, /) -> tuple[NDArray[int64], bytes]:
        """
        Returns the numbers of positions that were labeled since the last call, and their labels as
        bytes, one or several a position; no numbers at the end.
        """
    def push(self, /, number: SupportsIndex, board: Board) -> None:
        """
        Adds a board, with its moves.

        Args:
            number: the number of the search.
            board: the board.
        """
    def results(self, /) -> Any:
        """
        Waits for at least one result, and returns the number, the reports, the best move and the
        expected answer of each.
        """

@final
class EngineProcesses:
    """
    Engine processes that run one program.

    Args:
        words: the program and its arguments.
        workers: the largest number of processes.
        attempts: the number of attempts for each position.
    """
    def __new__(cls, /, words: Iterable[str], workers: SupportsIndex, attempts: SupportsIndex) -> EngineProcesses: ...
    def batch(self, /, go: str, *, workers: SupportsIndex, multipv: SupportsIndex, new_game: bool, seconds: SupportsFloat | SupportsIndex | None, needs_score: bool, packed: NDArray[Any] | None = None) -> EngineBatch:
        """
        Returns a batch of searches.

        Args:
            go: the limits, as `go` has them.
            workers: the number of processes.
            multipv: the number of lines of play.
            new_game: whether engines clear the state of earlier searches.
            seconds: the time after which an engine hangs; `None` for no limit.
            needs_score: whether an answer without an evaluation is an error.
            packed: packed positions to label, `(positions, 32)`.
        """
    def close(self, /) -> None:
        """
        Ends the processes.
        """
    def configure(self, /, name: str, line: str) -> None:
        """
        Sets an option for all later searches.

        Args:
            name: the name.
            line: the command that sets it.
        """
    def id(self, /) -> dict[str, Any]:
        """
        Returns `name` and `author`.
        """
    def options(self, /) -> list[str]:
        """
        Returns the options as the engine reported them.
        """
    def pids(self, /) -> list[int]:
        """
        Returns the identifiers of the processes that run.
        """

@final
class FileReader:
    """
    A reader of sources that Python has opened, batch by batch.
    """
    @property
    def bytes_read(self, /) -> int:
        """
        The number of bytes read so far, before decompression.
        """
    def close(self, /) -> None:
        """
        Closes the source, also while another call reads from it.
        """
    @staticmethod
    def pgn(sources: Iterable[Any], *, filter: Filter | None = None, strict: bool = False, language: str | None = None, comments: str = "standard", annotations: Annotations | None = None, threads: SupportsIndex | None = None, progress: Progress = False) -> FileReader:
        """
        Reads PGN from paths, splits, bytes and file objects.
        """
    @staticmethod
    def positions(path: FilePath, format: str, strict: bool, on_error: str) -> FileReader:
        """
        Reads the records of a file in a training format as positions.
        """
    def read(self, /, count: SupportsIndex | None = None) -> Any | None:
        """
        Returns the next batch, of at most `count` elements; `None` at the end or after `close`.

        Without `count`, returns all games of PGN.
        """
    @staticmethod
    def records(path: FilePath, format: str, contents: str) -> FileReader:
        """
        Reads a file in a training format: games, records of fixed size, or records of a bag.
        """

@final
class FileWriter:
    """
    A writer of games, of records of fixed size, or of the records of a bag.
    """
    def finish(self, /) -> dict[str, Any]:
        """
        Finishes the file and returns the counts of games; a second call returns nothing.
        """
    @staticmethod
    def games(path: FilePath, named: FilePath, format: str, skip_unsupported: bool, missing_score: SupportsIndex | None, input_format: SupportsIndex, archive: bool) -> FileWriter:
        """
        Creates a file of games, with the compression of the suffix of `named`.
        """
    def push(self, /, row: SupportsIndex, fen: str, uci: str | None, win_probability: SupportsFloat | SupportsIndex | None) -> None:
        """
        Appends a record to a bag.
        """
    @staticmethod
    def records(path: FilePath, named: FilePath, format: str) -> FileWriter:
        """
        Creates a file of records, with the compression of the suffix of `named`.
        """
    def write(self, /, data: Any) -> None:
        """
        Appends games, or the bytes of records.
        """

@disjoint_base
class Game(GameNode):
    """
    A game: the root of a tree of moves, with headers.

    The game is the node before the first move.

    Args:
        headers: a mapping or pairs of tags; `None` for the seven roster tags with unknown values.

    Example:
        >>> from enroque import Move, pgn
        >>> game = pgn.Game({"White": "Anderssen", "Black": "Kieseritzky"})
        >>> node = game.add_variation(Move.from_uci("e2e4"), comment="King's pawn")
        >>> node = node.add_variation(Move.from_uci("e7e5"))
        >>> print(game)
        [White "Anderssen"]
        [Black "Kieseritzky"]
        <BLANKLINE>
        1. e4 { King's pawn } 1... e5 *
    """
    def __getstate__(self, /) -> Any: ...
    def __init__(self, /, headers: IntoHeaders | None = None) -> None: ...
    def __new__(cls, /, *_arguments: "object", **_options: "object") -> Game: ...
    def __repr__(self, /) -> str: ...
    def __setstate__(self, /, state: Any) -> None: ...
    def _repr_mimebundle_(self, /, *, include: Any | None = None, exclude: Any | None = None) -> Any:
        """
        Returns an interactive viewer, for notebooks.
        """
    @classmethod
    def builder(cls, /) -> GameBuilder[Game]:
        """
        Returns a `GameBuilder`, a visitor that makes games of this class.
        """
    @property
    def errors(self, /) -> list[Exception]:
        """
        The errors of the PGN text, a list of exceptions.

        Their attribute `kind` is that of `GameError`, such as `illegal_move`. Their line 1 is the first
        line of the game.
        """
    @errors.setter
    def errors(self, /, errors: list[Exception]) -> None: ...
    @classmethod
    def from_board(cls, /, board: Board) -> Self:
        """
        Makes a game from the moves played on a board.

        Args:
            board: a `Board`; its move stack becomes the main line, its root the start position.

        Returns:
            A game of this class, with the result of the board.

        Example:
            >>> from enroque import Board, pgn
            >>> board = Board()
            >>> for san in ("f3", "e5", "g4", "Qh4#"):
            ...     _ = board.push_san(san)
            >>> game = pgn.Game.from_board(board)
            >>> print(game.mainline(), game.headers["Result"])
            1. f3 e5 2. g4 Qh4# 0-1
        """
    @property
    def headers(self, /) -> Headers:
        """
        The tags of the game: a `Headers` mapping, the seven roster tags first.
        """
    @headers.setter
    def headers(self, /, headers: IntoHeaders) -> None: ...
    def setup(self, /, board: "Board | str") -> None:
        """
        Sets the tags `FEN`, `SetUp` and `Variant` so that the game starts from a position.

        Args:
            board: a `Board` or a FEN string.

        Raises:
            FenError: the FEN is invalid.

        Example:
            >>> from enroque import pgn
            >>> game = pgn.Game.without_tag_roster()
            >>> game.setup("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
            >>> game.headers
            Headers(FEN='4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', SetUp='1')
        """
    def time_control(self, /) -> TimeControl:
        """
        Parses the tag `TimeControl`.

        Returns:
            An `enroque.TimeControl`.

        Raises:
            TimeControlError: a `ValueError`: the tag is not a time control.
        """
    @property
    def warnings(self, /) -> list[Exception]:
        """
        The tolerated deviations of the PGN text: a list of exceptions (not in python-chess).

        Their attribute `kind` is that of `GameError`, such as `odd_result`.
        """
    @warnings.setter
    def warnings(self, /, warnings: list[Exception]) -> None: ...
    @classmethod
    def without_tag_roster(cls, /) -> Self:
        """
        Makes an empty game without the seven roster tags.

        Returns:
            A game of this class.
        """

@final
class GameIterator:
    """
    An iterator over the games of a `Games`.
    """
    def __iter__(self, /) -> GameIterator: ...
    def __next__(self, /) -> GameView: ...

@disjoint_base
class GameNode:
    """
    A node of a game: the `Game` itself, before its first move, or a `ChildNode`, after a move.

    Example:
        >>> import io
        >>> from enroque import Move, pgn
        >>> game = pgn.read_game(io.StringIO("1. e4 e5 (1... c5 {sharp}) 2. Nf3 *"))
        >>> node = game.next()
        >>> [child.san() for child in node.variations]
        ['e5', 'c5']
        >>> node[Move.from_uci("c7c5")].comment
        'sharp'
        >>> game.end().board().fen()
        'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'
    """
    def __bool__(self, /) -> bool: ...
    def __contains__(self, move: Any, /) -> bool: ...
    def __getitem__(self, move: Any, /) -> ChildNode: ...
    def __str__(self, /) -> str: ...
    def _edit(self, /, view: "int", method: "object", *arguments: "object") -> Any:
        """
        Calls a method of the plain set or list of a view, a number of `View`, and stores the items
        that it leaves.

        Repeats the call if the node was edited in the meantime, by the method or another thread.
        """
    def _mainline(self, /, moves: bool) -> list[Any]:
        """
        Returns the moves or the nodes of the main line after this node.
        """
    def _node(self, /, index: SupportsIndex) -> GameNode:
        """
        Returns the node with an index, for pickles.
        """
    def _steps(self, /, after: bool, sidelines: bool) -> list[tuple[int, Any]]:
        """
        Returns the steps of a visit, for `enroque.pgn._visit`.
        """
    def _text(self, /, columns: SupportsIndex | None, headers: bool, comments: bool, variations: bool) -> str:
        """
        Returns the text of this node and its subtree, as a `StringExporter` with these options.
        """
    def accept(self, /, visitor: BaseVisitor[Any]) -> Any:
        """
        Calls a visitor for this node and its subtree, in the order of PGN.

        For a game, it also visits the headers.

        Args:
            visitor: a `BaseVisitor`.

        Returns:
            The result of the visitor.

        Raises:
            IllegalMoveError: a move of the tree is illegal.

        Example:
            >>> import io
            >>> from enroque import pgn
            >>> game = pgn.read_game(io.StringIO("1. e4 e5 (1... c5) 2. Nf3 *"))
            >>> game.accept(pgn.StringExporter(headers=False, variations=False))
            '1. e4 e5 2. Nf3 *'
        """
    def accept_subgame(self, /, visitor: BaseVisitor[Any]) -> Any:
        """
        Calls a visitor for a game that starts from the position of this node.

        Args:
            visitor: a `BaseVisitor`.

        Returns:
            The result of the visitor.

        Raises:
            IllegalMoveError: a move of the tree is illegal.
        """
    def add_line(self, /, moves: "Iterable[Move]", *, comment: str | Iterable[str] = "", starting_comment: str | Iterable[str] = "", nags: "Iterable[int] | None" = None) -> GameNode:
        """
        Adds a sequence of moves and returns the last node.

        Args:
            moves: an iterable of `Move`s; their legality is not checked here.
            comment: the comment after the last move, or several.
            starting_comment: the comment before the first move, or several.
            nags: the NAGs of the last move; `None` for none.

        Returns:
            The node of the last move, or this node if there are no moves.
        """
    def add_main_variation(self, /, move: Move, *, comment: str | Iterable[str] = "", nags: "Iterable[int] | None" = None) -> ChildNode:
        """
        Adds a child node as the main variation and returns it.

        Args:
            move: a `Move`; its legality is not checked here.
            comment: the comment after the move, or several.
            nags: an iterable of NAGs, integers from 0 to 4294967295; `None` for none.

        Returns:
            The new `ChildNode`.
        """
    def add_variation(self, /, move: Move, *, comment: str | Iterable[str] = "", starting_comment: str | Iterable[str] = "", nags: "Iterable[int] | None" = None) -> ChildNode:
        """
        Appends a child node and returns it.

        Args:
            move: a `Move`; its legality is not checked here.
            comment: the comment after the move, or several.
            starting_comment: the comment before the move, or several.
            nags: an iterable of NAGs, integers from 0 to 4294967295; `None` for none.

        Returns:
            The new `ChildNode`.
        """
    def arrows(self, /) -> list[Arrow]:
        """
        Returns the arrows and colored squares of `[%cal ...]` and `[%csl ...]`.

        Returns:
            A list of `enroque.svg.Arrow`, in the order of the comment; a colored square has equal head and tail.
        """
    def board(self, /) -> Board:
        """
        Returns a new board with the position of the node and the moves that lead to it.

        Returns:
            A `Board` that can be changed without changing the game.

        Raises:
            IllegalMoveError: a move on the way is illegal.
            FenError: the `FEN` tag of the game is invalid.
        """
    def clock(self, /) -> float | None:
        """
        Returns the clock after the move in seconds, of the first `[%clk ...]`; or `None`.
        """
    @property
    def comment(self, /) -> str:
        """
        The comment after the move, a string; for the game, the comment before the first move.
        """
    @comment.setter
    def comment(self, /, comment: str) -> None: ...
    @property
    def comments(self, /) -> CommentList:
        """
        The comments after the move, an editable `CommentList` of strings; `comment` joins them.
        """
    @comments.setter
    def comments(self, /, comments: str | Iterable[str]) -> None: ...
    def demote(self, /, move: "Move | GameNode | int") -> None:
        """
        Moves a variation down by one in the list of variations.

        Args:
            move: the `Move`, the child node, or its index in `variations`.

        Raises:
            KeyError: no variation has this move, or the node is not a child.
            IndexError: no variation has this index.
        """
    def emt(self, /) -> float | None:
        """
        Returns the elapsed move time, in seconds: the first `[%emt ...]` of the comment, or `None`.
        """
    def end(self, /) -> GameNode:
        """
        Returns the last node of the main line from this node on.
        """
    def eval(self, /) -> PovScore | None:
        """
        Returns the evaluation of the position: the first `[%eval ...]` of the comment.

        If the game was read with `annotations="engine"`, it may also be one that Cutechess or fastchess
        wrote, such as `{+0.53/14 47s}`; `eval_depth` and `emt` are then its depth and move time.

        Returns:
            An `enroque.engine.PovScore` in the view of the side to move; `None` without an evaluation.

        Example:
            >>> import io
            >>> from enroque import pgn
            >>> node = pgn.read_game(io.StringIO("1. e4 {[%eval 0.25,20] [%clk 0:02:59]} *")).next()
            >>> node.eval(), node.eval_depth(), node.clock()
            (PovScore(Cp(-25), BLACK), 20, 179.0)
        """
    def eval_depth(self, /) -> int | None:
        """
        Returns the depth in plies in the first `[%eval ...]` of the comment, or `None`.
        """
    def game(self, /) -> Game:
        """
        Returns the game of this node.
        """
    def has_variation(self, /, move: "Move | GameNode | int") -> bool:
        """
        Whether the node has a variation.

        Args:
            move: the `Move`, the child node, or its index in `variations`.
        """
    def is_end(self, /) -> bool:
        """
        Whether the node has no variations.
        """
    def is_main_variation(self, /) -> bool:
        """
        Whether the node is the first variation of its parent.
        """
    def is_mainline(self, /) -> bool:
        """
        Whether the node is in the main line of the game.
        """
    def mainline(self, /) -> Mainline[ChildNode]:
        """
        Returns the nodes of the main line after this node: an iterable `Mainline`.

        Example:
            >>> import io
            >>> from enroque import pgn
            >>> game = pgn.read_game(io.StringIO("1. e4 e5 {open} 2. Nf3 *"))
            >>> [(node.ply(), node.san(), node.comment) for node in game.mainline()]
            [(1, 'e4', ''), (2, 'e5', 'open'), (3, 'Nf3', '')]
        """
    def mainline_moves(self, /) -> Mainline[Move]:
        """
        Returns the moves of the main line after this node: an iterable `Mainline`.
        """
    @property
    def move(self, /) -> Move | None:
        """
        The move to this node, a `Move`; `None` for the game.
        """
    @property
    def nags(self, /) -> NagSet:
        """
        The NAGs of the move: an editable `NagSet` of integers.
        """
    @nags.setter
    def nags(self, /, nags: Any) -> None: ...
    def next(self, /) -> ChildNode | None:
        """
        Returns the next node of the main line, or `None` at the end.
        """
    @property
    def parent(self, /) -> GameNode | None:
        """
        The parent node, a `GameNode`; `None` for the game.

        A node that was removed from the variations of its parent keeps its parent.
        """
    def ply(self, /) -> int:
        """
        Returns the number of plies from the start of the game to this node.

        They are counted by full-move number and side to move.
        """
    def promote(self, /, move: "Move | GameNode | int") -> None:
        """
        Moves a variation up by one in the list of variations.

        Args:
            move: the `Move`, the child node, or its index in `variations`.

        Raises:
            KeyError: no variation has this move, or the node is not a child.
            IndexError: no variation has this index.
        """
    def promote_to_main(self, /, move: "Move | GameNode | int") -> None:
        """
        Makes a variation the main variation.

        Args:
            move: the `Move`, the child node, or its index in `variations`.

        Raises:
            KeyError: no variation has this move, or the node is not a child.
            IndexError: no variation has this index.
        """
    def remove_variation(self, /, move: "Move | GameNode | int") -> None:
        """
        Removes a variation.

        Args:
            move: the `Move`, the child node, or its index in `variations`.

        Raises:
            KeyError: no variation has this move, or the node is not a child.
            IndexError: no variation has this index.
        """
    def root(self, /) -> GameNode:
        """
        Returns the root of the tree, which is the game.
        """
    def set_arrows(self, /, arrows: "Iterable[Arrow | tuple[int, int]]") -> None:
        """
        Replaces all arrows and colored squares of the comment.

        Args:
            arrows: an iterable of `enroque.svg.Arrow`s or of pairs of squares, tail and head.

        Raises:
            ArgumentError: an arrow has an invalid square or color.

        Example:
            >>> from enroque import E2, E4, Move, pgn
            >>> node = pgn.Game().add_variation(Move.from_uci("e2e4"))
            >>> node.set_arrows([(E2, E4)])
            >>> node.comment
            '[%cal Ge2e4]'
        """
    def set_clock(self, /, seconds: SupportsFloat | SupportsIndex | None) -> None:
        """
        Replaces the first `[%clk ...]` of the comment, or appends one.

        Args:
            seconds: the time on the clock in seconds, 0 if negative; `None` removes it.

        Raises:
            ArgumentError: the time is infinite or NaN.
        """
    def set_emt(self, /, seconds: SupportsFloat | SupportsIndex | None) -> None:
        """
        Replaces the first `[%emt ...]` of the comment, or appends one.

        Args:
            seconds: the elapsed move time in seconds, 0 if negative; `None` removes it.

        Raises:
            ArgumentError: the time is infinite or NaN.
        """
    def set_eval(self, /, score: PovScore | None, depth: SupportsIndex | None = None) -> None:
        """
        Replaces the first `[%eval ...]` of the comment, or appends one.

        Args:
            score: an `enroque.engine.PovScore`; `None` removes the evaluation.
            depth: the search depth in plies; `None` writes none.

        Raises:
            TypeError: the score is not a `PovScore`.
        """
    @property
    def starting_comment(self, /) -> str:
        """
        The comment before the move, at the start of a variation; a string.
        """
    @starting_comment.setter
    def starting_comment(self, /, comment: str) -> None: ...
    @property
    def starting_comments(self, /) -> CommentList:
        """
        The comments before the move, as `comments`; `starting_comment` joins them.
        """
    @starting_comments.setter
    def starting_comments(self, /, comments: str | Iterable[str]) -> None: ...
    def starts_variation(self, /) -> bool:
        """
        Whether the node is the start of a side variation, and so may have a starting comment.
        """
    def turn(self, /) -> bool:
        """
        Returns the side to move: `WHITE` (`True`) or `BLACK` (`False`).
        """
    def variation(self, /, move: "Move | GameNode | int") -> ChildNode:
        """
        Returns a child node.

        Args:
            move: the `Move`, the child node, or its index in `variations`.

        Returns:
            A `ChildNode`.

        Raises:
            KeyError: no variation has this move, or the node is not a child.
            IndexError: no variation has this index.
        """
    @property
    def variations(self, /) -> VariationList:
        """
        The child nodes, the main variation first: an editable `VariationList`.
        """
    @variations.setter
    def variations(self, /, variations: Any) -> None: ...

@final
class GameView:
    """
    A view of one game of a `Games`. `len(game)` is the number of plies.

    Example:
        >>> game = enroque.Games.from_pgn(b'[White "A"] 1. e4 e5 2. Nf3 1-0')[0]
        >>> game
        <GameView 0: A - ?, 1-0, 3 plies>
        >>> game.san(), game.headers
        (['e4', 'e5', 'Nf3'], {'White': 'A'})
    """
    def __bool__(self, /) -> bool: ...
    def __copy__(self, /) -> GameView: ...
    def __deepcopy__(self, memo: Any, /) -> GameView: ...
    def __eq__(self, other: object, /) -> bool:
        """
        Whether moves, start positions, results, annotations and tags are equal.
        """
    def __hash__(self, /) -> int: ...
    def __len__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[Any, tuple[Any, int]]:
        """
        Pickles the game without the other games of its `Games`.
        """
    def __repr__(self, /) -> str: ...
    def _repr_mimebundle_(self, /, *, include: Any | None = None, exclude: Any | None = None) -> Any:
        """
        Returns an interactive viewer, for notebooks.
        """
    def _repr_svg_(self, /) -> str:
        """
        Returns an SVG image of the last position and its last move, for notebooks.
        """
    def arrows(self, /, ply: SupportsIndex) -> list[Arrow]:
        """
        Returns the arrows and colored squares of the comment after a move.

        Args:
            ply: the number of plies up to the move, from 1. Negative numbers count from the end, as
                in `board`.

        Returns:
            A list of `enroque.svg.Arrow`.

        Raises:
            OutOfRangeError: the game has fewer plies.
        """
    @property
    def black(self, /) -> str:
        """
        The name of Black, the tag `Black`; `?` without it.
        """
    def board(self, /, ply: SupportsIndex | None = None) -> Board:
        """
        Returns the board after a number of plies, with its move stack.

        Args:
            ply: the number of plies; `None` for all. Negative numbers count from the end: -1 is the
                board after the last move, -2 the board before it.

        Raises:
            OutOfRangeError: the game has fewer plies.

        Example:
            >>> game = enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 1-0")[0]
            >>> game.board(1).fen()
            'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
        """
    @property
    def broken(self, /) -> bool:
        """
        Whether the game was cut off at an error in its text.
        """
    @property
    def chess960(self, /) -> bool:
        """
        Whether this is a Chess960 game.
        """
    @property
    def clocks(self, /) -> NDArray[int32] | None:
        """
        The values of this game in `Games.clocks`; `None` if no game of the `Games` has any.
        """
    @property
    def evals(self, /) -> NDArray[int32] | None:
        """
        The values of this game in `Games.evals`; `None` if no game of the `Games` has any.
        """
    def fen(self, /, ply: SupportsIndex | None = None) -> str:
        """
        Returns the FEN after a number of plies.

        Args:
            ply: the number of plies, as in `board`; `None` for all.

        Raises:
            OutOfRangeError: the game has fewer plies.

        Example:
            >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 1-0")[0].fen(1)
            'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
        """
    @property
    def headers(self, /) -> dict[str, str]:
        """
        The PGN tags, in order; the last value of a repeated tag.
        """
    @property
    def index(self, /) -> int:
        """
        The index of the game in its `Games`, from 0.
        """
    @property
    def move_times(self, /) -> NDArray[int32] | None:
        """
        The values of this game in `Games.move_times`; `None` if no game of the `Games` has any.
        """
    @property
    def moves(self, /) -> list[Move]:
        """
        The moves of the main line, as a list of `Move`.
        """
    @property
    def network_values(self, /) -> NDArray[float32] | None:
        """
        The values of this game in `Games.network_values`; `None` if no game of the `Games` has any.
        """
    def opening(self, /) -> Opening | None:
        """
        Returns the name of the opening, as `Games.openings`; `None` for none.

        Example:
            >>> enroque.Games.from_pgn(b"1. e4 c5 2. Nf3 a5 1-0")[0].opening()
            Opening(eco='B27', name='Sicilian Defense', ply=3)
        """
    def pgn(self, /) -> str:
        """
        Returns the game as PGN, with its evaluations, clocks, times and arrows.

        Example:
            >>> print(enroque.Games.from_pgn(b'[White "A"] 1. e4 {[%eval 0.32]} *')[0].pgn(), end="")
            [White "A"]
            <BLANKLINE>
            1. e4 { [%eval 0.32] } *
            <BLANKLINE>
        """
    @property
    def result(self, /) -> str:
        """
        The result in PGN: `1-0`, `0-1`, `1/2-1/2`, or `*` if unknown.
        """
    def san(self, /) -> list[str]:
        """
        Returns the moves in SAN.
        """
    @property
    def search_nodes(self, /) -> NDArray[int32] | None:
        """
        The values of this game in `Games.search_nodes`; `None` if no game of the `Games` has any.
        """
    @property
    def search_values(self, /) -> NDArray[float32] | None:
        """
        The values of this game in `Games.search_values`; `None` if no game of the `Games` has any.
        """
    @property
    def search_wdl(self, /) -> NDArray[float32] | None:
        """
        The values of this game in `Games.search_wdl`; `None` if no game of the `Games` has any.
        """
    @property
    def search_weights(self, /) -> NDArray[float32] | None:
        """
        The values of this game in `Games.search_weights`; `None` if no game of the `Games` has any.
        """
    @property
    def source(self, /) -> str:
        """
        The source of the game, as in `Games.source`; empty if unknown.
        """
    @property
    def source_game(self, /) -> int:
        """
        The number of the game in its source, from 1, as in `Games.source_game`; 0 if unknown.
        """
    @property
    def source_offset(self, /) -> int:
        """
        The byte offset of the game in its source, as in `Games.source_offset`; -1 if unknown.
        """
    def to_game(self, /) -> Game2:
        """
        Returns the game as a tree, with its tags, evaluations, clocks, times and arrows.

        Example:
            >>> game = enroque.Games.from_pgn(b"1. e4 {[%eval 0.32]} e5 1-0")[0].to_game()
            >>> game.next().eval().white().score(), game.headers["Result"]
            (32, '1-0')
        """
    def uci(self, /) -> list[str]:
        """
        Returns the moves in UCI, with castling in the notation of the game's variant.
        """
    def visits(self, /, ply: SupportsIndex) -> dict[Move, int]:
        """
        Returns the moves that the search in a position visited, with their counts.

        Args:
            ply: the number of plies before the position. Negative numbers count from the end, as in
                `board`.

        Returns:
            A dict of counts by `Move`; empty if the position has no visits.

        Raises:
            OutOfRangeError: the game has fewer plies.
        """
    @property
    def white(self, /) -> str:
        """
        The name of White, the tag `White`; `?` without it.
        """

@final
class Games(GamesArrays):
    """
    Many games as columns: about two bytes per move, and the tags. Immutable.

    `Games.from_pgn` reads PGN, `Games.read` and `Games.stream` read files of games.
    `games[i]` is one game, a `GameView`; `games[a:b]`, `games[mask]` and `games[indices]` are
    `Games` of the selected games. The columns (`start`, `moves`, `offsets`, `result`, ...) are
    read-only NumPy arrays, which share their memory with the games.

    Example:
        >>> games = enroque.Games.from_pgn(b'[White "A"] 1. e4 e5 1-0 [White "B"] 1. d4 *')
        >>> games
        <Games: 2 games, 3 plies, 0 broken>
        >>> games[1]
        <GameView 1: B - ?, *, 1 plies>
        >>> games[games.result == 1].plies
        array([2])
    """
    def __add__(self, other: object, /) -> Games: ...
    def __array__(self, /, *arguments: "object", **options: "object") -> None:
        """
        Raises `TypeError`: games are many arrays.
        """
    def __arrow_c_stream__(self, /, requested_schema: Any | None = None) -> Any:
        """
        Returns the games as a stream of Arrow data, one row per game, so that Polars, DuckDB,
        pandas and others can read them: `polars.DataFrame(games)`. `enroque.arrow` documents the
        columns.

        Args:
            requested_schema: the schema requested by the consumer, as a PyCapsule.

        Raises:
            ImportError: pyarrow, the extra `parquet`, is not installed.
        """
    def __copy__(self, /) -> Games: ...
    def __deepcopy__(self, memo: Any, /) -> Games: ...
    def __eq__(self, other: object, /) -> bool:
        """
        Whether all columns are equal. Errors, warnings and origins are not compared.
        """
    @overload
    def __getitem__(self, index: int | integer[Any], /) -> GameView: ...
    @overload
    def __getitem__(self, index: slice | Sequence[int] | NDArray[Any], /) -> Games: ...
    def __iter__(self, /) -> GameIterator: ...
    def __len__(self, /) -> int: ...
    def __radd__(self, other: object, /) -> Games:
        """
        Supports `sum`, which starts with 0.
        """
    def __reduce__(self, /) -> Any: ...
    def __repr__(self, /) -> str: ...
    def _columns(self, /) -> dict[str, Any]:
        """
        Returns all columns by name, the argument of `games_from_columns`.
        """
    def _encode(self, /, columns: Any, game: ArrayLike | None, ply: ArrayLike | None, *, on_unsupported: str = "raise", out: NDArray[Any] | None = None, threads: SupportsIndex | None = None) -> Any:
        """
        Returns the arrays of columns; see `enroque._model.array_methods`.
        """
    def _explorer(self, /, board: Board, min_games: SupportsIndex, threads: SupportsIndex | None) -> list[tuple[int, tuple[str | None, str | None], int, list[int], list[float | None], tuple[int | None, int | None], float | None]]:
        """
        Returns the rows of an explorer, and the total.

        Args:
            board: a board.
            min_games: the least number of games of a move.
            threads: the number of threads; `None` for all cores.

        Returns:
            The values of each `ExplorerRow`. The last one is the total, with 0 for the bits of the move.
        """
    def _explorer_book(self, /, board: Board, plies: SupportsIndex, min_games: SupportsIndex, threads: SupportsIndex | None) -> bytes:
        """
        Returns a Polyglot book of the moves after a position.

        Args:
            board: a board or FEN.
            plies: the number of plies.
            min_games: the least number of games of a move.
            threads: the number of threads; `None` for all cores.
        """
    def _limit_per_elo_bin(self, /, count: SupportsIndex, bin_width: SupportsIndex, counts: Any) -> tuple[Games, list[int]]:
        """
        Limits the games of each rating bin after those of earlier batches.

        Args:
            count: the largest number of games in a bin.
            bin_width: the width of a bin in rating points.
            counts: the numbers of games kept of each bin.

        Returns:
            The games, and the numbers with these games.
        """
    def _part(self, /, first: SupportsIndex, last: SupportsIndex) -> Games:
        """
        Returns consecutive games with all of their errors and warnings.
        """
    def _quality(self, /, threads: SupportsIndex | None) -> NDArray[float64]:
        """
        Returns the accuracy of White and of Black, and their average centipawn loss, `(games, 4)`.
        """
    def _repr_html_(self, /) -> str:
        """
        Returns a table in HTML, for notebooks.
        """
    def _sources(self, /) -> tuple[list[str], NDArray[uint32]]:
        """
        Returns the distinct names of sources, and the index of each game's source among them.
        """
    def _stored(self, /) -> dict[str, Any]:
        """
        Returns the columns of `stored_columns` by name.
        """
    def _tag_table(self, /) -> dict[str, Any]:
        """
        Returns the tags as flat arrays: `names` (the names by number), `game_ends`, `numbers`,
        `value_ends` and `values`; see `games_from_table`.
        """
    def _write_pgn(self, /, file: PgnTarget, *, columns: SupportsIndex | None, evals: bool, clocks: bool, move_times: bool, arrows: bool, compression: str | None, threads: SupportsIndex | None, progress: Progress) -> None:
        """
        Writes the games as PGN to an open file.
        """
    def accuracy(self, /, *, threads: SupportsIndex | None = None) -> NDArray[Any]:
        """
        Returns Lichess's accuracy of White and of Black in each game, float64, `(games, 2)`: 0 to 100.

        The accuracy of a move falls with `win_percent_lost` (lichess.org/page/accuracy); that of a game
        is the mean of the average by volatility, the standard deviation of the win percentages
        around the move, and of the harmonic mean. It is what Lichess shows, not rounded, but for
        games that were set up, whose first move it compares with 15 centipawns, and for gaps
        between evaluations, whose moves are not counted here.

        Args:
            threads: the number of threads; `None` for all cores.

        Returns:
            A row for each game; NaN for a player without evaluated moves.

        Example:
            >>> games = enroque.Games.from_pgn(b"1. f3 {[%eval -0.85]} e5 {[%eval -0.85]} 2. g4 *")
            >>> games.accuracy().round(1)
            array([[ 67.1, 100. ]])
        """
    def acpl(self, /, *, threads: SupportsIndex | None = None) -> NDArray[Any]:
        """
        Returns the average centipawn loss of White and of Black in each game, float64, `(games, 2)`.

        As on Lichess, not rounded: evaluations and mates are limited to 1,000 centipawns, and the
        start position has 15, unless it was set up. Moves without an evaluation before and after
        them are not counted.

        Args:
            threads: the number of threads; `None` for all cores.

        Returns:
            A row for each game; NaN for a player without evaluated moves.

        Example:
            >>> games = enroque.Games.from_pgn(b"1. f3 {[%eval -0.85]} e5 {[%eval -0.85]} 2. g4 *")
            >>> games.acpl()
            array([[100.,   0.]])
        """
    def argsort(self, /, by: SortKey, *, descending: bool = False) -> NDArray[Any]:
        """
        Returns the indices that sort the games.

        The order is stable, also if it is descending.

        Args:
            by: a column (`"white_elo"`, `"date"`, `"plies"`, ...), a PGN tag (`"White"`), an array
                with a value for each game, or a list of these, the most significant first. Tags are
                compared as text, empty if a game does not have the tag; unknown dates come last.
            descending: whether the largest key comes first.

        Returns:
            `(games,)` int64.

        Raises:
            ArgumentError: `by` is an unknown column, or an empty list.
            ArrayError: an array has another length.

        Example:
            >>> games = enroque.Games.from_pgn(b"1. e4 e5 * 1. d4 * 1. c4 c5 2. Nc3 *")
            >>> games.argsort("plies")
            array([1, 0, 2])
        """
    @property
    def arrow_offsets(self, /) -> NDArray[int64] | None:
        """
        The start of each ply's list, int64, `(moves + 1,)`.

        The last entry is the end of the last list. `None` if no game has any.
        """
    @property
    def arrows(self, /) -> NDArray[uint16] | None:
        """
        The arrows (`%cal`) and colored squares (`%csl`) after each move, uint16, concatenated.

        `arrow_offsets` separates the moves.

        Bits 0 to 5 are the from square, bits 6 to 11 the to square (the same for a colored square),
        and bits 12 and 13 the color: 0 green, 1 red, 2 yellow, 3 blue. `None` if no game has any,
        or they were not read: `Games.from_pgn(source, annotations="arrows")`.
        """
    @property
    def black_elo(self, /) -> NDArray[int16]:
        """
        Black's rating in each game, int16, `(games,)`; 0 if unknown.
        """
    @property
    def broken(self, /) -> NDArray[bool_]:
        """
        Whether each game was cut off at an error in its text, bool, `(games,)`.
        """
    def by_start(self, /, *, standard: bool = False) -> StartResults:
        """
        Returns results, evaluations, castling and first moves by start position of Chess960.

        `enroque.chess960.by_start` also takes streams.

        Args:
            standard: whether games of standard chess count as those of number 518.

        Raises:
            ArgumentError: no game begins with a start position of Chess960.

        Example:
            >>> from enroque.data import example_games
            >>> example_games().by_start(standard=True).games[518].item()
            80
        """
    @property
    def chess960(self, /) -> NDArray[bool_]:
        """
        Whether each game is Chess960, bool, `(games,)`.
        """
    @property
    def clocks(self, /) -> NDArray[int32] | None:
        """
        The clock of the player who moved, after each move (`%clk`), int32, `(moves,)`.

        In milliseconds; -1 if unknown. `None` if no game has any.
        """
    @staticmethod
    def concatenate(games: Iterable[Games]) -> Games:
        """
        Concatenates `Games`, with their errors and warnings.

        Args:
            games: an iterable of `Games`, consumed one by one.

        Returns:
            All rows, in order.

        Example:
            >>> one = enroque.Games.from_pgn(b"1. e4 *")
            >>> enroque.Games.concatenate([one, one])
            <Games: 2 games, 2 plies, 0 broken>
        """
    @property
    def date(self, /) -> NDArray[datetime64]:
        """
        The date of each game, `datetime64[D]`, `(games,)`.

        From the tag `Date` or, if that is incomplete, `UTCDate`; NaT if both are incomplete.
        Computed on each access.
        """
    def describe(self, /) -> dict[str, Any]:
        """
        Returns a summary: counts of games and results, and quantiles of plies and ratings.

        Of numbers, `count` is that of games with a value.

        Example:
            >>> from enroque.data import example_games
            >>> described = example_games().describe()
            >>> described["games"], described["chess960"], described["plies"]["median"]
            (118, 38, 71)
        """
    def drop_duplicates(self, /) -> Games:
        """
        Returns the games without duplicates.

        Of games with the same start position and the same moves, the first is kept.

        Example:
            >>> games = enroque.Games.from_pgn(b"1. e4 e5 1-0 1. d4 * 1. e4 e5 *")
            >>> games.drop_duplicates()
            <Games: 2 games, 3 plies, 0 broken>
        """
    @property
    def eco(self, /) -> NDArray[str_]:
        """
        The ECO code of each game, such as `"B33"`, `<U3`, `(games,)`.

        From the tag `ECO`; empty if a game has none. Computed on each access.
        """
    @property
    def error_count(self, /) -> int:
        """
        The number of errors, also of those that `errors` does not list.
        """
    @property
    def errors(self, /) -> list[GameError]:
        """
        The errors that cut off games (the first 10,000) or sources (all).
        """
    @property
    def eval_count(self, /) -> int:
        """
        The number of moves with an evaluation.
        """
    @property
    def evals(self, /) -> NDArray[int32] | None:
        """
        The evaluation after each move (`%eval`) from White's view, int32, `(moves,)`.

        Centipawns; mate in n as 1,000,000 - n or its negative, -2**31 if there is none. `None` if
        no game has any.
        """
    def explorer(self, /, board: Board | str | None = None, *, min_games: SupportsIndex = 1, threads: SupportsIndex | None = None) -> Explorer:
        """
        Returns the moves that were played in a position, with their results.

        The position counts whatever the order of the moves that led to it. A game counts once, with the
        move after the first occurrence of the position.

        Args:
            board: a board or FEN; `None` for the start position. Chess960 is detected by the castling
                rights of a FEN.
            min_games: the least number of games of a move.
            threads: the number of threads; `None` for all cores.

        Returns:
            An `enroque.find.Explorer`.

        Raises:
            ArgumentError: `min_games` is negative.
            FenError: the FEN is invalid.
            IllegalPositionError: the board's position is illegal.

        Example:
            >>> games = enroque.Games.from_pgn(b"1. e4 e5 1-0 1. d4 0-1 1. e4 c5 1/2-1/2")
            >>> for row in games.explorer():
            ...     print(row.san, row.games, row.white, row.draws, row.black)
            e4 2 1 1 0
            d4 1 0 0 1
        """
    def filter(self, /, filter: Filter | None = None, **criteria: "None") -> Games:
        """
        Returns the games that a filter accepts.

        Ratings and results are compared with the columns, other criteria with the tags. The games
        are those that reading with the filter keeps.

        Args:
            filter: an `enroque.Filter`.
            criteria: an error that names `Filter`, which has the criteria.

        Returns:
            The accepted games, whose `filtered_out` counts the rejected games by criterion.

        Example:
            >>> from enroque.data import example_games
            >>> example_games().filter(enroque.Filter(variant="chess960"))
            <Games: 38 games, 3420 plies, 0 broken>
        """
    @property
    def filtered_out(self, /) -> dict[str, int]:
        """
        The number of games that each criterion of the filter rejected, by its name.

        They are counted when the games are read. Criteria that rejected no game are omitted.
        """
    @property
    def fingerprints(self, /) -> NDArray[uint64]:
        """
        A hash of the start position and the moves of each game, uint64, `(games,)`.

        It is the same in every file, on every machine and in every release with the same major
        version.
        """
    @staticmethod
    def from_arrow(table: ArrowStream, *, columns: Mapping[str, str] | None = None, time_unit: str | None = None) -> Games:
        """
        Reads games from Arrow data and validates every move.

        The data has the columns of `enroque.arrow`, or those of a table of `Games.read`.

        Args:
            table: a table or stream of pyarrow, Polars or any package with `__arrow_c_stream__`.
            columns: the columns by what they contain, as in `Games.read`.
            time_unit: the unit of base times, as in `Games.read`.

        Raises:
            FileFormatError: the table contains no games, or a move is illegal.
            TypeError: `table` is not Arrow data.
            ImportError: pyarrow, the extra `parquet`, is not installed.
        """
    @staticmethod
    def from_pgn(source: PgnSource, *, filter: Filter | None = None, strict: bool = False, language: str | None = None, comments: str = "standard", annotations: Annotations | None = None, threads: SupportsIndex | None = None, progress: Progress = False) -> Games:
        """
        Reads all games of PGN files.

        zstd, gzip, bzip2 and zip are recognized by their first bytes. A game with an error keeps
        the moves before it, is marked in `broken` and reported in `errors`; a file that is damaged
        or truncated keeps the games before that. Tolerated errors are reported in `warnings`. The
        result does not depend on the number of threads. Ctrl-C interrupts the call.

        Args:
            source: a path, a folder, a pattern such as `"2024-*.pgn.zst"`, a URL, `"-"` for the
                standard input, a binary or text file, `bytes` of PGN (also compressed), a `Split`, or an
                iterable of these. Of a folder, all files below it with names that end in `.pgn`
                (also compressed) or `.zip` are read in sorted order. Folders and patterns skip
                names that start with a dot.
            filter: criteria that games must meet; `None` for all games. `filtered_out` counts the
                rejected games.
            strict: whether the first error or warning raises `BrokenGameError`, except
                `foreign_letters`.
            language: the code of the language of the piece letters, such as `"de"`; `None` for
                English; `"auto"` reads each game that is not in English in the language that fits.
            comments: `"standard"`, or `"tcec"` to read evaluations and clocks from engine reports
                (`wv=0.65, tl=1738239`).
            annotations: what to keep of comments apart from evaluations and clocks: `"move_times"`
                (`%emt`), `"arrows"` (`%cal` and `%csl`), `"engine"` (evaluations and move times that
                Cutechess and fastchess write, such as `{+0.53/14 47s}`), or several in a list.
            threads: the number of threads; `None` for all cores.
            progress: `True` for a progress bar (tqdm), or a function that is called now and then with
                the bytes read and the total bytes (`None` if a source is a stream).

        Raises:
            FileNotFoundError: a file does not exist.
            PermissionError: a file is not readable.
            BrokenGameError: with `strict`, a game has an error or warning.

        Example:
            >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 1/2-1/2")
            <Games: 1 games, 3 plies, 0 broken>
        """
    def head(self, /, count: SupportsIndex = 5) -> Games:
        """
        Returns the first rows.

        Args:
            count: the number of rows; fewer if there are not as many.
        """
    def label(self, /, command: Command, *, nodes: SupportsIndex | None = None, depth: SupportsIndex | None = None, time: SupportsFloat | SupportsIndex | None = None, workers: SupportsIndex | None = None, options: Options | None = None, min_ply: SupportsIndex = 0, max_ply: SupportsIndex | None = None, every_n: SupportsIndex = 1, positions: tuple[ArrayLike, ArrayLike] | None = None, missing_only: bool = False, search: bool = False, new_game: bool = True, checkpoint: FilePath | None = None, timeout: SupportsFloat | SupportsIndex = 60.0, retries: SupportsIndex = 2, progress: Progress = False) -> Games:
        """
        Evaluates positions with a pool of engines, and returns the games with evaluations.

        The evaluations are those of `%eval` comments: `Games.evals`, from White's view. Every different
        position is evaluated once, without the moves before it, and with its halfmove clock. Checkmate
        and stalemate need no engine. With `nodes` or `depth` and engines of one thread, the result does
        not depend on the number of workers.

        Args:
            command: the program, or the program and its arguments.
            nodes: the number of nodes of each search; `None` for no limit.
            depth: the depth of each search in plies; `None` for no limit.
            time: the seconds of each search; `None` for no limit.
            workers: the number of engine processes; `None` for the number of cores.
            options: UCI options of every engine, such as `{"Hash": 64}`.
            min_ply: the first ply to evaluate in each game; 0 is the start position.
            max_ply: the last ply; `None` for the position after the last move.
            every_n: evaluates every n-th ply from `min_ply` on.
            positions: `(game, ply)`, two arrays of integers, `(positions,)`, instead of `min_ply`,
                `max_ply` and `every_n`.
            missing_only: whether to skip positions that have an evaluation.
            search: whether to fill `search_values`, `search_wdl` and `search_nodes`, too, which needs
                the option `UCI_ShowWDL`.
            new_game: whether engines clear the state of earlier searches (`ucinewgame`). `False` saves
                time for short searches, and the result depends on the order.
            checkpoint: a file of evaluations; those in an existing file are reused. `None` for none.
            timeout: seconds that a position may take beyond `time`.
            retries: the number of further attempts for a position, with a new process, after an error.
            progress: `True` for a progress bar, or a function that is called with the number of
                different positions done, and of all.

        Returns:
            The games with evaluations; those of other positions are unchanged.

        Raises:
            ArgumentError: no limit, or an invalid one; or the checkpoint is of other settings.
            ArrayError: `positions` are not two arrays of integers.
            EngineError: the program does not speak UCI, lacks an option, or failed in all attempts.
            FileFormatError: the checkpoint is damaged.
            OutOfRangeError: a game or ply does not exist.

        Example:
            >>> from enroque.data import example_games
            >>> games = example_games().label("stockfish", nodes=10_000)  # doctest: +SKIP
            >>> games.evals[:3]  # doctest: +SKIP
            array([39, 27, 35], dtype=int32)
        """
    def limit_per_elo_bin(self, /, count: SupportsIndex, *, bin_width: SupportsIndex = 100) -> Games:
        """
        Returns the first games of each bin of mean ratings.

        Games without both ratings share a bin. `enroque.limit_per_elo_bin` does the same for a
        stream; a random sample of each bin is
        `games.sample(len(games), seed=1).limit_per_elo_bin(count)`.

        Args:
            count: the largest number of games in a bin.
            bin_width: the width of a bin in rating points.

        Raises:
            ArgumentError: `count` is negative, or `bin_width` is not 1 to 65,535.

        Example:
            >>> from enroque.data import example_games
            >>> example_games().limit_per_elo_bin(5, bin_width=200)
            <Games: 25 games, 1965 plies, 0 broken>
        """
    @property
    def move_times(self, /) -> NDArray[int32] | None:
        """
        The time used for each move (`%emt`) in milliseconds, int32, `(moves,)`; -1 if unknown.

        `None` if no game has any, or they were not read: `Games.from_pgn(source,
        annotations="move_times")`.
        """
    @property
    def moves(self, /) -> NDArray[uint16]:
        """
        The moves of all games, uint16, concatenated; `offsets` separates the games.

        Bits 0 to 5 are the from square, bits 6 to 11 the to square (when castling, the rook's
        square), and bits 12 to 15 the promotion: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen.
        """
    @property
    def network_values(self, /) -> NDArray[float32] | None:
        """
        The network's value of the position before each move, before the search, float32, `(moves,)`.

        As `search_values`, which the search has improved.
        """
    @property
    def offsets(self, /) -> NDArray[int64]:
        """
        The start of each game's moves in `moves`, int64, `(games + 1,)`.

        The last entry is the end of the last game's moves.
        """
    def openings(self, /, *, threads: SupportsIndex | None = None) -> GameOpenings:
        """
        Returns the name of each game's opening: that of its last position with a name.

        As `Board.opening`, for all positions of each game. The tags `ECO` and `Opening` are not read:
        they are often missing, and names have changed since.

        Args:
            threads: the number of threads; `None` for all cores.

        Returns:
            An `openings.GameOpenings` with the arrays `eco`, `name`, `family` and `ply`.

        Example:
            >>> games = enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 * 1. a3 *")
            >>> openings = games.openings()
            >>> openings.name.tolist(), openings.eco.tolist(), openings.ply.tolist()
            (['Ruy Lopez', "Anderssen's Opening"], ['C60', 'A00'], [5, 1])
        """
    @property
    def other_starts(self, /) -> list[str]:
        """
        The FENs of the start positions with codes from 922,560 on, in the order of their codes.

        All start positions other than those of Chess960 and double Chess960.
        """
    def played_by(self, /, player: str) -> NDArray[bool_]:
        """
        Returns whether each move is one of a player, bool, `(moves,)`.

        Args:
            player: a pattern for the name, as for `Filter`: `*` matches any text, `?` any character.

        Example:
            >>> games = enroque.Games.from_pgn(b'[Black "Me"] 1. e4 e5 2. Nf3 *')
            >>> games.played_by("me")
            array([False,  True, False])
        """
    @property
    def plies(self, /) -> NDArray[int64]:
        """
        The number of plies of each game, int64, `(games,)`.
        """
    def positions(self, /, *, min_ply: SupportsIndex = 0, max_ply: SupportsIndex | None = None, where: Query | Board | str | None = None) -> tuple[NDArray[int64], NDArray[int32]]:
        """
        Returns all positions in which a move was played, as arguments of the other methods.

        Args:
            min_ply: the first ply of each game; 0 is the start position.
            max_ply: the last ply of each game; `None` for the last in which a move was played.
            where: a query of `enroque.find`, or a board or FEN, that the positions match; `None` for all
                positions.

        Returns:
            `(game, ply)`: `(positions,)` int64 and `(positions,)` int32.

        Raises:
            ArgumentError: a ply is negative.
            FenError: the FEN is invalid.
            IllegalPositionError: the board's position is illegal.
            TypeError: `where` is not a query.

        Example:
            >>> from enroque.data import example_games
            >>> game, ply = example_games().positions(min_ply=10, max_ply=11)
            >>> game[:4].tolist(), ply[:4].tolist()
            ([0, 0, 1, 1], [10, 11, 10, 11])
        """
    @staticmethod
    def read(source: PgnSource, *, format: str | None = None, filter: Filter | None = None, columns: Mapping[str, str] | None = None, time_unit: str | None = None, progress: Progress = False) -> Games:
        """
        Reads all games of files, in the formats of their suffixes.

        The suffixes are those of PGN (`.pgn`, also with `.zst`, `.gz` or `.bz2`, and `.zip`), `.npz`,
        those of the training formats of `enroque.formats`, and those of tables of games: `.parquet`,
        `.csv`, `.tsv` and `.jsonl`, and `.txt` for lines of moves. The tables of
        `docs/datasets.md` are recognized by the names of their columns. `Games.from_pgn` has further
        options for PGN, and reads files of PGN with other names; `Games.stream` reads in batches.

        Args:
            source: a path, a folder (with all files of games below it, such as the shards of
                `enroque.convert`), a pattern such as `"2024-*.parquet"`, a URL or pattern of URLs
                such as `"hf://datasets/..."` (PGN and tables, with the extra `remote`), several of
                these in a list, PGN as in `Games.from_pgn`, or a table of pandas, Polars, DuckDB or
                pyarrow (anything with `__arrow_c_stream__`). All files must have one format.
            format: the format of files whose names do not show it: `"pgn"`, `"npz"`, `"parquet"`,
                `"csv"`, `"jsonl"`, `"lines"` or a name in `enroque.formats.FORMATS`.
            filter: criteria that games must meet; `None` for all games. `filtered_out` counts the
                rejected games.
            columns: the columns of a table whose names are not known, by what they contain:
                `{"moves": "transcript", "white_elo": "rating"}`. `"moves"` are UCI, SAN or
                movetext, as text or as lists; other contents are those of PGN tags.
            time_unit: `"seconds"` or `"minutes"`, the unit of base times in the column of time
                controls (`15+2`); required with `columns` if there is one.
            progress: `True` for a progress bar (tqdm), or a function that is called now and then with
                the bytes read and the total bytes (`None` if a source is a stream).

        Raises:
            ArgumentError: a suffix is unknown, or the files are of several formats.
            FileFormatError: a file is damaged or of another format, or a move in it is illegal. In
                PGN, errors are reported in `errors` instead.
            ImportError: pyarrow, the extra `parquet`, is not installed, and a file is Parquet.
            OSError: a file cannot be read.

        Example:
            >>> import tempfile
            >>> from enroque.data import example_games
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     _ = example_games().write(f"{folder}/games.npz")
            ...     enroque.Games.read(f"{folder}/games.npz") == example_games()
            True
        """
    def rescore(self, /, tablebase: Tablebase, *, threads: SupportsIndex | None = None) -> Games:
        """
        Returns the same games with the results of endgame tables.

        A game gets the result of its first position whose result the tables state by the 50-move
        rule, as if it had been adjudicated there: wins and losses just after a capture or pawn move
        (or at the start of the game), draws always. Other games keep their result. Moves and tags do
        not change, and `self` keeps the results as played.

        Args:
            tablebase: an `enroque.tablebase.Tablebase`.
            threads: the number of threads; `None` for all cores.

        Returns:
            The games, in their order.

        Raises:
            FileFormatError: a table is damaged.
        """
    @property
    def result(self, /) -> NDArray[int8]:
        """
        The result of each game, int8, `(games,)`: 1 White won, 0 draw, -1 Black won, -128 unknown.
        """
    def sample(self, /, count: SupportsIndex, *, seed: Seed) -> Games:
        """
        Returns a random sample without replacement, in random order.

        The sample depends only on the seed and the number of rows (ChaCha8); a larger `count`
        adds rows to the sample.

        Args:
            count: the number of rows; if there are fewer, all of them, shuffled.
            seed: an integer or a `numpy.random.Generator`.

        Raises:
            ArgumentError: `count` is negative.

        Example:
            >>> from enroque.data import example_games
            >>> example_games().sample(10, seed=1)
            <Games: 10 games, 742 plies, 0 broken>
        """
    def san(self, /, *, threads: SupportsIndex | None = None) -> NDArray[str_]:
        """
        Returns the moves of each game in SAN, separated by spaces.

        Args:
            threads: the number of threads; `None` for all cores.

        Returns:
            `(games,)` `str` (dtype object).

        Example:
            >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 * 1. d4 *").san().tolist()
            ['e4 e5 Nf3', 'd4']
        """
    def search(self, /, query: Query | Board | str, *, first: bool = True, accept: BoardTest | None = None, threads: SupportsIndex | None = None, progress: Progress = False) -> tuple[NDArray[int64], NDArray[int32]]:
        """
        Returns the positions that match a query.

        All positions of a game are searched, the last one included, and those of a broken game before
        its error. Games without a valid start have none.

        Args:
            query: a query of `enroque.find`, or a board or FEN for its position.
            first: whether only the first such position of each game is returned.
            accept: a function that is called with the board, and its move stack, of each position
                that matches, and returns whether it is searched for; `None` for all.
            threads: the number of threads; `None` for all cores.
            progress: `True` for a progress bar (tqdm), or a function that is called with the number of
                games searched and their total.

        Returns:
            `(game, ply)`: `(positions,)` int64 and `(positions,)` int32, in the order of the games.

        Raises:
            FenError: the FEN is invalid.
            IllegalPositionError: the board's position is illegal.
            TypeError: `query` is not a query.
            ArgumentError: a condition is one of tables.

        Example:
            >>> from enroque.data import example_games
            >>> from enroque.find import Material
            >>> game, ply = example_games().search(Material("KRPkr", either_color=True))
            >>> game.tolist(), ply.tolist()
            ([], [])
        """
    @property
    def search_nodes(self, /) -> NDArray[int32] | None:
        """
        The number of nodes of the search in the position before each move, int32, `(moves,)`.

        -1 if unknown. `None` if no game has any.
        """
    @property
    def search_values(self, /) -> NDArray[float32] | None:
        """
        The value of the search in the position before each move, float32, `(moves,)`.

        From -1 (lost) to 1 (won) for the player to move; NaN if unknown. `None` if no game has any.
        """
    @property
    def search_wdl(self, /) -> NDArray[float32] | None:
        """
        The win, draw and loss probabilities of the search, float32, `(moves, 3)`.

        In the position before each move, for the player to move; NaN if unknown. `None` if no game
        has any.
        """
    @property
    def search_weights(self, /) -> NDArray[float32] | None:
        """
        The weight in training of the position before each move, float32, `(moves,)`.

        0 or more: for example 0 for quick searches, or more where the search contradicts the network
        (`TreeSearch.surprise`). NaN if unknown. `None` if no game has any.
        """
    def sort(self, /, by: SortKey, *, descending: bool = False) -> Games:
        """
        Returns the games in sorted order.

        Args:
            by: a column, a PGN tag, an array or a list of these, as in `argsort`.
            descending: whether the largest key comes first.

        Raises:
            ArgumentError: `by` is an unknown column, or an empty list.
            ArrayError: an array has another length.

        Example:
            >>> games = enroque.Games.from_pgn(b"1. e4 e5 * 1. d4 * 1. c4 c5 2. Nc3 *")
            >>> games.sort("plies", descending=True).plies
            array([3, 2, 1])
        """
    @property
    def source(self, /) -> NDArray[str_]:
        """
        The source of each game, `str` (dtype object), `(games,)`.

        The path of a file as given, `archive.zip/name` for a file in an archive, the name of a
        stream, or `path@start` for a `Split` that does not start at 0; empty if unknown, as for
        training formats. `==` does not compare it.
        """
    @property
    def source_game(self, /) -> NDArray[int64]:
        """
        The number of each game in its `source`, from 1, int64, `(games,)`; 0 if unknown.

        Games that a filter rejected count, so it is the `game` of `GameError`. In a Parquet file
        with a column `movetext` it is the row, from 1.
        """
    @property
    def source_offset(self, /) -> NDArray[int64]:
        """
        The byte offset of each game's first tag in its `source`, int64, `(games,)`; -1 if unknown.

        It counts decompressed text. For a `Split` it counts from the start of the file if that is
        uncompressed, else from the start of the split.

        Example:
            >>> text = b'[White "A"] 1. e4 * [White "B"] 1. d4 *'
            >>> games = enroque.Games.from_pgn(text)
            >>> text[games.source_offset[1]:]
            b'[White "B"] 1. d4 *'
        """
    def split(self, /, fractions: Mapping[str, float], *, seed: Seed) -> dict[str, Games]:
        """
        Splits the games into disjoint subsets, such as training and test data.

        The subset of a game depends only on its fingerprint (start position and moves) and the
        seed: duplicates are in the same subset, in whatever file and order they are. Games keep
        their order.

        Args:
            fractions: the expected fraction of the games for each subset, by name. If they sum to
                less than 1, the remaining games are in no subset.
            seed: an integer or a `numpy.random.Generator`.

        Returns:
            The `Games` of each subset, by name.

        Raises:
            ArgumentError: a fraction is not between 0 and 1, or they sum to more than 1.

        Example:
            >>> from enroque.data import example_games
            >>> subsets = example_games().split({"train": 0.8, "test": 0.2}, seed=1)
            >>> len(subsets["train"]), len(subsets["test"])
            (91, 27)
        """
    @property
    def start(self, /) -> NDArray[uint32]:
        """
        The code of each game's start position, uint32, `(games,)`.

        Up to 959 it is the Chess960 number (518 is standard chess), then `960 + 960 * white +
        black` for double Chess960; from 922,560 on it is a position of `other_starts`. 922,559 is an
        invalid `FEN` tag or an unsupported variant: such a game has no positions.
        """
    @staticmethod
    def stream(source: PgnSource, *, games_per_batch: SupportsIndex = 10000, format: str | None = None, filter: Filter | None = None, columns: Mapping[str, str] | None = None, time_unit: str | None = None, strict: bool = False, language: str | None = None, comments: str = "standard", annotations: Annotations | None = None, threads: SupportsIndex | None = None, progress: Progress = False) -> Stream[Games]:
        """
        Reads the games of files in batches, in bounded memory.

        The concatenated batches are the result of `Games.read` or `Games.from_pgn`, for any number
        of threads. Each batch has its own `errors`, `warnings` and `filtered_out`; those of PGN
        after the last game are in a last batch without games.

        Args:
            source: one or several sources, as in `Games.read`.
            games_per_batch: the number of games in a batch of PGN, of which the last one may have
                fewer; the largest number in a batch of another format.
            format: the format of files whose names do not show it, as in `Games.read`.
            filter: criteria that games must meet; `None` for all games.
            columns: the columns of a table, as in `Games.read`.
            time_unit: the unit of base times in a table, as in `Games.read`.
            strict: whether the first error or warning raises `BrokenGameError`, except
                `foreign_letters`. This and the next three arguments are for PGN only.
            language: the language of the piece letters, as in `Games.from_pgn`.
            comments: `"standard"` or `"tcec"`, as in `Games.from_pgn`.
            annotations: `"move_times"`, `"arrows"` and `"engine"`, as in `Games.from_pgn`.
            threads: the number of threads that read PGN; `None` for all cores.
            progress: `True` for a progress bar (tqdm), or a function that is called now and then with
                the bytes read and the total bytes (`None` if a source is a stream).

        Returns:
            An iterator over `Games`, which `close()` or a `with` block closes.

        Raises:
            FileNotFoundError: a file does not exist.
            PermissionError: a file is not readable.
            BrokenGameError: with `strict`, a game has an error or warning; raised by the iterator.
            ArgumentError: a suffix is unknown, or the files are of several formats.
            FileFormatError: a file that is not PGN is damaged; raised by the iterator.

        Example:
            >>> stream = enroque.Games.stream(b"1. e4 * 1. d4 * 1. c4 *", games_per_batch=2)
            >>> [len(games) for games in stream]
            [2, 1]
        """
    @property
    def tag_names(self, /) -> list[str]:
        """
        The names of all PGN tags that occur in a game.
        """
    def tag_values(self, /, name: str, *, default: str | None = None) -> list[str | None]:
        """
        Returns the values of one PGN tag.

        Args:
            name: the name of the tag.
            default: the value for a game without the tag.

        Returns:
            A value for each game; the last one if the tag is repeated.

        Raises:
            ArgumentError: no game has the tag, and a tag with this name in other capitals is there.

        Example:
            >>> games = enroque.Games.from_pgn(b'[White "A"] 1. e4 e5 1-0 [Black "B"] 1. d4 *')
            >>> games.tag_values("White", default="?")
            ['A', '?']
        """
    def tail(self, /, count: SupportsIndex = 5) -> Games:
        """
        Returns the last rows.

        Args:
            count: the number of rows; fewer if there are not as many.
        """
    @property
    def termination(self, /) -> NDArray[str_]:
        """
        The tag `Termination` of each game, `str` (dtype object), `(games,)`.

        Empty if a game has none. Computed on each access.
        """
    @property
    def time_control(self, /) -> NDArray[str_]:
        """
        The tag `TimeControl` of each game, such as `"180+2"`, `str` (dtype object), `(games,)`.

        Empty if a game has none. Computed on each access.
        """
    def time_used(self, /, *, threads: SupportsIndex | None = None) -> NDArray[int32]:
        """
        Returns the time used for each move in milliseconds, int32, `(moves,)`; -1 if unknown.

        It is `move_times` or, where a move has none, the difference of the player's clocks, in which
        increments, delays and new periods of `time_control` are accounted for. It is unknown if a
        clock or the time control is, if a clock gains more than is possible, if a move took no longer
        than its delay, and for a first move after which the clock is unchanged: Lichess's clocks run
        from the second move on. A player who went berserk there has half the time and no increment.

        Args:
            threads: the number of threads; `None` for all cores.

        Example:
            >>> from io import StringIO
            >>> clocks = "1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59]} 2. d4 {[%clk 0:00:58]} *"
            >>> enroque.Games.from_pgn(StringIO(f'[TimeControl "60+2"]\\n\\n{clocks}')).time_used()
            array([  -1, 3000, 4000], dtype=int32)
        """
    def to_arrow(self, /, moves: str | None = None) -> Any:
        """
        Returns the games as a `pyarrow.Table`, one row per game.

        Args:
            moves: `None` for the columns of `enroque.arrow`; `"movetext"`, `"san"` or `"uci"` for
                tags and text in the columns of `Lichess/standard-chess-games`, which other programs
                read, and `Games.read` too.

        Raises:
            ArgumentError: `moves` is something else.
            ImportError: pyarrow, the extra `parquet`, is not installed.

        Example:
            >>> games = enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 1/2-1/2")
            >>> games.to_arrow("uci").to_pylist()
            [{'Result': '1/2-1/2', 'moves': 'e2e4 e7e5 g1f3'}]
        """
    def to_pandas(self, /, *, moves: str | None = None, tags: SupportsGetItem[int, str] | None = None) -> Any:
        """
        Returns a table for pandas, which must be installed, with a row for each game.

        Its columns are the tags, `chess960`, `broken`, `result`, `white_elo`, `black_elo`, `plies`
        and `date`, as the attributes of the same names, `opening_name`, by position as
        `openings` has it, empty for none, and `moves`.

        Args:
            moves: the notation of the column `moves`, `"san"` or `"uci"`; `None` for no such column.
            tags: the names of the tags; `None` for all that a game has.

        Returns:
            A `pandas.DataFrame`.

        Raises:
            ArgumentError: `moves` is another text.
            ImportError: pandas is not installed.

        Example:
            >>> games = enroque.Games.from_pgn(b'[White "A"] 1. e4 e5 1-0')
            >>> table = games.to_pandas(moves="san", tags=["White"])  # doctest: +SKIP
            >>> table[["White", "result", "moves"]].values.tolist()  # doctest: +SKIP
            [['A', 1, 'e4 e5']]
        """
    def to_pgn(self, /, file: PgnTarget, *, columns: SupportsIndex | None = 80, evals: bool = True, clocks: bool = True, move_times: bool = True, arrows: bool = True, compression: str | None = None, threads: SupportsIndex | None = None, progress: Progress = False) -> None:
        """
        Writes the games as PGN.

        Reading the file returns equal games, except that broken games are no longer broken, and
        control characters in tags become spaces. Tags that contradict the columns (`FEN`, `Result`,
        ratings) or are missing are corrected.

        Args:
            file: a path that ends in `.pgn`, `.pgn.zst`, `.pgn.gz` or `.pgn.bz2`, or a binary or text
                file. An existing file is replaced when the new one is complete.
            columns: the maximum line length of the movetext; `None` for one line per game.
            evals: whether to write evaluations (`%eval`).
            clocks: whether to write clocks (`%clk`).
            move_times: whether to write move times (`%emt`).
            arrows: whether to write arrows and colored squares (`%cal`, `%csl`).
            compression: the compression of a binary file: `"zst"`, `"gz"` or `"bz2"`; `None` or
                `"none"` for none. That of a path is its suffix.
            threads: the number of threads; `None` for all cores.
            progress: `True` for a progress bar (tqdm), or a function that is called with the number of
                games written and their total.

        Raises:
            ArgumentError: PGN cannot express the name of a tag, the path has another suffix, or the
                compression is unknown or not that of the suffix.
            OSError: the file cannot be written.

        Example:
            >>> import io
            >>> file = io.StringIO()
            >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 1/2-1/2").to_pgn(file)
            >>> print(file.getvalue().splitlines()[-2])
            1. e4 e5 2. Nf3 1/2-1/2
        """
    def to_polars(self, /, *, moves: str | None = None, tags: SupportsGetItem[int, str] | None = None) -> Any:
        """
        Returns a table for Polars, which must be installed, with a row for each game.

        Args:
            moves: the notation of the column `moves`, as in `to_pandas`.
            tags: the names of the tags; `None` for all that a game has.

        Returns:
            A `polars.DataFrame` with the columns of `to_pandas`.

        Raises:
            ArgumentError: `moves` is another text.
            ImportError: Polars is not installed.
        """
    def uci(self, /, *, chess960: bool | None = None, threads: SupportsIndex | None = None) -> NDArray[str_]:
        """
        Returns the moves of each game in UCI, separated by spaces.

        Args:
            chess960: whether castling is written as king takes rook; `None` for that of each game's
                variant.
            threads: the number of threads; `None` for all cores.

        Returns:
            `(games,)` `str` (dtype object).

        Example:
            >>> enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 * 1. d4 *").uci().tolist()
            ['e2e4 e7e5 g1f3', 'd2d4']
        """
    @property
    def visit_counts(self, /) -> NDArray[uint16] | None:
        """
        The visit count of each of `visit_moves`, uint16.

        Only the ratios of the counts of a position are meaningful: counts that were fractions or
        above 65,535 are scaled.
        """
    @property
    def visit_moves(self, /) -> NDArray[uint16] | None:
        """
        The moves that the searches visited, uint16, as in `moves`, concatenated.

        `visit_offsets` separates the positions before each move, in which they are legal. Legal
        moves without visits may be absent. `None` if no game has any.
        """
    @property
    def visit_offsets(self, /) -> NDArray[int64] | None:
        """
        The start of each ply's list, int64, `(moves + 1,)`.

        The last entry is the end of the last list. `None` if no game has any.
        """
    @property
    def warning_count(self, /) -> int:
        """
        The number of warnings, also of those that `warnings` does not list.
        """
    @property
    def warnings(self, /) -> list[GameError]:
        """
        The warnings: tolerated errors, the first 10,000.
        """
    @property
    def white_elo(self, /) -> NDArray[int16]:
        """
        White's rating in each game, int16, `(games,)`; 0 if unknown.
        """
    def win_percent_lost(self, /, *, threads: SupportsIndex | None = None) -> NDArray[float32]:
        """
        Returns the win percentage that each move lost its player, float32, `(moves,)`: 0 to 100.

        By Lichess's formula (lichess.org/page/accuracy), from the evaluations before and after a move
        (`evals`), which are limited to 1,000 centipawns; the start position has 15, unless it was set
        up. NaN where an evaluation is missing, as in Lichess's files after a checkmate.

        Args:
            threads: the number of threads; `None` for all cores.

        Example:
            >>> games = enroque.Games.from_pgn(b"1. f3 {[%eval -0.85]} e5 {[%eval -0.85]} 2. g4 *")
            >>> games.win_percent_lost().round(1)
            array([9.1, 0. , nan], dtype=float32)
        """
    def with_columns(self, /, *, evals: ArrayLike | None = None, clocks: ArrayLike | None = None, move_times: ArrayLike | None = None, search_values: ArrayLike | None = None, search_wdl: ArrayLike | None = None, network_values: ArrayLike | None = None, search_nodes: ArrayLike | None = None, search_weights: ArrayLike | None = None) -> Games:
        """
        Returns the same games with other columns.

        A column of which no entry is known becomes `None`. Each argument is as the property of its
        name, of integers or floats of any size; `None` keeps the column.

        Args:
            evals: The evaluation after each move (`%eval`) from White's view, int32, `(moves,)`.
            clocks: The clock of the player who moved, after each move (`%clk`), int32, `(moves,)`.
            move_times: The time used for each move (`%emt`) in milliseconds, int32, `(moves,)`; -1 if unknown.
            search_values: The value of the search in the position before each move, float32, `(moves,)`.
            search_wdl: The win, draw and loss probabilities of the search, float32, `(moves, 3)`.
            network_values: The network's value of the position before each move, before the search, float32, `(moves,)`.
            search_nodes: The number of nodes of the search in the position before each move, int32, `(moves,)`.
            search_weights: The weight in training of the position before each move, float32, `(moves,)`.

        Returns:
            The games; these are unchanged.

        Raises:
            ArrayError: a column has the wrong shape or dtype, or a value is out of range.

        Example:
            >>> games = enroque.Games.from_pgn(b"1. e4 e5 *")
            >>> games.with_columns(evals=[30, 25])[0].evals
            array([30, 25], dtype=int32)
        """
    def with_evals(self, /, positions: Positions, *, replace: bool = False, threads: SupportsIndex | None = None) -> Games:
        """
        Returns the same games with the evaluations of a table of positions.

        Positions are the same by their keys: pieces, side to move, castling rights and legal en
        passant, not clocks. Of several evaluations of a position the first of the deepest is taken.
        `evals` has evaluations after moves: that of a start position has no place there.

        Args:
            positions: the table, such as a batch of `Positions.stream`.
            replace: whether the table's evaluations replace those that the games have; else they fill
                only those that are missing.
            threads: the number of threads; `None` for all cores.

        Returns:
            The games, whose `eval_count` is the number of moves that now have an evaluation.

        Example:
            >>> games = enroque.Games.from_pgn(b"1. e4 e5 2. Nf3 *")
            >>> table = b"FEN,Evaluation\\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,+34\\n"
            >>> evaluated = games.with_evals(enroque.Positions.read(table))
            >>> evaluated.eval_count, evaluated.evals[0]
            (1, np.int32(34))
        """
    def with_tags(self, tags: Tags, /) -> Games:
        """
        Returns the games with other PGN tags.

        A tag that a game has keeps its place, new ones come last. `WhiteElo` and `BlackElo` change
        the columns of ratings.

        Args:
            tags: a value for each tag name: a text for all games, `None` to remove the tag, or a
                sequence with a text or `None` for each game.

        Returns:
            New `Games`; the moves are copied.

        Raises:
            ArgumentError: a name cannot be that of a tag, or is `FEN`, `SetUp`, `Variant` or
                `Result`, which follow from the games (a `ValueError`).
            ArrayError: there is not one value for each game.
            TypeError: a value is neither a text nor `None`.

        Example:
            >>> games = enroque.Games.from_pgn(b'[White "A"] 1. e4 e5 1-0 [White "B"] 1. d4 *')
            >>> games = games.with_tags({"Event": "Match", "White": None, "Round": ["1", "2"]})
            >>> games.tag_names, games.tag_values("Round")
            (['Event', 'Round'], ['1', '2'])
        """
    def write(self, /, path: FilePath, *, format: str | None = None, moves: str | None = None, on_unsupported: str = "raise", missing_score: SupportsIndex | None = None, input_format: SupportsIndex = 1, progress: Progress = False) -> Written:
        """
        Writes the games to a file, in the format of its suffix, as in `Games.read`.

        The file appears under its name only when it is complete. `Games.to_pgn` has further options
        for PGN; `enroque.Writer` writes in batches.

        Args:
            path: the file; an existing one is replaced.
            format: the format, as in `enroque.Writer`, or `"csv"`; `None` for that of the suffix.
            moves: the notation of a table of tags and moves as text, `.parquet` or `.csv` (also
                compressed, such as `.csv.zst`), as of `Games.to_arrow`: `"movetext"` as Lichess has it,
                `"san"` or `"uci"`. `None` means `"movetext"` for CSV, and moves as numbers for Parquet.
            on_unsupported: `"raise"` or `"skip"` what a training format cannot store; see
                `enroque.Writer`.
            missing_score: the score of positions without an evaluation; see `enroque.Writer`.
            input_format: lc0's input format; see `enroque.Writer`.
            progress: `True` for a progress bar (tqdm), or a function that is called with the number of
                games written and their total.

        Returns:
            The counts of what was written.

        Raises:
            ArgumentError: the suffix or format is unknown, an option is out of range, or PGN cannot
                express the name of a tag.
            EncodingError: the format cannot store a game.
            ImportError: pyarrow, the extra `parquet`, is not installed, and the file is Parquet.
            OSError: the file cannot be written.
        """

@final
class InternalColumn:
    """
    A column for the array methods of the Python package alone.
    """
    @staticmethod
    def features_csr(encoding: Encoding | str) -> InternalColumn:
        """
        The active features of positions without padding.
        """
    @staticmethod
    def fens() -> InternalColumn:
        """
        FENs.
        """
    @staticmethod
    def legal_indices(policy: Policy | str) -> InternalColumn:
        """
        The policy indices of the legal moves, in the order of `Board.legal_moves`.

        In an `Arena`, games that are over have no legal moves.
        """
    @staticmethod
    def policy_moves(policy: Policy | str, indices: ArrayLike) -> InternalColumn:
        """
        The legal moves with policy indices, one for each position.
        """
    @staticmethod
    def policy_target_csr(policy: Policy | str, *, on_missing: str = "raise", temperature: SupportsFloat | SupportsIndex = 1.0) -> InternalColumn:
        """
        The visits of the search in each position as sparse rows with the sum 1.
        """
    @staticmethod
    def supported(columns: Columns) -> InternalColumn:
        """
        Whether all of some columns can express a position.
        """

@final
class Leaves(LeavesArrays):
    """
    Positions of search trees that need an evaluation, ordered by game.

    `TreeSearch.select` returns them, and `TreeSearch.backup` takes them with their evaluations.
    Each continues the arena's game by the moves of its tree: its arrays have the history of the
    game and of the path, and the array methods have the names and options of those of `Arena`.
    Later calls of the search or of the arena do not change them.

    Example:
        >>> arena = enroque.Arena(4, seed=1)
        >>> search = enroque.TreeSearch(arena, simulations=8)
        >>> search.begin()
        >>> leaves = search.select()  # the roots
        >>> leaves.planes("lc0").shape, leaves.legal_indices()[1].tolist()
        ((4, 112, 8, 8), [0, 20, 40, 60, 80])
    """
    def __len__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    def _encode(self, /, columns: Any, *, on_unsupported: str = "raise", out: NDArray[Any] | None = None, threads: SupportsIndex | None = None) -> Any:
        """
        Returns the arrays of columns; see `enroque._model.array_methods`.
        """
    def _policy(self, /, policy: Policy | str | None) -> Policy:
        """
        Returns a policy, by default that of the arena.
        """
    def board(self, /, index: SupportsIndex) -> Board:
        """
        Returns one leaf as a `Board` with the moves of its game and its path.

        Args:
            index: the index of the leaf.

        Raises:
            OutOfRangeError: there is no such leaf.
        """
    @property
    def depth(self, /) -> NDArray[int32]:
        """
        The number of plies from the root to each leaf, int32.
        """
    @property
    def game(self, /) -> NDArray[int64]:
        """
        The index of each leaf's game, int64.
        """
    @property
    def halfmove_clock(self, /) -> NDArray[int32]:
        """
        The number of plies since the last capture or pawn move of each leaf, int32.
        """
    def legal_moves(self, /) -> tuple[NDArray[uint16], NDArray[int64]]:
        """
        Returns the legal moves of each leaf.

        Returns:
            `(values, offsets)`, uint16 and int64, as of `Arena.legal_moves`.
        """
    @property
    def offsets(self, /) -> NDArray[int64]:
        """
        The ends of the rows of legal moves with 0 before, int64: the offsets of `legal_indices`.
        """
    @property
    def piece_count(self, /) -> NDArray[int32]:
        """
        The number of pieces of each leaf, int32, to find leaves for a tablebase.
        """
    @property
    def repetitions(self, /) -> NDArray[int32]:
        """
        The number of occurrences of each leaf's position in its game and its path, int32.
        """
    @property
    def turn(self, /) -> NDArray[bool_]:
        """
        Whether White is to move in each leaf, bool.
        """
    @property
    def zobrist_key(self, /) -> NDArray[uint64]:
        """
        The Zobrist key of each leaf's position, uint64, as `Board.hash()`.
        """

@final
class LegalMoveGenerator:
    """
    The legal moves of a board, generated for its current position at each use.

    Supports iteration, `len`, `in` and indexing. A loop iterates over the moves that were legal
    when it began, so it may push and pop. The order is the same on every platform: king, castling,
    en passant, pawns, knights, sliders on diagonals, sliders on ranks and files, pinned sliders.

    Args:
        board: the board, as in `board.legal_moves`; or an object with python-chess's method
            `generate_legal_moves`, such as a board of a variant, whose moves are listed by it.
    """
    __getitem__: Final[GetMove]
    def __array__(self, /, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """
        Returns the moves as an array of objects, as `numpy.array(board.legal_moves)` does.

        Args:
            dtype: the dtype; `None` for object.
            copy: has no effect: the array is new.
        """
    def __bool__(self, /) -> bool: ...
    def __contains__(self, move: Move, /) -> bool: ...
    def __iter__(self, /) -> Iterator[Move]: ...
    def __len__(self, /) -> int: ...
    def __new__(cls, /, board: Board | GeneratesLegalMoves) -> LegalMoveGenerator: ...
    def __repr__(self, /) -> str: ...
    def __reversed__(self, /) -> Iterator[Move]: ...
    def _repr_html_(self, /) -> str:
        """
        Returns a table in HTML, for notebooks.
        """
    def count(self, /) -> int:
        """
        Returns the number of legal moves, without listing them.
        """
    def san(self, /) -> list[str]:
        """
        Returns the SAN of all legal moves, faster than `[board.san(move) for move in self]`.
        """
    def uci(self, /) -> list[str]:
        """
        Returns the UCI texts of all legal moves, faster than `[move.uci() for move in self]`.
        """

@disjoint_base
class Loader:
    """
    Shuffled training batches, made by Rust threads while the model trains.

    Iterating yields one epoch of batches; the next `for` loop continues with the next epoch,
    shuffled differently. A batch is a dict of NumPy arrays by column, whose memory (aligned to 64
    bytes) is reused when the arrays are deleted. The batches depend only on the arguments, never on
    `threads` or timing. Close the loader with `close()` or a `with` block.

    The first options select samples, from `min_ply` to `on_unsupported`; then `shuffle_games` to
    `world_size` order and divide them.

    Args:
        source: `Games` or `Positions`, a list of them, a path, folder or pattern of PGN, Parquet or
            `.npz` files, of training formats with games or of tables of positions, a list of these
            (of one kind), or a callable that returns an iterator of `Games` or `Positions`, which
            runs on a thread of the loader. A folder with several subsets is an error. A row of
            `Positions` is a sample; the options of plies,
            games and clocks are errors then.
        columns: a `Column`, a list of them, or a dict of them by name, as in `Games.encode`. A batch
            has an array for each. `Column.policy_target(..., on_missing="skip")` skips positions
            without visits; a `Column.label` needs a source that is one `Games` or `Positions`.
        batch_size: the number of samples of a batch.
        min_ply: the first ply to sample.
        max_ply: the last ply to sample; `None` for no limit.
        positions_per_game: the number of positions sampled from each game; `None` for all.
        sample_probability: the probability to keep a sample.
        filter: a query of `enroque.find` that the positions match, or a board or FEN for its
            position; `None` for all.
        min_clock: the least time on the clock in milliseconds.
        weights: a dict of lists of sampling weights: `"piece_count"` and `"ply"` (by index, the
            last entry extends to all larger ones), `"result"` (lost, drawn, won) and `"rating"` (of
            the side to move, by hundreds: the first entry is for 0 to 99). A sample is kept with
            the product of its weights, divided by the largest product.
        on_unsupported: the handling of samples that an encoding cannot express: `"raise"`, `"skip"`
            or `"mask"`.
        shuffle_games: the number of games that are shuffled together; 0 keeps the order.
        shuffle_rows: the number of rows of `Positions` that are shuffled together; 0 keeps the order.
        seed: the seed of the order and of sampling, 0 to 2**64 - 1.
        rank: the index of this process; games and rows are divided among
            processes.
        world_size: the number of processes. Each gets the same number of games or rows, but not of
            samples or batches, as DDP needs them: see `even`.
        even: divide the samples among processes, so that all get the same number of batches. Of the
            samples shuffled together, fewer than `world_size` are dropped; each process selects the
            samples of all.
        drop_last: whether to omit an incomplete last batch.
        prefetch: the number of batches made ahead.
        threads: the number of threads; `None` for all cores.
        on_error: the handling of files that cannot be read: `"raise"`, or `"skip"` with a
            `RuntimeWarning` and an entry in `skipped_files`.
        progress: `True` for a progress bar (tqdm) of each epoch, or a function that is called
            before each batch. They get the part of the source covered by the batches so far, and
            its size: in games or rows of `Games`, `Positions` and lists of them, else in bytes of
            the files; `None` if the source is a callable.

    Raises:
        FileNotFoundError: a file does not exist.
        ArgumentError: an encoding or option is unknown, or an argument is out of range.

    Example:
        >>> from enroque.data import example_games
        >>> columns = [enroque.Column.planes("lc0"), enroque.Column.policy("lc0")]
        >>> with enroque.Loader(example_games(), columns, batch_size=256, seed=1) as loader:
        ...     next(loader)["policy"].shape
        (256,)
    """
    def __enter__(self, /) -> Loader: ...
    def __exit__(self, /, *exception: "object") -> None: ...
    def __iter__(self, /) -> Loader: ...
    def __new__(cls, /, source: LoaderSource, columns: Columns, *, batch_size: SupportsIndex = 1024, min_ply: SupportsIndex = 0, max_ply: SupportsIndex | None = None, positions_per_game: SupportsIndex | None = None, sample_probability: SupportsFloat | SupportsIndex = 1.0, filter: Query | Board | str | None = None, min_clock: SupportsIndex | None = None, weights: dict[str, Any] | None = None, on_unsupported: str = "raise", shuffle_games: SupportsIndex = 1024, shuffle_rows: SupportsIndex = 65536, seed: SupportsIndex = 0, rank: SupportsIndex = 0, world_size: SupportsIndex = 1, even: bool = False, drop_last: bool = False, prefetch: SupportsIndex = 4, threads: SupportsIndex | None = None, on_error: str = "raise", progress: Progress = False) -> Loader: ...
    def __next__(self, /) -> Batch: ...
    def __repr__(self, /) -> str: ...
    def _repr_html_(self, /) -> str:
        """
        Returns a table in HTML, for notebooks.
        """
    def close(self, /) -> None:
        """
        Stops the threads and frees the memory; the loader then raises `ClosedError`.

        Any thread may call it, even while another waits for a batch. Closing twice has no effect.
        """
    @property
    def closed(self, /) -> bool:
        """
        Whether the loader is closed.
        """
    @property
    def epoch(self, /) -> int:
        """
        The epoch of the next batch, from 0.
        """
    @property
    def epoch_size(self, /) -> int | None:
        """
        The number of samples of an epoch.

        `None` if it is unknown: for files and callables, and if samples are chosen at random
        (`sample_probability`, `weights`) or skipped by an encoding (`on_unsupported`).
        """
    def load_state_dict(self, /, state: dict[str, Any]) -> None:
        """
        Moves to a saved position; the next batches are those of the saved loader.

        `batch_size` and the columns may differ from those of the saved loader.

        Args:
            state: the dict of `state_dict`.

        Raises:
            ArgumentError: the dict is of a loader with another source, seed, order or selection of
                samples.
        """
    def set_epoch(self, /, epoch: SupportsIndex) -> None:
        """
        Moves to the start of an epoch.

        Args:
            epoch: the epoch, from 0.
        """
    @property
    def skipped(self, /) -> int:
        """
        The number of positions skipped in the epoch of the last batch.

        They are skipped by a column (`on_missing="skip"`) or an encoding (`on_unsupported="skip"`); a
        `SequenceLoader` skips games. Positions shuffled together with the batch count. A loader whose
        state was loaded counts from there.
        """
    @property
    def skipped_files(self, /) -> list[str]:
        """
        The files that could not be read, or not to the end, each with the reason; see `on_error`.

        They include tables with rows that could not be read, each with the first such row.
        """
    def state_dict(self, /) -> dict[str, Any]:
        """
        Returns the position in the data as a dict of plain values for checkpoints.
        """

@final
class Move:
    """
    A move: origin, target and promotion. It has no position, so it may be illegal everywhere.

    Moves are immutable, hashable, and sort by origin, target and promotion. The null move,
    `Move.null()` or `0000`, passes the turn and is false.

    Args:
        from_square: the origin, 0 to 63.
        to_square: the target, 0 to 63. For castling, the king's target or the rook's square.
        promotion: the piece type that a pawn becomes, or `None`.
        drop: the piece type that Crazyhouse puts on the target, or `None`. Such a move is legal
            nowhere, since enroque plays no variants.

    Raises:
        OutOfRangeError: a square or piece type is out of range.

    Example:
        >>> enroque.Move.from_uci("e7e8q").promotion == enroque.QUEEN
        True
    """
    __match_args__: Final[tuple[str, str, str, str]]
    def __bool__(self, /) -> bool: ...
    def __copy__(self, /) -> Move: ...
    def __deepcopy__(self, memo: Any, /) -> Move: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ge__(self, value: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[int, int, int | None, int | None]: ...
    def __gt__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __le__(self, value: object, /) -> bool: ...
    def __lt__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, from_square: SupportsIndex, to_square: SupportsIndex, promotion: SupportsIndex | None = None, drop: SupportsIndex | None = None) -> Move: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @property
    def drop(self, /) -> int | None:
        """
        The piece type that Crazyhouse puts on the target, or `None`.
        """
    @property
    def from_square(self, /) -> int:
        """
        The origin, 0 to 63.
        """
    @staticmethod
    def from_uci(uci: str) -> Move:
        """
        Returns the move that a UCI text names, without a position.

        Args:
            uci: text such as `e2e4`, `e7e8q`, `0000` for the null move, or `P@e4` for a drop of
                Crazyhouse.

        Raises:
            InvalidMoveError: the text is not UCI.
        """
    @staticmethod
    def null() -> Move:
        """
        Returns the null move, which passes the turn.
        """
    @property
    def promotion(self, /) -> int | None:
        """
        The piece type that a pawn becomes, or `None`.
        """
    @property
    def to_square(self, /) -> int:
        """
        The target, 0 to 63; for castling, the king's target or the rook's square.
        """
    def uci(self, /) -> str:
        """
        Returns the move in UCI: `e2e4`, `e7e8q`, `0000` for the null move, `P@e4` for a drop.
        """
    def xboard(self, /) -> str:
        """
        Returns the move for the XBoard protocol: as `uci`, with `@@@@` for the null move.
        """

@final
class MoveStack:
    """
    The moves pushed since a board was set up, as they are at each use: a sequence of `Move`s.

    It reads like a list, and slices, `copy` and `+` make new lists. It cannot be changed: `push` and
    `pop` of the board do that.

    Example:
        >>> from enroque import Board
        >>> board = Board()
        >>> stack = board.move_stack
        >>> move = board.push_san("e4")
        >>> len(stack), stack[-1], stack == [move]
        (1, Move.from_uci('e2e4'), True)
    """
    __getitem__: Final[GetMove]
    def __add__(self, other: object, /) -> Any: ...
    def __eq__(self, other: object, /) -> Any: ...
    def __iter__(self, /) -> Iterator[Move]: ...
    def __len__(self, /) -> int: ...
    def __radd__(self, other: object, /) -> Any: ...
    def __reduce__(self, /) -> tuple[type, tuple[list[Move]]]: ...
    def __repr__(self, /) -> str: ...
    def __reversed__(self, /) -> Iterator[Move]: ...
    def copy(self, /) -> list[Move]:
        """
        Returns the moves as a new list.
        """
    def count(self, /, move: "Move") -> int:
        """
        Returns how often a move was played.

        Args:
            move: a `Move`.
        """
    def index(self, /, move: "Move", start: SupportsIndex = 0, stop: SupportsIndex | None = None) -> int:
        """
        Returns the ply of the first occurrence of a move.

        Args:
            move: a `Move`.
            start: the first ply to look at.
            stop: the ply after the last one; `None`: all plies.

        Raises:
            ValueError: the move was not played.
        """

@final
class PgnWriter:
    """
    Makes the tokens that exporters write.

    Args:
        headers: write the tags.
        comments: write comments and NAGs.
        variations: write variations.
    """
    def __new__(cls, /, *, headers: bool, comments: bool, variations: bool) -> PgnWriter: ...
    def begin_headers(self, /) -> None:
        """
        Starts the tags of a game.
        """
    def begin_variation(self, /) -> list[str] | None:
        """
        Returns the opening parenthesis of a variation; `None` if variations are not written.
        """
    def comment(self, /, comment: str) -> list[str]:
        """
        Returns the tokens of a comment.
        """
    def end_headers(self, /) -> list[str]:
        """
        Returns the empty line after tags, if there were any.
        """
    def end_variation(self, /) -> list[str]:
        """
        Returns the closing parenthesis of a variation.
        """
    def header(self, /, name: str, value: str) -> list[str]:
        """
        Returns the line of a tag, or nothing if tags are not written.
        """
    def nag(self, /, nag: SupportsIndex) -> list[str]:
        """
        Returns the token of a NAG.
        """
    def result(self, /, result: str) -> list[str]:
        """
        Returns the token of a result; `*` if it is invalid.
        """
    def san(self, /, board: Any, move: Move) -> list[str]:
        """
        Returns the tokens of a move, which must be legal or null, with its number where needed. The
        board is a `Board`, or one of a variant that writes its moves itself.
        """

@final
class Piece:
    """
    A piece: a type and a color. Pieces are immutable and hashable.

    Args:
        piece_type: `PAWN` (1) to `KING` (6).
        color: `WHITE` (True) or `BLACK` (False).

    Raises:
        OutOfRangeError: the piece type is out of range.

    Example:
        >>> enroque.Piece(enroque.KNIGHT, enroque.WHITE)
        Piece.from_symbol('N')
    """
    __match_args__: Final[tuple[str, str]]
    def __copy__(self, /) -> Piece: ...
    def __deepcopy__(self, memo: Any, /) -> Piece: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[int, bool]: ...
    def __hash__(self, /) -> int:
        """
        0 to 11, as in python-chess: White's pieces in the order of piece types, then Black's.
        """
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, piece_type: SupportsIndex, color: bool) -> Piece: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str:
        """
        Returns an SVG image of the piece, for notebooks.
        """
    @property
    def color(self, /) -> bool:
        """
        The color, `WHITE` (True) or `BLACK` (False).
        """
    @staticmethod
    def from_symbol(symbol: str) -> Piece:
        """
        Returns the piece of a FEN letter.

        Args:
            symbol: `P`, `N`, `B`, `R`, `Q` or `K`; lower case for Black.

        Raises:
            ArgumentError: the text is not a FEN letter (a `ValueError`).
        """
    @property
    def piece_type(self, /) -> int:
        """
        The piece type, `PAWN` (1) to `KING` (6).
        """
    def symbol(self, /) -> str:
        """
        Returns the FEN letter: upper case for White, lower case for Black.
        """
    def unicode_symbol(self, /, *, invert_color: bool = False) -> str:
        """
        Returns the Unicode chess symbol.

        Args:
            invert_color: return the symbol of the other color, for dark backgrounds.
        """

@final
class PlayedGame:
    """
    A game under a rule set, with draw offers, claims, clocks, irregularities and adjournment.

    The game ends once, by its rules. A call that raises changes nothing. Impossible calls raise
    `PlayError`, illegal moves `IllegalMoveError`, and clock errors `ClockError`; all are
    `ValueError`s.

    Args:
        board: the start position with the moves played so far; the standard one if `None`.
        rules: a name in `RULE_SETS` or a `RuleSet`.
        time_control: White's time control; without it the game has no clock.
        black_time_control: Black's time control; White's if `None`.
        increment_from_start: whether increments are added before each move; see `Clock`.

    Example:
        >>> import enroque
        >>> from enroque.rules import PlayedGame
        >>> game = PlayedGame()
        >>> game.push(enroque.Move.from_uci("e2e4"))
        >>> game.resign(enroque.BLACK).outcome.result()
        '1-0'
    """
    def __new__(cls, /, board: Board | None = None, *, rules: str | RuleSet = "fide2023", time_control: TimeControl | None = None, black_time_control: TimeControl | None = None, increment_from_start: bool = False) -> PlayedGame: ...
    def __reduce__(self, /) -> tuple[Any, tuple[str]]: ...
    def __repr__(self, /) -> str: ...
    def accept_draw(self, /, color: bool) -> Outcome:
        """
        Accepts the opponent's draw offer; the game is drawn (FIDE 5.2.3).

        Args:
            color: the player who accepts.

        Returns:
            The `Outcome`.

        Raises:
            PlayError: a `ValueError`: the opponent has not offered a draw, or the rules require
                more moves first.
        """
    def board(self, /) -> Board:
        """
        Returns a new `Board` with the moves played so far.
        """
    def claim_fifty_moves(self, /, color: bool, move: Move | None = None) -> ClaimResult:
        """
        Claims a draw by the fifty-move rule (FIDE 9.3).

        An invalid claim costs time and counts as a draw offer (FIDE 9.5.3, 9.1.2.3).

        Args:
            color: the player who claims.
            move: the move that the player intends and announces without playing it; `None` claims
                for the position on the board.

        Returns:
            A `ClaimResult`, true if the game is drawn.

        Raises:
            PlayError: a `ValueError`: the game is over or adjourned.
        """
    def claim_threefold_repetition(self, /, color: bool, move: Move | None = None) -> ClaimResult:
        """
        Claims a draw by threefold repetition (FIDE 9.2).

        An invalid claim costs time and counts as a draw offer (FIDE 9.5.3, 9.1.2.3).

        Args:
            color: the player who claims.
            move: the move that the player intends and announces without playing it; `None` claims
                for the position on the board.

        Returns:
            A `ClaimResult`, true if the game is drawn.

        Raises:
            PlayError: a `ValueError`: the game is over or adjourned.
        """
    @property
    def clock(self, /) -> Clock | None:
        """
        A copy of the clock, or `None` without one; change its times with `set_left`.
        """
    def decline_draw(self, /, color: bool) -> None:
        """
        Declines the opponent's draw offer.

        Args:
            color: the player who declines.

        Raises:
            PlayError: a `ValueError`: the opponent has not offered a draw.
        """
    @property
    def draw_offer(self, /) -> bool | None:
        """
        The player whose draw offer is open, or `None`.
        """
    def end(self, /, score: tuple[SupportsIndex, SupportsIndex], termination: Termination) -> Outcome:
        """
        Ends the game by a decision, such as a forfeit, an adjudication, or a loss of both players.

        Args:
            score: half-points of White and Black, at most 2 together; `(0, 0)` if both lose.
            termination: the reason.

        Returns:
            The `Outcome`.

        Raises:
            PlayError: a `ValueError`: score, termination and position contradict each other, such
                as a stalemate with legal moves.
        """
    @property
    def envelope(self, /) -> Envelope | None:
        """
        The data on the envelope while the game is adjourned, else `None`.
        """
    @property
    def events(self, /) -> list[Event]:
        """
        All events other than moves, in order, as `Event`s.
        """
    def flag_fell(self, /, color: bool) -> Adjudication:
        """
        Ends the game by a fallen flag; a draw if the opponent cannot win (FIDE 6.9).

        Args:
            color: the player whose flag fell.

        Returns:
            An `Adjudication`: the outcome, and whether the opponent could win.

        Raises:
            PlayError: a `ValueError`: the game is over.
        """
    @classmethod
    def from_json(cls, /, text: str, *, chess960: bool | None = None) -> PlayedGame:
        """
        Restores a game from the text of `to_json`.

        Args:
            text: the JSON text.
            chess960: whether the game is Chess960; `None` uses the value in the text.

        Raises:
            FileFormatError: a `ValueError` that names the invalid part of the text.
        """
    def illegal_moves(self, /, color: bool) -> int:
        """
        Returns the number of a player's illegal moves and other irregularities so far.

        Args:
            color: the player.
        """
    def irregularity(self, /, color: bool, kind: str = "illegal_move", *, ply: SupportsIndex | None = None, move: Move | None = None) -> Ruling:
        """
        Records an illegal move or another irregularity and its penalty (FIDE 7.5).

        The game goes back to the position before the irregularity, with the clock's move count; its
        times stay (set them with `set_left`). The penalty is added to the opponent's clock. The
        game is lost at the number of illegal moves that the rules set.

        Args:
            color: the player who caused it, who must be to move after `ply` plies.
            kind: `"illegal_move"`, `"unpromoted_pawn"`, `"no_move"` or `"two_hands"` (the last two
                count since 2017).
            ply: number of plies played before the irregularity; `None` for all.
            move: for `"illegal_move"`, the move if known: the pieces it touched bind the next move.
                For `"unpromoted_pawn"`, the promotion to a queen, which is played (by the Laws of
                2009 any promotion may follow). Not used otherwise.

        Returns:
            A `Ruling`: the number of irregularities, the penalty, the result if the game is over.

        Raises:
            PlayError: a `ValueError`: the game is over, or the arguments do not fit together.
        """
    @property
    def is_adjourned(self, /) -> bool:
        """
        Whether the game is adjourned with a sealed move.
        """
    def offer_draw(self, /, color: bool) -> None:
        """
        Offers a draw (FIDE 9.1.2).

        The offer cannot be withdrawn. It is open until the opponent accepts it, declines it,
        touches a piece or moves.

        Args:
            color: the player who offers.

        Raises:
            PlayError: a `ValueError`: the game is over or adjourned, or an offer is already open.
        """
    def open_sealed(self, /) -> OpenedEnvelope:
        """
        Opens the envelope and plays the sealed move (FIDE Guideline I.5).

        The move loses the game if it is ambiguous, illegal, unreadable (I.9), or excluded by a
        touched piece or an announced move. A draw offer in the text, as in `Nf3 (=)`, is made after
        the move.

        Returns: An `OpenedEnvelope`: the move, or the reason for which it lost.

        Raises:
            PlayError: a `ValueError`: the game is not adjourned.
        """
    @property
    def outcome(self, /) -> Outcome | None:
        """
        The outcome, or `None` while the game is not over.
        """
    def pgn_tags(self, /) -> dict[str, str]:
        """
        Returns PGN tags for the game, as a `dict`.

        They are `Result`, `Termination`, `TimeControl`, `FEN` and `SetUp` for a start position
        other than the standard one, and the data of the envelope for an adjourned game.
        """
    def push(self, /, move: Move, *, spent: SupportsIndex | None = None) -> None:
        """
        Plays a move and presses the clock.

        The move declines a draw offer of the opponent (FIDE 9.1.2.1). If the flag fell before the
        clock was pressed, the game ends by it, unless the move itself ends the game (FIDE 6.2.1).

        Args:
            move: the move.
            spent: milliseconds spent on it; if `None`, the clock counts the move and keeps its
                times, without an increment.

        Raises:
            IllegalMoveError: a `ValueError`: the move is not legal.
            PlayError: a `ValueError`: the game is over or adjourned, or another move is required by
                a touched piece or an announced move.
        """
    def resign(self, /, color: bool) -> Adjudication:
        """
        Resigns for a player; the opponent wins, or it is a draw if the opponent cannot win.

        The draw is in the Laws since 2023 (FIDE 5.1.2).

        Args:
            color: the player who resigns.

        Returns:
            An `Adjudication`: the outcome, and whether the opponent could win.

        Raises:
            PlayError: a `ValueError`: the game is over.
        """
    @property
    def rules(self, /) -> RuleSet:
        """
        The rules of the game, as a `RuleSet`.
        """
    def seal(self, /, text: str, *, style: str = "algebraic", language: str = "en", spent: SupportsIndex | None = None) -> Envelope:
        """
        Adjourns the game with a sealed move of the player to move (FIDE Guideline I).

        The text is read when the envelope is opened.

        Args:
            text: the move as written.
            style: its notation, `"algebraic"` or `"descriptive"`.
            language: the code of the language of the piece letters; see `notation.LANGUAGES`.
                Descriptive notation is read in `"en"` and `"es"`.
            spent: milliseconds spent on the move, if known.

        Returns:
            An `Envelope`: the data to write on it.

        Raises:
            PlayError: a `ValueError`: the game is over or already adjourned.
            LanguageError: a `ValueError`: the language is unknown, or has no descriptive notation.
            ArgumentError: a `ValueError`: the style is unknown.
        """
    def set_left(self, /, color: bool, time: SupportsIndex) -> None:
        """
        Sets the time that a player has left, as an arbiter does (FIDE 6.10.2).

        Args:
            color: the player.
            time: milliseconds.

        Raises:
            PlayError: a `ValueError`: the game has no clock.
        """
    def to_json(self, /) -> str:
        """
        Returns the whole state of the game as JSON text, for `from_json`.

        It holds moves, rules, events, clock, draw offer, touched pieces and sealed move.

        Raises:
            ClockError: a `ValueError`: the clock runs.
        """
    def touch(self, /, square: SupportsIndex) -> None:
        """
        Records that the player to move deliberately touched a piece (FIDE 4.3).

        The next move must move or capture it, unless a move was announced with a claim. It declines
        a draw offer of the opponent and ends the right to claim a draw on this move.

        Args:
            square: the square of the piece.

        Raises:
            PlayError: a `ValueError`: the game is over or adjourned, or the square is empty.
        """

@final
class Policy:
    """
    A policy: a mapping between moves and indices.

    It is accepted wherever a name is: by the methods of `Board`, `Games` and `Arena`, and by the
    `Loader`. Policies are immutable and hashable; they are equal if their names and options are.
    `names` lists the names, and `option_values` the options of a policy.

    Args:
        name: the name of the policy.
        format: for `"lc0"`, the input format of the network (default 1); from 3 on, boards are
            transformed, and so are the indices.
        view: for `"from_to"`, `"side_to_move"` (default) or `"white"`.

    Raises:
        ArgumentError: the name is unknown, or the policy does not have an option or its value (a
            `ValueError`).

    Example:
        >>> import enroque
        >>> enroque.Policy("lc0").size
        1858
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __getitem__(self, move: Move | str, /) -> int:
        """
        Returns the index of a move, as `index`.
        """
    def __hash__(self, /) -> int: ...
    def __len__(self, /) -> int: ...
    def __new__(cls, /, name: PolicyName, *, format: int | None = None, view: View | None = None) -> Policy: ...
    def __reduce__(self, /) -> tuple[Any, tuple[()]]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_html_(self, /) -> str:
        """
        Returns a table in HTML, for notebooks.
        """
    @property
    def conventions(self, /) -> dict[str, Any]:
        """
        The conventions in words, by heading: `view`, `chess960`, `source` and others.
        """
    @staticmethod
    def from_json(text: str) -> Policy:
        """
        Returns the object that a JSON text describes.

        Args:
            text: the JSON text of `to_json`.

        Raises:
            EncodingError: the text does not describe an object of this class, is of an unknown
                version, or contradicts the name and options (a `ValueError`).
        """
    def index(self, /, move: Move | str) -> int:
        """
        Returns the index of a move in `moves`; `Board.policy_index` has that of a legal move.

        Args:
            move: a `Move` or UCI, from White's view.

        Raises:
            ArgumentError: `moves` does not have the move, which may share the index of another one.

        Example:
            >>> policy = enroque.Policy("lc0")
            >>> policy.index("e2e4"), policy["e2e4"], policy.move(322)
            (322, 322, Move.from_uci('e2e4'))
        """
    def move(self, /, index: SupportsIndex) -> Move:
        """
        Returns the move of an index in `moves`; `Board.policy_move` has the legal move of an index.

        Args:
            index: the index; negative from the end.

        Raises:
            ArgumentError: the index has no single move.
            OutOfRangeError: the index does not exist.
        """
    @property
    def moves(self, /) -> list[str | None]:
        """
        The move of each index in UCI, from White's view; `None` if the index has no single move.

        Where a policy writes castling or a promotion like a plain move, the plain move is listed.
        Moves of lc0's formats that transform the board are the transformed ones.
        """
    @property
    def name(self, /) -> str:
        """
        The name.
        """
    @staticmethod
    def names() -> list[str]:
        """
        Returns the names of all policies.
        """
    @property
    def option_values(self, /) -> dict[str, Any]:
        """
        All options and lists of the values that they can have; `None` for a text.
        """
    @property
    def options(self, /) -> dict[str, Any]:
        """
        All options and their values.
        """
    def permutation(self, /, symmetry: str, *, turn: bool | None = None) -> NDArray[int64]:
        """
        Returns the image of each policy index under a symmetry.

        For the symmetric position, a target is `permutation[target]`, and a mask is
        `symmetric[permutation] = mask` where `permutation` is not -1.

        Args:
            symmetry: a symmetry of `Board.transformed`.
            turn: the side to move, which quarter turns need for policies from White's view (`"uci"`,
                `"from_to"` with `view="white"`).

        Returns:
            `(size,)` int64.

        Raises:
            ArgumentError: the symmetry is unknown.
            EncodingError: `turn` is needed.
        """
    @property
    def size(self, /) -> int:
        """
        The number of indices.
        """
    def to_json(self, /) -> str:
        """
        Returns a JSON text with version, kind, name, options and all derived properties.

        Unbounded values are `null`. `from_json` reads it.
        """

@final
class Positions(PositionsArrays):
    """
    A table of positions as columns: 32 bytes each, and what is known of them. Immutable.

    `Positions.read` reads files (FENs, CSV, JSON lines, EPD, text of other programs),
    `Positions.from_fens` a list of FENs, `Positions.from_games` takes positions of games.
    `positions[i]` is a dict of one row; `positions[a:b]`, `positions[mask]` and
    `positions[indices]` are `Positions` of the selected rows. The columns are read-only NumPy arrays,
    which share their memory with the table; one is `None` if no row has a value. Evaluations and
    results are White's, whatever file they come from.

    Example:
        >>> positions = enroque.Positions.from_fens([
        ...     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
        ...     "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        ... ])
        >>> positions
        <Positions: 2 rows>
        >>> positions.planes("pieces", dtype="uint8").shape
        (2, 12, 8, 8)
    """
    def __add__(self, other: object, /) -> Positions: ...
    def __arrow_c_stream__(self, /, requested_schema: Any | None = None) -> Any:
        """
        Returns the table as a stream of Arrow record batches: `polars.DataFrame(positions)`,
        `pyarrow.table(positions)`, DuckDB and others call it.

        The columns are `fen`, and those that have a value: `white_cp` and `white_mate`, `result`,
        `white_score`, `move` and `line` in UCI, `depth`, `nodes`, `id`, `rating` and the other columns
        of puzzles. What is unknown is null.

        Args:
            requested_schema: a schema as an Arrow PyCapsule.

        Raises:
            ImportError: pyarrow is not installed.
        """
    def __copy__(self, /) -> Positions: ...
    def __deepcopy__(self, memo: Any, /) -> Positions: ...
    def __eq__(self, other: object, /) -> bool:
        """
        Whether all columns are equal. Errors, warnings and origins are not compared.
        """
    @overload
    def __getitem__(self, index: int | integer[Any], /) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice | Sequence[int] | NDArray[Any], /) -> Positions: ...
    def __len__(self, /) -> int: ...
    def __radd__(self, other: object, /) -> Positions:
        """
        Supports `sum`, which starts with 0.
        """
    def __reduce__(self, /) -> Any: ...
    def __repr__(self, /) -> str: ...
    def _columns(self, /) -> dict[str, Any]:
        """
        Returns all columns by name, the argument of `positions_from_columns`.
        """
    def _encode(self, /, columns: Any, rows: ArrayLike | None, *, on_unsupported: str = "raise", out: NDArray[Any] | None = None, threads: SupportsIndex | None = None) -> Any:
        """
        Returns the arrays of columns; see `enroque._model.array_methods`.
        """
    def _matching(self, /, query: Query | Board | str, *, threads: SupportsIndex | None = None) -> Positions:
        """
        Returns the rows that match a query: for the batches of a table, which may lack a theme.

        Args:
            query: the query.
            threads: the number of threads; `None` for all cores.
        """
    def _repr_html_(self, /) -> str:
        """
        Returns a table in HTML with small boards, for notebooks.
        """
    def _texts(self, /, column: str, *, threads: SupportsIndex | None = None) -> tuple[NDArray[int64], NDArray[uint8]]:
        """
        Returns the texts of a column, empty where there is no value: the start of each and the end of
        the last, and all bytes.

        Args:
            column: `"fens"`, `"moves"` or `"lines"` in UCI, or `"ids"`.
            threads: the number of threads; `None` for all cores.
        """
    def _written(self, /, format: str, first: SupportsIndex, last: SupportsIndex, *, threads: SupportsIndex | None = None) -> tuple[bytes, list[tuple[str, int]]]:
        """
        Returns rows in a format of single positions, and the numbers of skipped rows by reason.

        Args:
            format: the format.
            first: the first row.
            last: the end of the rows.
            threads: the number of threads; `None` for all cores.
        """
    def after_first_move(self, /, *, threads: SupportsIndex | None = None) -> Positions:
        """
        Returns the positions after the first move of each line: puzzles as they are set.

        Lichess's puzzles have the position before the opponent's move, which is the first of the
        solution. The rest of the line remains, and `moves` has its first move. Evaluations, which are
        of the position before, are dropped; a row without a line is an error.

        Args:
            threads: the number of threads; `None` for all cores.
        """
    def board(self, /, index: SupportsIndex) -> Board:
        """
        Returns a board with the position of a row.

        Args:
            index: the row; negative from the end.

        Raises:
            OutOfRangeError: the row does not exist, or could not be read.
        """
    @property
    def broken(self, /) -> NDArray[bool_]:
        """
        Whether each row could not be read and has no position, bool, `(rows,)`.
        """
    @staticmethod
    def concatenate(tables: Iterable[Positions]) -> Positions:
        """
        Concatenates `Positions`, with their errors and warnings.

        Args:
            tables: an iterable of `Positions`, consumed one by one.

        Returns:
            All rows, in order.

        Example:
            >>> one = enroque.Games.from_pgn(b"1. e4 *")
            >>> enroque.Games.concatenate([one, one])
            <Games: 2 games, 2 plies, 0 broken>
        """
    @property
    def depth(self, /) -> NDArray[uint8] | None:
        """
        The depth of each evaluation in plies, uint8, `(rows,)`; 0 unknown, 255 also for more.
        """
    def describe(self, /) -> dict[str, Any]:
        """
        Returns a summary: counts of rows, errors, checks and results, and quantiles of numbers.

        Of a column with quantiles, `count` is the number of rows with a value; evaluations are
        White's, without mates, which are counted.

        Example:
            >>> fens = ["4k3/8/8/8/8/8/8/4K2R w K -", "4k2R/8/8/8/8/8/8/4K3 b - -"]
            >>> described = enroque.Positions.from_fens(fens).describe()
            >>> described["rows"], described["in_check"], described["pieces"]["max"]
            (2, 1, 3)
        """
    def drop_duplicates(self, /, *, keep: str = "deepest") -> Positions:
        """
        Returns the rows without duplicates.

        Of rows with the same position, whatever its clocks, one is kept. The order stays, and so do
        rows without a position.

        Args:
            keep: which row is kept: `"deepest"` the first of those with the largest depth,
                `"most_nodes"` the first of those with the most nodes, or `"first"`.

        Example:
            >>> fens = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 5 9"]
            >>> len(enroque.Positions.from_fens(fens).drop_duplicates())
            1
        """
    @property
    def error_count(self, /) -> int:
        """
        The number of errors, also of those that `errors` does not list.
        """
    @property
    def errors(self, /) -> list[PositionError]:
        """
        The errors: rows that could not be read, the first 1,000, and damaged sources.
        """
    @property
    def evals(self, /) -> NDArray[int32] | None:
        """
        The evaluation of each position in centipawns from White's view, int32, `(rows,)`.

        Mate in n as 1,000,000 - n or its negative, -2**31 if there is none, as `Games.evals`.
        """
    @property
    def expected_score(self, /) -> NDArray[float32] | None:
        """
        The probability that White wins plus half of that of a draw, float32, `(rows,)`; NaN unknown.
        """
    def fens(self, /, *, threads: SupportsIndex | None = None) -> list[str]:
        """
        Returns the FEN of each position, an empty text for a row without one.

        Args:
            threads: the number of threads; `None` for all cores.

        Example:
            >>> enroque.Positions.from_fens(["4k3/8/8/8/8/8/8/4K2R w K -"]).fens()
            ['4k3/8/8/8/8/8/8/4K2R w K - 0 1']
        """
    def filter(self, /, filter: Query | Board | str | None = None, *, threads: SupportsIndex | None = None, **criteria: "None") -> Positions:
        """
        Returns the rows that match a query of `enroque.find`, such as `~Check() & Depth(min=20)`.

        A row has its position, its move as the one that was played, and its labels. A
        `RuntimeWarning` names a condition for which no row has what it needs, or a theme that none has.

        Args:
            filter: the query, or a board or FEN for its position.
            threads: the number of threads; `None` for all cores.
            criteria: an error that names `enroque.find`, which has the conditions.

        Raises:
            ArgumentError: the query has a condition of positions of games: `Ply`, `Clock`, `Sequence` or
                `Streak`.
            TypeError: `filter` is not a query.

        Example:
            >>> from enroque.find import Check
            >>> fens = ["4k3/8/8/8/8/8/8/4K2R w K -", "4k2R/8/8/8/8/8/8/4K3 b - -"]
            >>> len(enroque.Positions.from_fens(fens).filter(Check()))
            1
        """
    @staticmethod
    def from_fens(fens: Texts, *, strict: bool = False, on_error: str = "skip", threads: SupportsIndex | None = None) -> Positions:
        """
        Reads FENs, one a row.

        Each FEN is validated: four to six fields, castling rights in either dialect of Chess960,
        surrounding whitespace. Impossible castling rights and en-passant squares are dropped with a
        warning.

        Args:
            fens: a list of `str` or `bytes`, a NumPy array, a Series of pandas or Polars, an Arrow
                array, or another iterable.
            strict: whether the first error or warning is raised.
            on_error: what rows that cannot be read become: `"skip"` leaves them out, `"mask"` keeps
                them without a position. Either way, `errors` names them.
            threads: the number of threads; `None` for all cores.

        Returns:
            A table with a row for each FEN that could be read.

        Raises:
            BrokenRowError: there is an error or a warning, and `strict` is set.

        Example:
            >>> positions = enroque.Positions.from_fens(["4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8 w - -"])
            >>> len(positions)
            1
            >>> print(positions.errors[0])
            a list: row 2, fen: "4k3/8 w - -": a FEN must have 8 ranks, not 2 (index 0)
        """
    @staticmethod
    def from_games(games: Games, game: ArrayLike, ply: ArrayLike) -> Positions:
        """
        Takes positions of games, with the results, the evaluations and the moves played.

        Args:
            games: the games.
            game: the games' indices, `(positions,)` integers.
            ply: the plies, `(positions,)` integers.

        Raises:
            OutOfRangeError: a game or ply does not exist.

        Example:
            >>> from enroque.data import example_games
            >>> games = example_games()
            >>> enroque.Positions.from_games(games, *games.positions())
            <Positions: 8682 rows, result, moves>
        """
    def head(self, /, count: SupportsIndex = 5) -> Positions:
        """
        Returns the first rows.

        Args:
            count: the number of rows; fewer if there are not as many.
        """
    @property
    def ids(self, /) -> list[str] | None:
        """
        The name of each row, such as the number of a puzzle, a list of `str`.

        `None` if no row has one.
        """
    @property
    def keys(self, /) -> NDArray[uint64]:
        """
        The Zobrist key of each position, uint64, `(rows,)`.

        As `Board.hash()`; 0 for a row without a position.
        """
    def label(self, /, command: Command, *, nodes: SupportsIndex | None = None, depth: SupportsIndex | None = None, time: SupportsFloat | SupportsIndex | None = None, workers: SupportsIndex | None = None, options: Options | None = None, multipv: SupportsIndex | None = None, wdl: bool = False, new_game: bool = True, checkpoint: FilePath | None = None, timeout: SupportsFloat | SupportsIndex = 60.0, retries: SupportsIndex = 2, progress: Progress = False) -> PositionLabels:
        """
        Evaluates the positions with a pool of engines.

        Every different position is evaluated once, with its halfmove clock. Checkmate and stalemate
        need no engine. With `nodes` or `depth` and engines of one thread, the result does not depend
        on the number of workers. A checkpoint serves `Games.label` with the same settings, too.

        Args:
            command: the program, or the program and its arguments.
            nodes: the number of nodes of each search; `None` for no limit.
            depth: the depth of each search in plies; `None` for no limit.
            time: the seconds of each search; `None` for no limit.
            workers: the number of engine processes; `None` for the number of cores.
            options: UCI options of every engine, such as `{"Hash": 64}`.
            multipv: the number of lines of play, up to 255; `None` for one.
            wdl: whether engines report win, draw and loss, by the option `UCI_ShowWDL`.
            new_game: whether engines clear the state of earlier searches (`ucinewgame`). `False` saves
                time for short searches, and the result depends on the order.
            checkpoint: a file of evaluations; those in an existing file are reused. `None` for none.
            timeout: seconds that a position may take beyond `time`.
            retries: the number of further attempts for a position, with a new process, after an error.
            progress: `True` for a progress bar, or a function that is called with the number of
                different positions done, and of all.

        Returns:
            The evaluations as columns.

        Raises:
            ArgumentError: no limit, or an invalid one; or the checkpoint is of other settings.
            EngineError: the program does not speak UCI, lacks an option, or failed in all attempts.
            FileFormatError: the checkpoint is damaged.

        Example:
            >>> fens = ["6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"]
            >>> positions = enroque.Positions.from_fens(fens)
            >>> labels = positions.label("stockfish", nodes=100)  # doctest: +SKIP
            >>> labels.evals  # doctest: +SKIP
            array([999999], dtype=int32)
        """
    @property
    def line_offsets(self, /) -> NDArray[int64] | None:
        """
        The start of each row's line in `lines`, and the end of the last, int64, `(rows + 1,)`.
        """
    @property
    def lines(self, /) -> NDArray[uint16] | None:
        """
        The lines of all positions, uint16, concatenated; `line_offsets` separates the rows.

        They are principal variations, or solutions of puzzles.
        """
    @property
    def moves(self, /) -> NDArray[uint16] | None:
        """
        The best move of each position or the one played, uint16, `(rows,)`.

        As in `Games.moves`; 0 if there is none.
        """
    @property
    def nbytes(self, /) -> int:
        """
        The memory of the columns in bytes.
        """
    @property
    def nodes(self, /) -> NDArray[int64] | None:
        """
        The nodes of each search, int64, `(rows,)`; -1 unknown.
        """
    @property
    def openings(self, /) -> list[list[str]] | None:
        """
        The openings of each puzzle, as `themes`: names with `_` for spaces, the family first.
        """
    def openings_any(self, /, *openings: "str") -> NDArray[bool_]:
        """
        Returns whether each row has one of some openings, bool, `(rows,)`.

        A `RuntimeWarning` names an opening that no row has.

        Args:
            openings: names as in `openings`, such as `"Sicilian_Defense"`.

        Raises:
            ArgumentError: no row has openings.
        """
    @property
    def packed(self, /) -> NDArray[uint8]:
        """
        The positions as records of 32 bytes, uint8, `(rows, 32)`.

        They are those of `records("packed")` with the score 0 and the result 0. A row that could not
        be read is all 0.
        """
    @property
    def plays(self, /) -> NDArray[int32] | None:
        """
        The number of times that each puzzle was played, int32, `(rows,)`; -1 unknown.
        """
    @property
    def popularity(self, /) -> NDArray[int8] | None:
        """
        The popularity of each puzzle, int8, `(rows,)`: -100 to 100; -128 unknown.
        """
    @property
    def rating(self, /) -> NDArray[int16] | None:
        """
        The rating of each puzzle, int16, `(rows,)`; -1 unknown.
        """
    @property
    def rating_deviation(self, /) -> NDArray[int16] | None:
        """
        The deviation of each rating, int16, `(rows,)`; -1 unknown.
        """
    @staticmethod
    def read(source: PositionSource, *, format: str | None = None, columns: TableColumns | None = None, perspective: str | None = None, unit: str | None = None, evaluation: str = "deepest", lines: bool = False, c9: str = "ignore", strict: bool = False, on_error: str = "skip", threads: SupportsIndex | None = None, progress: Progress = False) -> Positions:
        """
        Reads all positions of files: FENs, CSV, JSON lines, EPD, or text of other programs.

        Evaluations and results become White's. Files are read in parallel, compressed or not
        (zstd, gzip, bzip2), also those in zip archives.

        Args:
            source: a path, a folder (with all files of positions below it, such as the shards of
                `enroque convert --to positions`), a pattern such as `"evals-*.csv.zst"`, a URL, as
                in `Games.read`, `"-"` for the standard input, a binary or text file, `bytes`, a table
                of pandas, Polars, DuckDB or Hugging Face (anything with `__arrow_c_stream__`), or an
                iterable of these. Files whose names end in `.npz` or `.parquet` are read as such,
                others by what they contain.
            format: `"fens"` one FEN a line; `"csv"` a table with a header: Kaggle's evaluations
                (`FEN,Evaluation`), Lichess's puzzles and evaluations, or one with `columns`;
                `"jsonl"` Lichess's evaluations; `"epd"`; `"bullet"` `FEN | score | result`;
                `"ethereal"` `FEN [result] score`; `"plain"` Stockfish's text; `"bulletformat"`,
                `"lc0"` and ChessBench's records, of files, as in `enroque.formats.FORMATS`. `None` to
                recognize it: text by its first line, records by the name of the file.
            columns: the names of a table's columns by role, such as
                `{"fen": "FEN", "eval": "Score"}`; `None` for tables that are recognized.
            perspective: the view of a table's evaluations and results: `"white"` or
                `"side_to_move"`. Required with `columns`; a format that fixes it cannot be read
                otherwise.
            unit: the unit of `"eval"`: `"cp"`, `"pawns"` or `"probability"`. Required with
                `columns`, and for `"plain"`, whose scores are often internal units.
            evaluation: the choice of several evaluations: `"deepest"`, `"most_nodes"`, or `"all"`
                as separate rows.
            lines: whether whole lines are kept, not only their first moves.
            c9: the meaning of the opcode `c9` of EPD: `"ignore"` or `"result"`.
            strict: whether the first error or warning is raised.
            on_error: what rows that cannot be read become: `"skip"` or `"mask"`, as in `from_fens`.
            threads: the number of threads; `None` for all cores.
            progress: `True` for a progress bar (tqdm), or a function that is called now and then with
                the bytes read and the total bytes (`None` if not all sources are files of text).

        Raises:
            FileNotFoundError: a file does not exist.
            ArgumentError: text is passed in place of a path, or a folder has no positions.
            FileFormatError: a format is not recognized, or an option is required.
            BrokenRowError: there is an error or a warning, and `strict` is set.

        Example:
            >>> table = b"FEN,Evaluation\\n4k3/8/8/8/8/8/8/4K2R w K - 0 1,#+9\\n"
            >>> enroque.Positions.read(table).evals
            array([999991], dtype=int32)
        """
    @property
    def result(self, /) -> NDArray[int8] | None:
        """
        The result of each position's game, int8, `(rows,)`.

        1 White won, 0 draw, -1 Black won, -128 unknown.
        """
    def sample(self, /, count: SupportsIndex, *, seed: Seed) -> Positions:
        """
        Returns a random sample without replacement, in random order.

        The sample depends only on the seed and the number of rows (ChaCha8); a larger `count`
        adds rows to the sample.

        Args:
            count: the number of rows; if there are fewer, all of them, shuffled.
            seed: an integer or a `numpy.random.Generator`.

        Raises:
            ArgumentError: `count` is negative.

        Example:
            >>> from enroque.data import example_games
            >>> example_games().sample(10, seed=1)
            <Games: 10 games, 742 plies, 0 broken>
        """
    @property
    def skipped(self, /) -> dict[str, int]:
        """
        The number of errors by kind: of rows that were skipped, or are `broken`.
        """
    def sort(self, /, by: SortKey, *, descending: bool = False) -> Positions:
        """
        Returns the rows in sorted order, which is stable; rows without a value come last.

        Args:
            by: a column, such as `"rating"`, or an array with a number for each row.
            descending: whether the largest value comes first.

        Raises:
            ArgumentError: `by` is not a column of numbers of the table.
            ArrayError: an array has another length.

        Example:
            >>> from enroque.data import example_positions
            >>> example_positions().sort("evals", descending=True).evals[:2]
            array([999999, 999999], dtype=int32)
        """
    @property
    def source_names(self, /) -> list[str]:
        """
        The names of the sources, in the order in which they were read.
        """
    @property
    def source_row(self, /) -> NDArray[int64]:
        """
        The number of each row in its source, int64, `(rows,)`, from 1; a header does not count.
        """
    @property
    def sources(self, /) -> NDArray[int64]:
        """
        The number of each row's source, an index of `source_names`, int64, `(rows,)`.
        """
    def split(self, /, fractions: Mapping[str, float], *, seed: Seed) -> dict[str, Positions]:
        """
        Splits the rows into disjoint subsets, such as training and test data.

        The subset of a row depends only on the key of its position and the seed: a position that
        arises by transposition or occurs in several files is in one subset. Rows keep their order.

        Args:
            fractions: the expected fraction of the positions for each subset, by name. If they sum to
                less than 1, the remaining rows are in no subset.
            seed: an integer or a `numpy.random.Generator`.

        Returns:
            The `Positions` of each subset, by name.

        Raises:
            ArgumentError: a fraction is not between 0 and 1, or they sum to more than 1.
        """
    @staticmethod
    def stream(source: PositionSource, *, rows_per_batch: SupportsIndex = 100000, format: str | None = None, columns: TableColumns | None = None, perspective: str | None = None, unit: str | None = None, evaluation: str = "deepest", lines: bool = False, c9: str = "ignore", strict: bool = False, on_error: str = "skip", threads: SupportsIndex | None = None) -> Stream[Positions]:
        """
        Reads files as `read` does, as an iterator over tables of bounded size.

        Args:
            source: as in `read`.
            rows_per_batch: the least number of rows of a batch but the last; a batch has at most some
                ten thousand more.
            format: as in `read`.
            columns: as in `read`.
            perspective: as in `read`.
            unit: as in `read`.
            evaluation: as in `read`.
            lines: as in `read`.
            c9: as in `read`.
            strict: as in `read`.
            on_error: as in `read`.
            threads: the number of threads; `None` for all cores.

        Raises:
            FileNotFoundError: a file does not exist.
        """
    def tail(self, /, count: SupportsIndex = 5) -> Positions:
        """
        Returns the last rows.

        Args:
            count: the number of rows; fewer if there are not as many.
        """
    @property
    def themes(self, /) -> list[list[str]] | None:
        """
        The themes of each puzzle, a list of a list of `str` for each row; `None` if no row has one.

        `themes_any` is faster for a condition.
        """
    def themes_any(self, /, *themes: "str") -> NDArray[bool_]:
        """
        Returns whether each row has one of some themes, bool, `(rows,)`.

        A `RuntimeWarning` names a theme that no row has.

        Args:
            themes: names of themes, such as `"fork"`.

        Raises:
            ArgumentError: no row has themes.
        """
    def to_pandas(self, /) -> Any:
        """
        Returns the table for pandas, which must be installed.

        Its columns are those of `__arrow_c_stream__`.

        Raises:
            ImportError: pandas or pyarrow is not installed.
        """
    def to_polars(self, /) -> Any:
        """
        Returns the table for Polars, which must be installed.

        Its columns are those of `__arrow_c_stream__`.

        Raises:
            ImportError: Polars or pyarrow is not installed.
        """
    @property
    def warning_count(self, /) -> int:
        """
        The number of warnings, also of those that `warnings` does not list.
        """
    @property
    def warnings(self, /) -> list[PositionError]:
        """
        The warnings: rows that are there without a value that was wrong, the first 1,000.
        """
    def write(self, /, path: FilePath, *, format: str | None = None, threads: SupportsIndex | None = None) -> Written:
        """
        Writes the table to a file, which appears under its name when it is complete.

        `.npz` keeps everything and is read fastest. `.parquet` and `.csv` have columns with names
        that say whose values they are; Parquet needs pyarrow. `.jsonl` is that of Lichess's evaluations,
        without the clocks of a position. The other formats are those of `read`; a row
        that lacks what its format needs is skipped, and counted.

        Args:
            path: the file, whose suffix decides the format: `.npz`, `.parquet`, `.csv`, `.jsonl`,
                `.epd`, `.plain`, `*.fen`, `.bullet` for bulletformat, or `state_value.bag` and the other
                names of ChessBench.
            format: the format, if the suffix does not: `"npz"`, `"parquet"`, `"csv"`, `"jsonl"`,
                `"epd"`, `"plain"`, `"fens"`, `"bulletformat"`, `"bullet"` (text), `"ethereal"`,
                `"behavioral_cloning"`, `"state_value"` or `"action_value"`.
            threads: the number of threads; `None` for all cores.

        Returns:
            The counts: positions, bytes, and the skipped rows by reason.

        Raises:
            ArgumentError: neither the suffix nor `format` is known, or the suffix is that of another format.
            OSError: the file cannot be written.
        """

@final
class PseudoLegalMoveGenerator:
    """
    The pseudo-legal moves of a board, generated for its current position at each use.

    Supports iteration, `len` and `in`. As text, legal moves are in SAN and others in UCI.

    Args:
        board: the board, as in `board.pseudo_legal_moves`.
    """
    def __bool__(self, /) -> bool: ...
    def __contains__(self, move: Move, /) -> bool: ...
    def __iter__(self, /) -> Iterator[Move]: ...
    def __len__(self, /) -> int: ...
    def __new__(cls, /, board: Board) -> PseudoLegalMoveGenerator: ...
    def __repr__(self, /) -> str: ...
    def count(self, /) -> int:
        """
        Returns the number of pseudo-legal moves.
        """

@disjoint_base
class SquareSet:
    """
    A mutable set of squares, stored as a 64-bit bitboard.

    Every operation is atomic, so threads may share a set. Operators accept ints, sets and iterables
    of squares. A set is not hashable; it converts to int.

    Args:
        squares: an int (bit n is square n, bits above 63 are ignored), an object with `__int__`, or
            an iterable of squares.

    Raises:
        OutOfRangeError: a square is out of range.

    Example:
        >>> from enroque import A8, SquareSet
        >>> squares = SquareSet(0xff)
        >>> squares.add(A8)
        >>> squares
        SquareSet(0x0100_0000_0000_00ff)
        >>> len(squares), A8 in squares, max(squares)
        (9, True, 56)
        >>> print(squares & ~SquareSet([0, 1]))
        1 . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . 1 1 1 1 1 1
    """
    def __and__(self, other: object, /) -> SquareSet: ...
    def __bool__(self, /) -> bool: ...
    def __contains__(self, square: SupportsIndex, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool:
        """
        Compares with anything that `SquareSet` can be created from.
        """
    def __ge__(self, other: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[int]: ...
    def __gt__(self, other: object, /) -> bool: ...
    def __index__(self, /) -> int: ...
    def __int__(self, /) -> int: ...
    def __invert__(self, /) -> SquareSet: ...
    def __iter__(self, /) -> Iterator[int]:
        """
        Generates the squares of the current set in ascending order.
        """
    def __le__(self, other: object, /) -> bool: ...
    def __len__(self, /) -> int: ...
    def __lshift__(self, shift: object, /) -> SquareSet: ...
    def __lt__(self, other: object, /) -> bool: ...
    def __new__(cls, /, squares: IntoSquareSet = 0) -> SquareSet: ...
    def __or__(self, other: object, /) -> SquareSet: ...
    def __rand__(self, other: object, /) -> SquareSet: ...
    def __repr__(self, /) -> str: ...
    def __reversed__(self, /) -> Iterator[int]:
        """
        Generates the squares of the current set in descending order.
        """
    def __ror__(self, other: object, /) -> SquareSet: ...
    def __rshift__(self, shift: object, /) -> SquareSet: ...
    def __rsub__(self, other: object, /) -> SquareSet: ...
    def __rxor__(self, other: object, /) -> SquareSet: ...
    def __str__(self, /) -> str: ...
    def __sub__(self, other: object, /) -> SquareSet: ...
    def __xor__(self, other: object, /) -> SquareSet: ...
    def _repr_svg_(self, /) -> str:
        """
        Returns an SVG image of a board with the squares marked, for notebooks.
        """
    def add(self, /, square: SupportsIndex) -> None:
        """
        Adds a square.

        Args:
            square: the square, 0 to 63.
        """
    @classmethod
    def between(cls, /, a: SupportsIndex, b: SupportsIndex) -> Self:
        """
        Returns the squares strictly between two squares of a rank, file or diagonal.

        Args:
            a: a square, 0 to 63.
            b: another square.

        Returns:
            A set, empty if the squares share no line.
        """
    def carry_rippler(self, /) -> Iterator[int]:
        """
        Generates all subsets as ints, beginning with the empty one.
        """
    def clear(self, /) -> None:
        """
        Removes all squares.
        """
    def copy(self, /) -> SquareSet:
        """
        Returns a copy.
        """
    def difference(self, /, other: IntoSquareSet) -> SquareSet:
        """
        Returns the squares that are not in another set.

        Args:
            other: a set, an int or an iterable of squares.
        """
    def difference_update(self, /, other: IntoSquareSet) -> None:
        """
        Removes the squares of another set.

        Args:
            other: a set, an int or an iterable of squares.
        """
    def discard(self, /, square: SupportsIndex) -> None:
        """
        Removes a square if it is in the set.

        Args:
            square: the square, 0 to 63.
        """
    @classmethod
    def from_square(cls, /, square: SupportsIndex) -> Self:
        """
        Returns the set of one square.

        Args:
            square: the square, 0 to 63.
        """
    def intersection(self, /, other: IntoSquareSet) -> SquareSet:
        """
        Returns the squares that are also in another set.

        Args:
            other: a set, an int or an iterable of squares.
        """
    def intersection_update(self, /, *others: "IntoSquareSet") -> None:
        """
        Keeps only the squares that are in all other sets.

        Args:
            *others: sets, ints or iterables of squares.
        """
    def isdisjoint(self, /, other: IntoSquareSet) -> bool:
        """
        Returns whether the sets have no square in common.

        Args:
            other: a set, an int or an iterable of squares.
        """
    def issubset(self, /, other: IntoSquareSet) -> bool:
        """
        Returns whether another set contains all squares of this one.

        Args:
            other: a set, an int or an iterable of squares.
        """
    def issuperset(self, /, other: IntoSquareSet) -> bool:
        """
        Returns whether this set contains all squares of another one.

        Args:
            other: a set, an int or an iterable of squares.
        """
    @property
    def mask(self, /) -> int:
        """
        The squares as an int: bit n is square n. Settable.
        """
    @mask.setter
    def mask(self, /, mask: SupportsIndex) -> None: ...
    def mirror(self, /) -> SquareSet:
        """
        Returns the set with the ranks flipped: a1 becomes a8.
        """
    def pop(self, /) -> int:
        """
        Removes and returns the lowest square.

        Raises:
            KeyError: the set is empty.
        """
    @classmethod
    def ray(cls, /, a: SupportsIndex, b: SupportsIndex) -> Self:
        """
        Returns the rank, file or diagonal through two squares.

        Args:
            a: a square, 0 to 63.
            b: another square.

        Returns:
            A set, empty if the squares share no line.
        """
    def remove(self, /, square: SupportsIndex) -> None:
        """
        Removes a square.

        Args:
            square: the square, 0 to 63.

        Raises:
            KeyError: the square is not in the set.
        """
    def symmetric_difference(self, /, other: IntoSquareSet) -> SquareSet:
        """
        Returns the squares that are in exactly one of two sets.

        Args:
            other: a set, an int or an iterable of squares.
        """
    def symmetric_difference_update(self, /, other: IntoSquareSet) -> None:
        """
        Keeps the squares that are in exactly one of two sets.

        Args:
            other: a set, an int or an iterable of squares.
        """
    def tolist(self, /) -> list[bool]:
        """
        Returns 64 bools, a1 to h8: whether each square is in the set.
        """
    def union(self, /, other: IntoSquareSet) -> SquareSet:
        """
        Returns the squares that are in either set.

        Args:
            other: a set, an int or an iterable of squares.
        """
    def update(self, /, *others: "IntoSquareSet") -> None:
        """
        Adds the squares of other sets.

        Args:
            *others: sets, ints or iterables of squares.
        """

@final
class StartTallies:
    """
    Results of games by start position; see `enroque.chess960.by_start`.
    """
    def __new__(cls, /) -> StartTallies: ...
    def add(self, /, games: Games, standard: bool) -> None:
        """
        Adds games.

        Args:
            games: the games.
            standard: whether games of standard chess are counted.
        """
    def results(self, /) -> tuple[list[int], list[tuple[list[tuple[int, tuple[str | None, str | None], int, list[int], list[float | None], tuple[int | None, int | None], float | None]], list[float]]]]:
        """
        Returns the results.

        Returns:
            The numbers of games that are not counted: with another start position, and of standard
            chess. For each start position of Chess960 the rows of its explorer, and 15 sums over
            its games.
        """

@disjoint_base
class SyzygyTables:
    """
    The files of a `Tablebase`.
    """
    def __new__(cls, /, folders: SupportsGetItem[int, str | PathLike[str]], cache_bytes: SupportsIndex, generated_pieces: SupportsIndex, threads: SupportsIndex | None, progress: Progress) -> SyzygyTables: ...
    def board_dtm(self, /, board: Board) -> int: ...
    def board_dtz(self, /, board: Board) -> int: ...
    def board_wdl(self, /, board: Board) -> int: ...
    @property
    def cache_bytes(self, /) -> int:
        """
        The most bytes of files to keep in memory.
        """
    def close(self, /) -> None:
        """
        Closes the files, as soon as no column uses them; safe to call again.
        """
    @staticmethod
    def distance_of_zeroing(wdl: SupportsIndex) -> int:
        """
        The distance of a capture or pawn move with a result.
        """
    @property
    def folders(self, /) -> list[Path]:
        """
        The folders; none if the tables are closed.
        """
    @property
    def generated_pieces(self, /) -> int:
        """
        The number of pieces of generated tables; 0 for files.
        """
    @property
    def is_closed(self, /) -> bool:
        """
        Whether the tables are closed.
        """
    @property
    def max_pieces(self, /) -> int:
        """
        The number of pieces, pawns and kings included, of the largest table.
        """

@final
class TimeControl:
    """
    A time control, in the notation of PGN's tag `TimeControl`.

    The text is `?`, `-`, or periods separated by colons. A period is `moves/seconds`, `seconds` or
    `*seconds` (hourglass), followed by `+seconds` for an increment or `dseconds` for a delay.

    Args:
        text: the text.

    Raises:
        TimeControlError: a `ValueError` with the column of the error.

    Example:
        >>> enroque.TimeControl("40/7200:3600+30").time_class()
        'standard'
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[str]: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, text: str) -> TimeControl: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def lichess_class(self, /) -> str | None:
        """
        Returns Lichess's class, by the main time plus 40 increments; not that of the Laws.

        `"ultrabullet"`, `"bullet"`, `"blitz"`, `"rapid"`, `"classical"`, or `"correspondence"` for
        `-` and for a day or more for each move, such as Chess.com's `1/86400`; `None` if the time is
        unknown.
        """
    @property
    def parts(self, /) -> list[TimeControlPart]:
        """
        The periods with python-chess's names, times in seconds: a list of `pgn.TimeControlPart`.
        """
    @property
    def periods(self, /) -> tuple[Period, ...]:
        """
        The periods, empty for `?` and `-`; the last one repeats if it has a number of moves.
        """
    def time_class(self, /, edition: str = "fide2023") -> str | None:
        """
        Returns the class by the Laws: `"blitz"`, `"rapid"` or `"standard"` (FIDE A.1, B.1).

        It depends on the main time plus 60 increments or delays. `None` if the time is unknown,
        unlimited, or of an hourglass.

        Args:
            edition: `"fide2009"`, `"fide2014"`, `"fide2018"` or `"fide2023"`.

        Raises:
            RuleSetError: a `ValueError`: no edition has this name.
        """
    @property
    def type(self, /) -> TimeControlType:
        """
        The class by python-chess, a `pgn.TimeControlType`; not that of the Laws.

        It depends on the time of the first period plus 60 increments: bullet is below 3 minutes,
        blitz below 15, rapid below 60.
        """

@final
class TreeSearch:
    """
    Search trees over the games of an `Arena`: thousands at once, for any network.

    `begin` takes the current positions as roots. `select` returns the positions that need an
    evaluation, of all games at once, and `backup` adds the evaluations to the trees; `run` repeats
    both. Then `actions` chooses the moves, `note` records the results, and `Arena.step` plays.

    A leaf continues the arena's game, with the history, repetitions, rules and limits of the game
    and the path. Games that end inside a tree never reach the network. The network's values are
    from the view of the side to move, -1 to 1; a game that ends at `max_plies` without a result
    counts as 0.

    The results depend only on the evaluations, the seed, and the numbers and plies of the games:
    they are the same for any number of threads, and if the games are searched in groups.

    Args:
        arena: the games.
        algorithm: a `Puct` or a `Gumbel`; `None` for `Puct()`, AlphaZero's.
        simulations: the number of simulations of a search, after the evaluation of its root.
        max_nodes: the largest number of nodes of a tree, whose search then ends early; `None` for as
            many as the simulations need.
        cache: the number of the last evaluations to keep, 0 for none. A position with the same
            history, clocks and number of plies is then evaluated only once; most of these are from
            the search before the last move. Call `clear` when the network changes. Values given as
            `final=` are cached too. Results do not change, except with several leaves of a game in
            a call, since cached evaluations are used at once.
        reuse: start a search with the subtree of the last one below the moves played since.
            `simulations` counts new ones, `max_nodes` all nodes, and the root gets new noise. Not
            with `Gumbel` or `two_fold`.
        final: an `enroque.tablebase.Tablebase`: a leaf whose result it states by the 50-move rule has
            this value in place of the network's, and nothing below it is searched. Wins and losses are
            stated just after captures and pawn moves, draws always. `None` for none.
        seed: the seed of noise, Gumbel numbers and actions; `None` for a random one.

    Raises:
        ArgumentError: an argument is out of range (a `ValueError`).

    Example:
        >>> import numpy as np
        >>> arena = enroque.Arena(16, start="chess960", seed=1)
        >>> search = enroque.TreeSearch(arena, enroque.Gumbel(), simulations=32, seed=1)
        >>> def network(leaves):  # a network would read leaves.planes("lc0")
        ...     return np.zeros((len(leaves), 1858), np.float32), np.zeros(len(leaves), np.float32)
        >>> search.begin()
        >>> search.run(network)
        >>> search.note()
        >>> step = arena.step(search.actions())
        >>> search.nodes[:4].tolist()
        [33, 33, 33, 33]
    """
    def __getnewargs_ex__(self, /) -> tuple[tuple[Arena, Any], dict[str, Any]]:
        """
        The arguments of the search, for pickles and copies, which have no trees.
        """
    def __len__(self, /) -> int:
        """
        The number of games.
        """
    def __new__(cls, /, arena: Arena, algorithm: Algorithm | None = None, *, simulations: SupportsIndex = 800, max_nodes: SupportsIndex | None = None, cache: SupportsIndex = 0, reuse: bool = False, final: Tablebase | None = None, seed: Seed | None = None) -> TreeSearch: ...
    def __repr__(self, /) -> str: ...
    def _recall(self, /, games: ArrayLike | None) -> list[int]:
        """
        Makes leaves that were selected and not evaluated new again; returns the indices of the games.
        """
    def _set_gumbel(self, /, numbers: ArrayLike) -> None:
        """
        Replaces the Gumbel numbers of all roots after their evaluation, in the order of `visits`: to
        compare searches with those of another program.
        """
    def actions(self, /, temperature: ArrayLike = 0, *, games: ArrayLike | None = None) -> NDArray[int64]:
        """
        Chooses the moves, for `Arena.step`.

        The random numbers depend on the seed, the number of the game and its ply: the same call
        gives the same actions.

        Args:
            temperature: moves are chosen by visits to the power of its reciprocal: a number, or one
                for each game. With 0 the move with the most visits, or Gumbel's choice. With
                `Puct(solve=True)` moves that proofs exclude are not chosen; see `policy`.
            games: the indices of the games, or a mask; `None` for all.

        Returns:
            `(games,)` int64, of the arena's policy; -1 for games that were over when the search began.

        Raises:
            ArgumentError: a game has moved on since `begin`, has no simulations, or has leaves that
                wait for their evaluation; the temperature is out of range.
            ArrayError: there is not one temperature for each game.
            EncodingError: the policy has no index for a move.
        """
    @property
    def arena(self, /) -> Arena:
        """
        The games.
        """
    def backup(self, /, leaves: Leaves, value: ArrayLike | None = None, *, wdl: ArrayLike | None = None, logits: ArrayLike | None = None, weights: ArrayLike | None = None, policy: Policy | str | None = None, final: ArrayLike | None = None, threads: SupportsIndex | None = None) -> None:
        """
        Adds evaluations to the trees. An error leaves them unchanged.

        Args:
            leaves: the leaves returned by `select`.
            value: the values for the side to move, `(leaves,)`, -1 to 1; `None` for that of `wdl`.
            wdl: the probabilities of win, draw and loss for the side to move, `(leaves, 3)`.
            logits: `(leaves, policy.size)`, or `(values, offsets)` with a number for each legal move
                in the order of `leaves.legal_indices()`; illegal moves are ignored. `None` for equal
                priors.
            weights: probabilities or other weights instead of logits, 0 or more.
            policy: the policy of the logits; `None` for that of the arena.
            final: a bool for each leaf, whether its value is proven, as by a tablebase: nothing below
                it is searched. Roots are searched nevertheless.
            threads: the number of threads; `None` for all cores.

        Raises:
            ArgumentError: leaves were evaluated before, are of another search, or of a game that has
                moved on.
            ArrayError: an array does not fit, or a number is NaN or out of range; the message names
                the leaf, its game and the path to it.
        """
    def begin(self, /, games: ArrayLike | None = None, *, simulations: ArrayLike | None = None, noise: ArrayLike = True, threads: SupportsIndex | None = None) -> None:
        """
        Begins searches from the current positions; games that are over are not searched.

        Args:
            games: the indices of the games, or a mask; `None` for all. The trees of others stay.
            simulations: the number of simulations, or one for each game (playout caps); `None` for
                that of the search.
            noise: whether the roots get noise, or a bool for each game. Without noise, Gumbel
                numbers are 0 and no visits are forced.
            threads: the number of threads; `None` for all cores.

        Raises:
            OutOfRangeError: an index does not exist.
            ArgumentError: a number of simulations is out of range.
            ArrayError: there is not one number for each game.
            MemoryError: there is not enough memory.
        """
    def clear(self, /, games: ArrayLike | None = None) -> None:
        """
        Removes the trees, whose memory is freed, and all evaluations of the cache.

        Args:
            games: the indices of the games, or a mask; `None` for all.
        """
    def line(self, /, game: SupportsIndex) -> list[str]:
        """
        Returns the moves with the most visits from the root of one game's tree.

        Args:
            game: the index of the game.

        Returns:
            Their SAN, as of `Arena.board(game)`.

        Raises:
            ArgumentError: the game was not searched.
            OutOfRangeError: there is no such game.
        """
    def load_state_dict(self, /, state: dict[str, Any]) -> None:
        """
        Continues from a saved state; load that of the arena first.

        The next searches equal those of the saved search. Trees and the cache are replaced.

        Args:
            state: the dict of `state_dict` of a search with the same arguments.

        Raises:
            ValueError: the dict is not such a state, or that of other games; nothing is changed.
            MemoryError: there is not enough memory.
        """
    @property
    def nbytes(self, /) -> int:
        """
        The memory of the trees in bytes.
        """
    @property
    def network_value(self, /) -> NDArray[float32]:
        """
        The network's value of each root for the side to move, float32; NaN if it was not searched.
        """
    @property
    def nodes(self, /) -> NDArray[int64]:
        """
        The number of nodes of each game's tree, int64.
        """
    def note(self, /, games: ArrayLike | None = None, *, weight: ArrayLike | None = None, threads: SupportsIndex | None = None) -> None:
        """
        Records the results of the searches in the arena, as `Arena.note` does.

        They are the value, the probabilities of results if known, the network's value, the number
        of visits of the root as the number of nodes (as in lc0), and the visits of the moves:
        those of which `policy` has the fractions, or Gumbel's improved policy.

        Args:
            games: the indices of the games, or a mask; `None` for all. Games that were over when the
                search began are skipped.
            weight: the training weights of the positions, 0 or more, a number or one for each of
                `games`; NaN or `None` if unknown.
            threads: the number of threads; `None` for all cores.

        Raises:
            ArgumentError: a game has moved on since `begin`, has no simulations, or has leaves that
                wait for their evaluation.
            ArrayError: there is not one weight for each game, or a weight is impossible.
            OutOfRangeError: an index does not exist.
        """
    def policy(self, /, *, games: ArrayLike | None = None, threads: SupportsIndex | None = None) -> tuple[NDArray[float32], NDArray[int64]]:
        """
        Returns the targets of a policy.

        They are the fractions of the visits, without forced visits for `Puct(forced_visits=...)`,
        or Gumbel's improved policy. With `Puct(solve=True)` moves that proofs exclude have none: if the
        root is proven, all but the best, else those that lose. If each move that was tried loses, the
        others have their priors.

        Args:
            games: the indices of the games, or a mask; `None` for all.
            threads: the number of threads; `None` for all cores.

        Returns:
            `(values, offsets)`, float32 and int64, as of `visits`; the values of a game sum to 1, or are 0
            before its first simulation.

        Raises:
            ArgumentError: a root is not evaluated.
            OutOfRangeError: an index does not exist.
        """
    def priors(self, /, *, games: ArrayLike | None = None, threads: SupportsIndex | None = None) -> tuple[NDArray[float32], NDArray[int64]]:
        """
        Returns the network's probabilities of the legal moves of the roots, without noise.

        Args:
            games: the indices of the games, or a mask; `None` for all.
            threads: the number of threads; `None` for all cores.

        Returns:
            `(values, offsets)`, float32 and int64, as of `visits`.

        Raises:
            ArgumentError: a root is not evaluated.
            OutOfRangeError: an index does not exist.
        """
    def qvalues(self, /, *, games: ArrayLike | None = None, threads: SupportsIndex | None = None) -> tuple[NDArray[float32], NDArray[int64]]:
        """
        Returns the mean values of the legal moves of the roots for the side to move, -1 to 1.

        Args:
            games: the indices of the games, or a mask; `None` for all.
            threads: the number of threads; `None` for all cores.

        Returns:
            `(values, offsets)`, float32 and int64, as of `visits`; the value proven, if there is one, and
            NaN for moves without visits.

        Raises:
            ArgumentError: a root is not evaluated.
            OutOfRangeError: an index does not exist.
        """
    def run(self, /, evaluate: Evaluate, *, groups: SupportsIndex = 2, leaves: SupportsIndex = 1, games: ArrayLike | None = None, threads: SupportsIndex | None = None) -> None:
        """
        Selects and evaluates until all trees are done.

        The games are searched in alternating groups: while the network evaluates the leaves of one
        group, those of the next are selected, if `evaluate` returns before its network has
        finished, as `enroque.torch.LeafNetwork` does. Leaves that were selected before and not
        evaluated are selected again, so a run can be continued after an exception of `evaluate`.

        Args:
            evaluate: a function of `Leaves` that returns `(logits, value)`, where value can have
                three columns (win, draw, loss); a dict of the arguments of `backup`; or an object
                whose `result()` returns one of these.
            groups: the number of groups.
            leaves: the largest number of leaves of a game and call, as in `select`.
            games: the indices of the games, or a mask; `None` for all.
            threads: the number of threads; `None` for all cores.

        Raises:
            ArgumentError: `evaluate` returned another type, or as in `select` and `backup`.
            ArrayError: as in `backup`.
        """
    def select(self, /, leaves: SupportsIndex = 1, *, games: ArrayLike | None = None, threads: SupportsIndex | None = None) -> Leaves:
        """
        Selects the next positions to evaluate; none, if all trees are done.

        Args:
            leaves: the largest number of leaves of a game, at most 256. More than 1 needs fewer
                calls for the same simulations, but weakens the search, since moves are selected
                before the values of others are known. `Gumbel` selects the simulations of its
                `wave`.
            games: the indices of the games, or a mask; `None` for all.
            threads: the number of threads; `None` for all cores.

        Returns:
            `Leaves`, ordered by game: first the roots.

        Raises:
            ArgumentError: `begin` was not called, a game has moved on since, or `leaves` is out of
                range.
            OutOfRangeError: an index does not exist.
        """
    @property
    def simulations(self, /) -> NDArray[int64]:
        """
        The number of simulations of each game that are over, int64.
        """
    def state_dict(self, /) -> dict[str, Any]:
        """
        Returns the state between two moves as a dict for a checkpoint, beside that of the arena.

        It has the seed and, with `reuse`, the subtrees for the next searches; it has no results of
        searches, so take it after `Arena.step`. It pickles, and `numpy.savez` or `torch.save` can
        store its values.

        Returns:
            A dict of arrays and plain values.

        Raises:
            ArgumentError: a search is not over.
            MemoryError: there is not enough memory.

        Example:
            >>> import numpy as np
            >>> arena = enroque.Arena(2, seed=1)
            >>> search = enroque.TreeSearch(arena, simulations=50, reuse=True, seed=1)
            >>> def network(leaves):
            ...     return None, np.zeros(len(leaves), np.float32)
            >>> search.begin()
            >>> search.run(network)
            >>> step = arena.step(search.actions())
            >>> states = arena.state_dict(), search.state_dict()
            >>> other = enroque.Arena(2)
            >>> other.load_state_dict(states[0])
            >>> copy = enroque.TreeSearch(other, simulations=50, reuse=True)
            >>> copy.load_state_dict(states[1])
            >>> for each in (search, copy):
            ...     each.begin()
            ...     each.run(network)
            >>> bool((search.actions() == copy.actions()).all())
            True
        """
    @property
    def surprise(self, /) -> NDArray[float32]:
        """
        The divergence of each search's policy from the network's priors, float32, in nats.

        It is the Kullback-Leibler divergence, by which KataGo weighs positions.
        """
    def tree(self, /, game: SupportsIndex) -> Tree:
        """
        Returns the nodes of one game's tree, for tests and drawings.

        Args:
            game: the index of the game.

        Returns:
            A `Tree` of arrays: `parent`, `move`, `visits`, `value`, `prior`, `end`.

        Raises:
            ArgumentError: the game was not searched.
            OutOfRangeError: there is no such game.
        """
    @property
    def value(self, /) -> NDArray[float32]:
        """
        The mean value of each game's search for the side to move, float32.

        With `Puct(solve=True)` that of a proven root is 1, 0 or -1. NaN if it was not searched.
        """
    def visits(self, /, *, games: ArrayLike | None = None, threads: SupportsIndex | None = None) -> tuple[NDArray[int32], NDArray[int64]]:
        """
        Returns the visits of the legal moves of the roots.

        Args:
            games: the indices of the games, or a mask; `None` for all.
            threads: the number of threads; `None` for all cores.

        Returns:
            `(values, offsets)`, int32 and int64, in the order of `Arena.legal_indices` when the search
            began; no values of games that were over.

        Raises:
            ArgumentError: a root is not evaluated.
            OutOfRangeError: an index does not exist.
        """
    @property
    def wdl(self, /) -> NDArray[Any]:
        """
        The mean probabilities of win, draw and loss for the side to move, `(games, 3)` float32.

        NaN if `backup` got no `wdl` and the result is not proven.
        """

def between(a: SupportsIndex, b: SupportsIndex) -> int:
    """
    Returns the squares strictly between two squares of a line as a bitboard, or 0.

    Args:
        a: a square, 0 to 63.
        b: another square.
    """

def binary_format(beginning: bytes) -> str | None:
    """
    Returns the format of a file by its beginning; `None` if it may be text, compressed or not.
    """

def check_filter(object: Any) -> None:
    """
    Raises `ValueError` if a filter has an impossible value.

    Args:
        object: an `enroque.Filter`.
    """

def check_query(object: Any) -> None:
    """
    Raises `ValueError` if a query of `enroque.find` is impossible, and `TypeError` if it is none.

    Args:
        object: the query.
    """

def check_token_spec(spec: str) -> None:
    """
    Raises `ArgumentError` if a JSON text is not a spec of tokens.

    Args:
        spec: the JSON of an `enroque.sequences.TokenSpec`.
    """

def chess960_back_rank(number: SupportsIndex) -> str:
    """
    Returns the pieces of a start position from a to h, in capital letters.
    """

def chess960_fen(white: SupportsIndex, black: SupportsIndex) -> str:
    """
    Returns the FEN of a start position of double Chess960.
    """

def chess960_number(back_rank: str) -> int:
    """
    Returns the number of a start position from its pieces, a to h, in either case.
    """

def chess960_numbers(board: Board) -> tuple[int, int] | None:
    """
    Returns White's and Black's number of a start position, or `None`.
    """

def chess960_random(seed: Seed) -> tuple[int, int]:
    """
    Returns two random numbers, uniformly distributed, from ChaCha8.
    """

def entries_with(entries: bytes, key: SupportsIndex) -> tuple[int, bytes]:
    """
    Returns the number of sorted entries of 16 bytes that are before a key, and the entries with it.
    """

def filter_criteria() -> list[tuple[str, str, list[str], list[str], str]]:
    """
    Returns the criteria of `enroque.Filter`.

    Returns:
        For each its name, the kind of its value, what it looks at, the possible values (none if any
        are), and its description.
    """

def flip_anti_diagonal(bb: SupportsIndex) -> int:
    """
    Mirrors a bitboard at the diagonal from a8 to h1: a1 becomes h8.

    Args:
        bb: the bitboard.
    """

def flip_diagonal(bb: SupportsIndex) -> int:
    """
    Mirrors a bitboard at the diagonal from a1 to h8: h1 becomes a8.

    Args:
        bb: the bitboard.
    """

def flip_horizontal(bb: SupportsIndex) -> int:
    """
    Flips the files of a bitboard: a1 becomes h1.

    Args:
        bb: the bitboard.
    """

def flip_vertical(bb: SupportsIndex) -> int:
    """
    Flips the ranks of a bitboard: a1 becomes a8.

    Args:
        bb: the bitboard.
    """

def game_tokens(games: Games, spec: str, length: SupportsIndex | None, threads: SupportsIndex | None) -> dict[str, Any]:
    """
    Returns the arrays of the tokens of games: of one dimension, and the `offsets` of the games; or with a
    length, a row for each game.

    Args:
        games: the games.
        spec: the JSON of an `enroque.sequences.TokenSpec`.
        length: the length of the rows.
        threads: the number of threads; `None` for all cores.
    """

def games_from_columns(columns: dict[str, Any]) -> Games:
    """
    Returns games from the columns of `Games._columns`, after playing every move.

    Args:
        columns: all columns by name; optional ones may be `None`.

    Raises:
        FileFormatError: a column is invalid, or a move is illegal.
        TypeError: a column has the wrong type.
    """

def games_from_rows(columns: SupportsGetItem[int, tuple[str, tuple[Incomplete, Incomplete]]], moves: tuple[Incomplete, Incomplete], name: str, results: SupportsGetItem[int, tuple[str, str]], missing_result: str, is_minutes: bool, file: str | None, rows_before: SupportsIndex) -> Games:
    """
    Returns the games of the rows of a table with moves as text.

    Args:
        columns: the names of the tags, and their columns as offsets and bytes.
        moves: the column of the moves.
        name: its name, for messages.
        results: the results of PGN by those of the column `Result`.
        missing_result: the result of a row without one; empty if it is unknown.
        is_minutes: whether the base times of `TimeControl` are in minutes.
        file: the name of the file; `None` if unknown.
        rows_before: the number of rows before these.

    Raises:
        FileFormatError: a row has no game, or several.
    """

def games_from_table(columns: dict[str, Any]) -> Games:
    """
    Returns games from the columns of a table, after playing every move.

    Args:
        columns: all columns by name; optional ones may be `None`. `start` is -1 for a game whose
            start position is the next of `fens`.

    Raises:
        FileFormatError: a column is invalid, or a move is illegal.
        TypeError: a column has the wrong type.
    """

def imitate_python_chess(on: bool, unique_king: bool) -> None:
    """
    Makes all boards list moves and pieces in the order of python-chess, or in the own order again.

    Args:
        on: whether to use python-chess's order.
        unique_king: whether `king()` is `None` for several kings, as in python-chess after 1.11.
    """

def is_pgn_tag_name(name: str) -> bool:
    """
    Whether a tag name is valid.
    """

def languages() -> dict[str, str]:
    """
    Returns the languages whose piece letters are known, as English names by code.
    """

def lc0_planes(records: Incomplete, *, dtype: DTypeLike | None = None, out: NDArray[Any] | None = None) -> NDArray[Any]:
    """
    Returns the planes of lc0's records, given as bytes, of shape `(n, 112, 8, 8)`.
    """

def lc0_v7(records: Incomplete, starts: SupportsGetItem[int, SupportsIndex], theta: SupportsFloat | SupportsIndex) -> None:
    """
    Writes the fields of version 7 to the records of games, given as bytes, of which the n-th game
    begins with record `starts[n]`.
    """

def leaper_tables() -> tuple[list[int], list[int], list[list[int]]]:
    """
    Returns the attacks of knights, kings, black pawns and white pawns from each square.
    """

def lsb(bb: SupportsIndex) -> int:
    """
    Returns the lowest square of a bitboard, or -1 if it is empty.

    Args:
        bb: the bitboard.
    """

def mainline_text(node: GameNode, comments: bool) -> str:
    """
    Returns the moves of the main line after a node, without variations, on one line.

    Args:
        node: a `GameNode`.
        comments: write comments and NAGs.
    """

def msb(bb: SupportsIndex) -> int:
    """
    Returns the highest square of a bitboard, or -1 if it is empty.

    Args:
        bb: the bitboard.
    """

def named_positions() -> list[tuple[str, str, str, str]]:
    """
    Returns code, name, moves in SAN and EPD of all named positions.
    """

def named_puct(name: str) -> Puct:
    """
    Returns the `Puct` of a program.
    """

def next_game_text(handle: TextIO) -> str | None:
    """
    Returns the text of the next game of a text handle, for `as_chess`; `None` at the end.
    """

def openings_version() -> str:
    """
    Returns the source of the names, with its commit and date.
    """

def parse_time_control(time_control: str) -> TimeControl:
    """
    Parses the value of a `TimeControl` tag.

    Args:
        time_control: the value, such as `40/7200:1800+30`; an empty string is unknown, as `?` is.

    Returns:
        An `enroque.TimeControl`.

    Raises:
        TimeControlError: a `ValueError`: the value is not a time control.

    Example:
        >>> from enroque.pgn import parse_time_control
        >>> control = parse_time_control("40/7200:1800+30")
        >>> control.type.name, control.parts[1]
        ('STANDARD', TimeControlPart(moves=0, time=1800, increment=30, delay=0))
    """

def perft(board: Board, depth: SupportsIndex, *, threads: SupportsIndex | None = None, hash_mb: SupportsIndex | None = None, progress: Progress = False) -> int:
    """
    Returns the number of sequences of legal moves of a given length.

    The GIL is released and Ctrl-C interrupts.

    Args:
        board: the position to start from.
        depth: the number of plies, 0 to 255.
        threads: the number of threads; `None` for all cores.
        hash_mb: the size in megabytes of a table in which subtrees reached in several ways are
            counted once; `None` for no table.
        progress: `True` for a progress bar (tqdm), or a function that is called with the number of
            subtrees two or three plies below the position that are counted, and their total.

    Raises:
        IllegalPositionError: the position is illegal.
        ArgumentError: an argument is out of range.

    Example:
        >>> enroque.perft(enroque.Board(), 5)
        4865609
        >>> enroque.perft(enroque.Board(), 5, threads=2, hash_mb=16)
        4865609
    """

def pgn_variant(value: str) -> bool | None:
    """
    Returns whether the value of a `Variant` tag is Chess960; `None` if the variant is unsupported.
    """

def plan_splits(paths: Iterable[str | PathLike[str]], split_bytes: SupportsIndex) -> list[tuple[Path, int, int, int]]:
    """
    Returns the fields of splits: path, start, end, file size.

    Args:
        paths: the files.
        split_bytes: the approximate size of a split.
    """

def polyglot_key(board: Board) -> int:
    """
    Returns the key of a position in Polyglot opening books.
    """

def position_suffixes() -> list[str]:
    """
    Returns the suffixes of files of positions as text, before those of compression.
    """

def position_text(board: Any) -> str:
    """
    Returns the FEN of a board or FEN without its clocks, as two equal positions have it. The side to move
    and the castling rights are omitted if they are in the FEN.

    Args:
        board: the board or FEN.
    """

def positions_from_columns(columns: dict[str, Any]) -> Positions:
    """
    Builds a table from columns by name, as `Positions._columns` returns them. All positions, moves
    and lines are validated.

    Args:
        columns: the columns; those that are missing or `None` have no values.

    Raises:
        FileFormatError: the columns are damaged.
    """

def ray(a: SupportsIndex, b: SupportsIndex) -> int:
    """
    Returns the rank, file or diagonal through two squares as a bitboard, or 0.

    Args:
        a: a square, 0 to 63.
        b: another square.
    """

def ray_table() -> list[list[int]]:
    """
    Returns `ray` of every two squares.
    """

def read_game(handle: TextIO, log: Any, annotations: Annotations | None = None) -> Game | None:
    """
    Reads the next game of a text handle; returns `None` at the end. Calls `log` with a game that has
    errors.
    """

def read_headers(handle: TextIO) -> dict[str, str] | None:
    """
    Reads the tags of the next game of a text handle; returns `None` at the end.
    """

def read_into(handle: TextIO, game: Game, annotations: Annotations | None = None) -> bool:
    """
    Reads the next game of a text handle into an empty game; returns `False` at the end.
    """

def read_score_sheet(text: str, *, board: Board | None = None, style: str | None = None, language: str | None = None) -> ScoreSheet:
    """
    Reads a game in the notation of books and newspapers: `1.e4 e5 2.Cf3`, or `1 P-K4 P-K4`.

    Args:
        text: the moves.
        board: the start position; the standard one if `None`.
        style: `"algebraic"` or `"descriptive"`; `None` detects it from the whole game.
        language: the code of the language of the piece letters; `None` detects it from the whole
            game.

    Returns:
        A `ScoreSheet` with the moves, their deviations from the standard spelling, the language and
        the style.

    Raises:
        ScoreSheetError: a `ValueError` with the location of a move that cannot be read, or if several
            languages give different moves.
        LanguageError: a `ValueError`: no language has this code, or it has no descriptive notation.
        ArgumentError: a `ValueError`: the style is unknown.

    Example:
        >>> from enroque.notation import read_score_sheet
        >>> read_score_sheet("1.e4 e5 2.Cf3 Cc6").language
        'es'
        >>> sheet = read_score_sheet("1 P-K4 P-K4 2 N-KB3")
        >>> sheet.style, [str(move) for move in sheet.moves]
        ('descriptive', ['e2e4', 'e7e5', 'g1f3'])
    """

def record_fens(format: str, records: Incomplete) -> list[str]:
    """
    Returns the FENs of records of bulletformat or lc0, given as bytes.
    """

def register_hooks() -> None:
    """
    Registers the hooks of the interpreter's exit and of forks; later calls only return. Raises in
    another interpreter of the process, with which the interned objects cannot be shared.
    """

def rule_set_fields(name: str) -> dict[str, Any]:
    """
    Returns the fields of the rule set with this name.
    """

def scan_forward(bb: SupportsIndex) -> Iterator[int]:
    """
    Generates the squares of a bitboard in ascending order.

    Args:
        bb: the bitboard.
    """

def scan_reversed(bb: SupportsIndex) -> Iterator[int]:
    """
    Generates the squares of a bitboard in descending order.

    Args:
        bb: the bitboard.
    """

def sequence_columns(spec: str, block: SupportsIndex, pack: str, dropout: SupportsFloat | SupportsIndex) -> dict[str, Any]:
    """
    Returns the columns of a `Loader` of rows of tokens, by name.

    Args:
        spec: the JSON of an `enroque.sequences.TokenSpec`.
        block: the number of tokens of a row.
        pack: how games fill rows.
        dropout: the probability to leave out control tokens.
    """

def shift_2_down(b: SupportsIndex) -> int:
    """
    Shifts a bitboard down by two ranks; squares that leave the board are dropped.

    Args:
        b: the bitboard.
    """

def shift_2_left(b: SupportsIndex) -> int:
    """
    Shifts a bitboard left by two files; squares that leave the board are dropped.

    Args:
        b: the bitboard.
    """

def shift_2_right(b: SupportsIndex) -> int:
    """
    Shifts a bitboard right by two files; squares that leave the board are dropped.

    Args:
        b: the bitboard.
    """

def shift_2_up(b: SupportsIndex) -> int:
    """
    Shifts a bitboard up by two ranks; squares that leave the board are dropped.

    Args:
        b: the bitboard.
    """

def shift_down(b: SupportsIndex) -> int:
    """
    Shifts a bitboard down by one rank; squares that leave the board are dropped.

    Args:
        b: the bitboard.
    """

def shift_down_left(b: SupportsIndex) -> int:
    """
    Shifts a bitboard one step diagonally down and left; squares that leave the board are dropped.

    Args:
        b: the bitboard.
    """

def shift_down_right(b: SupportsIndex) -> int:
    """
    Shifts a bitboard one step diagonally down and right; squares that leave the board are dropped.

    Args:
        b: the bitboard.
    """

def shift_left(b: SupportsIndex) -> int:
    """
    Shifts a bitboard left by one file; squares that leave the board are dropped.

    Args:
        b: the bitboard.
    """

def shift_right(b: SupportsIndex) -> int:
    """
    Shifts a bitboard right by one file; squares that leave the board are dropped.

    Args:
        b: the bitboard.
    """

def shift_up(b: SupportsIndex) -> int:
    """
    Shifts a bitboard up by one rank; squares that leave the board are dropped.

    Args:
        b: the bitboard.
    """

def shift_up_left(b: SupportsIndex) -> int:
    """
    Shifts a bitboard one step diagonally up and left; squares that leave the board are dropped.

    Args:
        b: the bitboard.
    """

def shift_up_right(b: SupportsIndex) -> int:
    """
    Shifts a bitboard one step diagonally up and right; squares that leave the board are dropped.

    Args:
        b: the bitboard.
    """

def skip_game(handle: TextIO) -> bool:
    """
    Skips the next game of a text handle; returns `False` at the end.
    """

def slider_masks() -> list[list[int]]:
    """
    Returns the relevant occupancy of diagonals, files and ranks for each square.
    """

def slider_tables() -> list[list[dict[int, int]]]:
    """
    Returns the attacks on diagonals, files and ranks for each square and relevant occupancy.
    """

def step_rows(rows: ArrayLike, actions: ArrayLike, *, policy: ActionPolicy = "lc0", rules: str | RuleSet = "engine", max_plies: SupportsIndex | None = None, at_limit: str = "truncate", on_illegal: str = "raise", out: NDArray[Any] | None = None, threads: SupportsIndex | None = None) -> tuple[NDArray[uint8], Step]:
    """
    Plays one move in the game of each row of bytes.

    The result depends on the arguments alone, which do not change, so it can be called in
    `jax.pure_callback`, in a Ray task, or on shared memory. A game that is over does not change,
    and its action is ignored: its reward is 0, and `terminated` or `truncated` is set again.

    Args:
        rows: `(games, 384)` uint8 of `Arena.rows` or of an earlier call.
        actions: `(games,)` integers, one action for each row; -1 for a game that does not move.
        policy: the encoding of actions: a policy, `"moves"` or `"legal"`, as in `Arena`.
        rules: the rules by which games end on the board, as in `Arena`.
        max_plies: the largest number of plies of a game; `None` for no limit.
        at_limit: the effect of `max_plies`: `"truncate"` or `"draw"`.
        on_illegal: `"raise"`, or `"lose"`: the player loses by `Termination.ILLEGAL_MOVE`.
        out: a C-contiguous, writeable array of the new rows' shape and dtype to write to; it must
            not be `rows`, and its contents are undefined after an error.
        threads: the number of threads; `None` for all cores.

    Returns:
        `(rows, step)`: the new rows, `(games, 384)` uint8, and a `Step`, as `Arena.step` returns.

    Raises:
        IllegalMoveError: an action is not a legal move of its game.
        ArrayError: the arrays do not fit.
        ArgumentError: a row is invalid, which the message names.

    Example:
        >>> rows = enroque.Arena(1, start="6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").rows()
        >>> mate = enroque.Move.from_uci("a1a8")
        >>> index = enroque.Arena.from_rows(rows).board(0).policy_index("lc0", mate)
        >>> rows, step = enroque.step_rows(rows, [index])
        >>> step.rewards.tolist(), step.terminated.tolist()
        ([1.0], [True])
    """

def stockfish_wdl(centipawns: ArrayLike, material: ArrayLike, *, a: SupportsLenAndGetItem[SupportsFloat | SupportsIndex], b: SupportsLenAndGetItem[SupportsFloat | SupportsIndex]) -> NDArray[Any]:
    """
    Returns win, draw and loss probabilities by Stockfish's model.

    Args:
        centipawns: evaluations as Stockfish prints them; -2**31 or NaN for none.
        material: the material of both sides (pawn 1, minor piece 3, rook 5, queen 9).
        a: four coefficients from Stockfish's sources, the highest power first.
        b: four more.

    Returns:
        `(..., 3)` float64; NaN without evaluation.
    """

def stored_columns() -> list[list[tuple[str, str, list[str], str, Any]]]:
    """
    The stored columns.

    Returns:
        For each its name, dtype, names of the fields of a value (empty if it is a number), the
        name of its offsets, and the value that stands for none: a list of those with a value for
        each game, for each move, and of those with a list for each move.
    """

def termination_pgn_tag(name: str) -> str | None:
    """
    Returns the value of PGN's tag `Termination` for the name of a termination.
    """

def thread_count() -> int:
    """
    Returns the number of threads that a parallel call uses by default.
    """

def training_formats() -> list[tuple[str, list[str], bool, str, tuple[bool, bool] | None, bool, str]]:
    """
    Returns the registry of training formats.

    Returns:
        For each its name, the suffixes of file names, whether games can be read, the fields of records
        of one size, what the records of a bag have beside the position (a move, a probability),
        whether it stores Chess960, and its description.
    """

def value_buckets(probabilities: ArrayLike, *, buckets: SupportsIndex = 128) -> NDArray[Any]:
    """
    Returns the bucket of each win probability, for ChessBench's classification of values.

    Args:
        probabilities: win probabilities from 0 to 1.
        buckets: the number of equal intervals.

    Returns:
        int64 of the same shape; -1 for NaN.
    """

def visit_game(handle: TextIO, visitor: Any, skip: Any, handles_errors: bool) -> Any | None:
    """
    Reads the next game of a text handle and calls a visitor for it.

    Args:
        handle: an open text file or `io.StringIO`.
        visitor: a `BaseVisitor`.
        skip: the value `SKIP`.
        handles_errors: whether the visitor overrides `handle_error`.

    Returns:
        The result of the visitor; `None` at the end of the text.
    """

def win_probability(centipawns: ArrayLike, *, model: str = "lichess") -> NDArray[Any]:
    """
    Returns the win probability of evaluations.

    Args:
        centipawns: evaluations as in `Games.evals`: centipawns, a mate in n as 1,000,000 - n,
            -2**31 or NaN for none.
        model: `"lichess"`, a logistic curve with evaluations limited to 1,000, or `"chessbench"`,
            the same curve without limit.

    Returns:
        float64 of the same shape; NaN without evaluation.
    """
