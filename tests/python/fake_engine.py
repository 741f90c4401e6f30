"""A UCI engine for tests, whose evaluations are a function of the position.

Its options make it crash, hang, answer with garbage, late, or slowly. With a file as argument it
writes a line for each search, and with the argument `moves` after it, it also plays moves.
"""

import os
import re
import sys
import time
import zlib

from fake_score import score

BOOK = {"startpos": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}


def send(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def occurs_once(folder: str, name: str) -> bool:
    """Whether this is the first process that gets here."""
    try:
        os.close(os.open(os.path.join(folder, name), os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def best_move(fen: str, chess960: bool) -> tuple[str, bool]:
    """A move by the hash of a position: a mate or a capture if there is one. And if it mates."""
    from enroque import Board

    root, moves = " ".join(fen.split()[:6]), fen.split()[6:]
    board = Board(root, chess960=chess960)
    for move in moves:
        board.push_uci(move)
    legal = list(board.legal_moves)
    mates = [move for move in legal if board.gives_checkmate(move)]
    some = mates[:1] or [move for move in legal if board.is_capture(move)] or legal
    move = some[zlib.crc32(fen.encode()) // 2000 % len(some)]
    return board.uci(move), bool(mates)


def main() -> None:
    options = {"mode": "good", "at": "", "folder": "", "UCI_Chess960": "false", "Hash": "16"}
    log = open(sys.argv[1], "a") if len(sys.argv) > 1 else None  # noqa: SIM115
    fen, memory = BOOK["startpos"], 0
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "uci":
            send("id name Fake 1.0")
            send("id author the tests")
            send("option name mode type string default good")
            send("option name at type string default <empty>")
            send("option name folder type string default <empty>")
            send("option name Hash type spin default 16 min 1 max 1024")
            send("option name UCI_Chess960 type check default false")
            send("option name MultiPV type spin default 1 min 1 max 500")
            send("option name Style type combo default Solid var Solid var Very Risky")
            send("option name Clear Hash type button")
            if "no-wdl" not in sys.argv:
                send("option name UCI_ShowWDL type check default false")
            send("uciok")
        elif words[0] == "isready":
            send("readyok")
        elif words[0] == "ucinewgame":
            memory = 0
        elif words[0] == "setoption":
            found = re.match(r"setoption name (.+?) value (.*)", line)
            if found:
                options[found[1]] = found[2].strip()
        elif words[0] == "position":
            rest = line.split(maxsplit=1)[1].strip()
            rest, _, moves = rest.partition(" moves ")
            fen = BOOK["startpos"] if rest == "startpos" else rest.removeprefix("fen ")
            fen += f" {moves}" if moves else ""
        elif words[0] == "go":
            mode = options["mode"]
            if log:
                log.write(f"{os.getpid()} {options['UCI_Chess960']} {fen}\n")
                log.flush()
                # until another engine has searched: on a busy machine one could do all the work
                for _ in range(1000 if "wait-for-another" in sys.argv else 0):
                    if len({line.split()[0] for line in open(sys.argv[1])}) > 1:  # noqa: SIM115
                        break
                    time.sleep(0.01)
            if options["at"] in fen and (
                not options["folder"] or occurs_once(options["folder"], mode)
            ):
                if mode == "crash":
                    os._exit(7)
                if mode == "hang":
                    time.sleep(3600)
                if mode == "wait":  # for `stop`
                    next(line for line in sys.stdin if line.startswith("stop"))
                if mode == "deaf":
                    for _ in sys.stdin:
                        pass
                    time.sleep(3600)
                if mode == "late":
                    time.sleep(0.8)
                if mode == "close":
                    os.close(0)
                    os.close(1)
                    time.sleep(3600)
                if mode == "error":
                    sys.stderr.write("a warning\nnetwork.nnue is missing\n")
                    sys.exit(3)
                if mode == "flood":
                    sys.stdout.write("x" * 10_000_000)
                    sys.stdout.flush()
                if mode == "junk":
                    sys.stdout.flush()
                    sys.stdout.buffer.write(b"\0\xff\xfe\ninfo\ninfo score\ninfo score cp\n")
                    sys.stdout.buffer.write(b"info multipv 99999999999 score cp 3\ninfo nodes -1\n")
                    sys.stdout.buffer.write(b"info wdl 1 2\nbestmov e2e4\n\n\r\n")
                if mode == "garbage":
                    send("info depth x score zz pv \x01 e9e9")
                    send("bestmove e9e4")
                    continue
                if mode == "silent":
                    send("bestmove (none)")
                    continue
                if mode == "mate":
                    send("info depth 3 score mate -2 nodes 9")
                    send("bestmove (none)")
                    continue
            if mode == "slow":
                time.sleep(0.05)
            if mode == "memory":
                memory += 1
            if "moves" in sys.argv:
                move, is_mate = best_move(fen, options["UCI_Chess960"] == "true")
                value = "mate 1" if is_mate else f"cp {score(fen)}"
                send(f"info depth 1 score {value} nodes 7 pv {move}")
                send(f"bestmove {move}")
                continue
            value = score(fen) + memory
            wins = (value + 1000) // 4
            wdl = f" wdl {wins} {500 - wins // 2} {500 - (wins - wins // 2)}"
            wdl = wdl if options.get("UCI_ShowWDL") == "true" else ""
            for n in range(int(options.get("MultiPV", 1))):
                multipv = f" multipv {n + 1}" if "MultiPV" in options else ""
                nodes = zlib.crc32(fen.encode()) % 1000
                send(f"info depth 1{multipv} score cp {value - n}{wdl} nodes {nodes}")
            send("info depth 2 score cp 5000 lowerbound nodes 1000")
            send("info string nothing")
            send("bestmove (none)")
            if mode == "twice":
                send("info depth 9 score cp 7777")
                send("bestmove a1a1")
        elif words[0] == "quit":
            return


main()
