"""The speed of tables of positions: `python benches/python/positions.py`.

FENs to packed positions and to planes, Kaggle's CSV, and Lichess's evaluations as JSON, on one
thread. Compared with loops over python-chess, of which the one for JSON parses with orjson if it
is installed, and with Polars, which reads the same files without looking at the positions. The rows
are those of `enroque.data.example_positions`; the JSON objects are made of them in the form of
Lichess's file, with as many searches and lines.
"""

import csv
import importlib
import io
import json
from typing import Any

import chess
import numpy as np
from timing import Table, seconds

import enroque
from enroque import Column, Loader, Positions
from enroque.data import example_games, example_positions
from games import optional, planes_by_python_chess

FEW = 1000
"""The number of rows of the loops over python-chess."""


def lichess_object(fen: str, cp: int) -> str:
    """Returns a JSON object as those of Lichess's file: 4 searches of 1 to 4 lines."""
    line = " ".join(
        ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1h1", "f8e7"]
    )
    first = next(iter(chess.Board(fen).legal_moves), None)
    line = f"{first} {line}" if first else ""
    pvs = [{"cp": cp - 10 * n, "line": line} for n in range(4)]
    searches = [{"pvs": pvs[: n + 1], "knodes": 200_973 - n, "depth": 39 - 3 * n} for n in range(4)]
    fields = " ".join(fen.split()[:4])
    return json.dumps({"fen": fields, "evals": searches}, separators=(",", ":"))


def main() -> None:
    """Times each way of reading."""
    positions = example_positions()
    fens = positions.fens()
    evals = np.clip(positions.evals, -9999, 9999).tolist()
    count = len(fens)
    table = Table("FENs, 1 thread", "thousand rows/s", ["enroque", "python-chess"])
    table.row(
        "list of str to packed positions",
        count / seconds(lambda: Positions.from_fens(fens, threads=1)) / 1e3,
        FEW / seconds(lambda: [chess.Board(fen) for fen in fens[:FEW]]) / 1e3,
    )
    text = "\n".join(fens).encode()
    table.row(
        "text to packed positions",
        count / seconds(lambda: Positions.read(text, format="fens", threads=1)) / 1e3,
        FEW / seconds(lambda: [chess.Board(fen) for fen in fens[:FEW]]) / 1e3,
    )
    out = np.empty((count, 12, 8, 8), np.uint8)
    table.row(
        "list of str to planes, uint8",
        count
        / seconds(lambda: enroque.planes(fens, "pieces", dtype="uint8", out=out, threads=1))
        / 1e3,
        FEW
        / seconds(lambda: [planes_by_python_chess(chess.Board(fen)) for fen in fens[:FEW]])
        / 1e3,
    )

    polars = optional("polars")
    names = ["enroque", "python-chess", *(["Polars, text alone"] if polars else [])]
    rows = "".join(f"{fen},{cp:+d}\n" for fen, cp in zip(fens, evals, strict=True))
    kaggle = f"FEN,Evaluation\n{rows}".encode()
    few = "\n".join(kaggle.decode().split("\n")[: FEW + 1])

    def csv_by_python_chess() -> Any:
        reader = csv.DictReader(io.StringIO(few))
        return [(chess.Board(row["FEN"]), int(row["Evaluation"])) for row in reader]

    table = Table("Kaggle's CSV, 1 thread", "thousand rows/s", names)
    by_polars = [count / seconds(lambda: polars.read_csv(kaggle)) / 1e3] if polars else []
    table.row(
        f"{len(kaggle) // count} bytes a row",
        count / seconds(lambda: Positions.read(kaggle, threads=1)) / 1e3,
        FEW / seconds(csv_by_python_chess) / 1e3,
        *by_polars,
    )

    objects = [lichess_object(fen, cp) for fen, cp in zip(fens, evals, strict=True)]
    lichess = "\n".join(objects).encode()
    loads = getattr(optional("orjson") or importlib.import_module("json"), "loads")  # noqa: B009

    def json_by_python_chess() -> Any:
        kept = []
        for text in objects[:FEW]:
            record = loads(text)
            best = max(record["evals"], key=lambda search: search["depth"])
            kept.append((chess.Board(record["fen"] + " 0 1"), best["pvs"][0]["cp"]))
        return kept

    table = Table("Lichess's evaluations, 1 thread", "MB/s", names)
    size = len(lichess) / 1e6
    by_polars = [size / seconds(lambda: polars.read_ndjson(lichess)) / 1] if polars else []
    table.row(
        f"{len(lichess) // count} bytes a row",
        size / seconds(lambda: Positions.read(lichess, threads=1)),
        size * FEW / count / seconds(json_by_python_chess),
        *by_polars,
    )

    games = example_games()
    columns = Column.planes("lc0", dtype="uint8")
    table = Table("Loader, lc0 uint8", "thousand positions/s", ["over positions", "over games"])
    tables = [positions] * 4

    def rate(source: Any) -> float:
        def epoch() -> int:
            with Loader(source, columns, batch_size=1024, threads=1) as loader:
                return sum(len(batch["planes"]) for batch in loader)

        return epoch() / seconds(epoch) / 1e3

    table.row("an epoch", rate(tables), rate([games] * 10))


if __name__ == "__main__":
    main()
