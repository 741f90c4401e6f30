"""Files of URLs, from a server that also breaks off, is slow, lies or has no ranges."""

import gzip
import io
import json
import os
import re
import signal
import socketserver
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enroque
from enroque import Column, Games, Loader, Positions
from enroque._files import remote
from enroque.cli import main
from enroque.data import example_games, example_pgn
from enroque.errors import FileFormatError

pytest.importorskip("fsspec")
pytest.importorskip("aiohttp")
pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

FENS = [game.board().fen() for game in example_games()[:20]]


def contents() -> dict[str, bytes]:
    """Returns the files of the server."""
    games, files = example_games(), dict[str, bytes]()

    def parquet(table: Any) -> bytes:
        file = io.BytesIO()
        pq.write_table(table, file, row_group_size=40)
        return file.getvalue()

    files["games.pgn"] = example_pgn()
    files["games.pgn.gz"] = gzip.compress(example_pgn())
    files["flat.parquet"] = parquet(games.to_arrow("movetext"))
    files["games.parquet"] = parquet(games.to_arrow())
    rows = games.to_arrow("uci").select(["White", "Black", "moves", "Result"]).to_pylist()
    files["games.jsonl"] = "".join(json.dumps(row) + "\n" for row in rows).encode()
    lines = [f'"{row["White"]}",{row["moves"]}\n' for row in rows]
    files["games.csv"] = ("White,moves\n" + "".join(lines)).encode()
    files["games.csv.gz"] = gzip.compress(files["games.csv"])
    files["fens.csv"] = ("fen,cp\n" + "".join(f"{fen},12\n" for fen in FENS)).encode()
    files["fens.parquet"] = parquet(pa.table({"fen": FENS, "cp": [12] * len(FENS)}))
    return files


FILES = contents()
OF_GAMES = [name for name in FILES if "games" in name or "flat" in name]


class Handler(BaseHTTPRequestHandler):
    """Serves `/KIND/NAME`, where the kind is how it misbehaves."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    def do_HEAD(self) -> None:
        self.answer(has_body=False)

    def do_GET(self) -> None:
        self.answer(has_body=True)

    def answer_as_hub(self, path: str) -> None:
        """Answers a request of huggingface_hub for the repository `u/chess`."""
        found: Any = {"id": "u/chess", "sha": "0" * 40, "siblings": []}
        if path.endswith("/tree/main"):
            found = [{"type": "directory", "path": "data", "oid": "0" * 40}]
        elif path.endswith("/data"):
            found = [
                {"type": "file", "path": f"data/{name}", "size": len(data), "oid": "0" * 40}
                for name, data in FILES.items()
            ]
        body = json.dumps(found).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def answer(self, has_body: bool) -> None:
        path = self.path.partition("?")[0]
        if path.startswith("/api"):
            self.answer_as_hub(path)
            return
        path = path.replace("/datasets/u/chess/resolve/main/data/", "/good/")
        _, kind, name = path.split("/")
        data = FILES.get(name)
        if data is None or kind in ("500", "403"):
            self.send_response(int(kind) if data is not None else 404)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        start, stop, stated = 0, len(data), len(data)
        asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        if asked and kind != "no_ranges":
            start, stop = int(asked[1]), min(int(asked[2]) + 1, len(data))
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{stop - 1}/{len(data)}")
            stated = stop - start
        else:
            self.send_response(200)
        body = data[start:stop]
        if not has_body:
            stated += {"long": 1000, "short": -1000}.get(kind, 0)
        elif kind == "breaks":
            body = body[: len(body) // 2]
        if kind != "no_size":
            self.send_header("Content-Length", str(stated))
        self.send_header("Connection", "close")
        self.end_headers()
        if has_body and kind == "slow":
            for first in range(0, len(body), 4096):
                self.wfile.write(body[first : first + 4096])
                time.sleep(0.001)
        elif has_body and kind == "hangs":
            self.wfile.write(body[: len(body) // 2])
            self.wfile.flush()
            self.server.stopping.wait(60)  # type: ignore[attr-defined]
        elif has_body:
            self.wfile.write(body)
        self.close_connection = True


class Server(ThreadingHTTPServer):
    daemon_threads = True
    stopping = threading.Event()

    def handle_error(self, *_: Any) -> None:
        pass  # the client went away


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with Server(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{running.server_address[1]}"
        running.stopping.set()
        running.shutdown()


def local(name: str, folder: Path) -> Path:
    path = folder / name
    path.write_bytes(FILES[name])
    return path


@pytest.mark.parametrize("kind", ["good", "slow"])
@pytest.mark.parametrize("name", OF_GAMES)
def test_games(name: str, kind: str, server: str, tmp_path: Path) -> None:
    url = f"{server}/{kind}/{name}"
    expected = Games.read(local(name, tmp_path))
    assert len(expected) == 118
    assert Games.read(url) == expected
    assert Games.read([url, f"{url}?download=true"])[118:] == expected
    done: list[Any] = []
    with Games.stream(url, games_per_batch=50, progress=lambda *at: done.append(at)) as stream:
        assert Games.concatenate(stream) == expected
    assert done[-1] == (len(FILES[name]), len(FILES[name]))


@pytest.mark.parametrize("name", ["fens.csv", "fens.parquet"])
def test_positions(name: str, server: str, tmp_path: Path) -> None:
    expected = Positions.read(local(name, tmp_path))
    assert expected.evals is not None
    assert Positions.read(f"{server}/good/{name}") == expected
    with Positions.stream(f"{server}/slow/{name}") as stream:
        assert Positions.concatenate(stream) == expected


@pytest.mark.parametrize("name", ["games.pgn.gz", "flat.parquet", "games.csv", "fens.parquet"])
def test_loader(name: str, server: str, tmp_path: Path) -> None:
    def batches(source: Any) -> list[Any]:
        loader = Loader(source, [Column.planes("pieces")], batch_size=64, seed=1)
        return [batch["planes"].copy() for _ in range(2) for batch in loader]

    expected, found = (
        batches(source) for source in (local(name, tmp_path), f"{server}/good/{name}")
    )
    assert len(found) == len(expected)
    assert all(map(np.array_equal, found, expected))


def test_from_pgn_convert_and_commands(server: str, tmp_path: Path) -> None:
    assert Games.from_pgn(f"{server}/good/games.pgn.gz") == example_games()
    for name in ("games.pgn", "flat.parquet"):
        enroque.convert(f"{server}/good/{name}", tmp_path / f"{name}.npz")
        assert len(Games.read(tmp_path / f"{name}.npz")) == 118
    enroque.convert_positions(f"{server}/good/fens.csv", tmp_path / "positions")
    assert len(Positions.read(tmp_path / "positions")) == 20
    main(["convert", f"{server}/good/games.csv", str(tmp_path / "x.pgn")])
    main(["tensors", f"{server}/good/flat.parquet", "-o", str(tmp_path / "arrays")])
    main(["tensors", f"{server}/good/fens.parquet", "-o", str(tmp_path / "rows")])
    manifest = json.loads((tmp_path / "rows" / "manifest.json").read_text())
    assert manifest["sources"][0]["path"] == f"{server}/good/fens.parquet"


def read_fully(url: str, reader: str) -> Any:
    if "fens" in url:
        if reader == "read":
            return Positions.read(url)
        return [*Positions.stream(url)]
    if reader == "read":
        return Games.read(url)
    return [*Games.stream(url, games_per_batch=30)]


@pytest.mark.parametrize("reader", ["read", "stream"])
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("kind", ["breaks", "long", "short"])
def test_broken_transfers(
    kind: str, name: str, reader: str, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is never shorter than it is without an error."""
    url = f"{server}/{kind}/{name}"
    with pytest.raises((OSError, FileFormatError), match=re.escape(url)):
        read_fully(url, reader)


@pytest.mark.parametrize("name", [*FILES, "none.pgn", "none.parquet", "none.csv"])
def test_refused_requests(name: str, server: str) -> None:
    for kind, error in [("500", OSError), ("403", OSError), ("good", FileNotFoundError)]:
        if (name in FILES) == (kind == "good"):
            continue
        with pytest.raises(error, match=re.escape(name)) as caught:
            read_fully(f"{server}/{kind}/{name}", "read")
        if name in FILES:
            assert kind in str(caught.value)
            assert not isinstance(caught.value, FileNotFoundError)
        with pytest.raises(error, match=re.escape(name)):
            Loader(f"{server}/{kind}/{name}", [Column.planes("pieces")])


@pytest.mark.parametrize("name", FILES)
def test_servers_without_ranges_and_sizes(name: str, server: str, tmp_path: Path) -> None:
    expected = read_fully(str(local(name, tmp_path)), "read")
    for kind in ("no_ranges", "no_size"):
        url = f"{server}/{kind}/{name}"
        if "parquet" in name and (kind == "no_size" or len(FILES[name]) > 1 << 21):
            with pytest.raises(OSError, match=re.escape(url)):
                read_fully(url, "read")
        else:
            assert read_fully(url, "read") == expected


def test_unreachable_servers() -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), None) as closed:  # type: ignore[arg-type]
        port = closed.server_address[1]
    with pytest.raises(OSError, match=f"http://127.0.0.1:{port}/a.pgn"):
        Games.read(f"http://127.0.0.1:{port}/a.pgn")


@pytest.mark.parametrize("name", ["games.pgn", "games.csv", "flat.parquet", "fens.csv"])
def test_silent_servers(name: str, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "_SILENCE", 0.5)
    with pytest.raises(TimeoutError, match=f"the server does not answer.*{name}"):
        read_fully(f"{server}/hangs/{name}", "read")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT")
@pytest.mark.parametrize(
    "name", ["games.pgn", "games.csv", "games.jsonl", "flat.parquet", "fens.csv"]
)
def test_ctrl_c(name: str, server: str) -> None:
    kind = "Positions" if "fens" in name else "Games"
    url = f"{server}/hangs/{name}"
    code = f"from enroque import {kind}\nprint(1, flush=True)\n{kind}.read({url!r})"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        time.sleep(1)
        started = time.monotonic()
        os.kill(process.pid, signal.SIGINT)
        assert b"KeyboardInterrupt" in process.stderr.read()
        assert time.monotonic() - started < 10, "Ctrl-C waits"


HUB = """
from enroque import Games, Positions
url = "hf://datasets/u/chess/data"
print(*(len(Games.read(f"{url}/{name}")) for name in ("flat.parquet", "games.pgn.gz", "g*.csv*")))
print(sum(map(len, Games.stream("hf://datasets/u/chess/**/g*.parquet", games_per_batch=50))))
print(len(Positions.read(f"{url}/fens.parquet")))
for name in ("none.parquet", "none*.pgn", ""):
    try:
        Games.read(f"{url}/{name}")
    except (OSError, ValueError) as error:
        print(type(error).__name__, error)
"""


def test_the_hub_of_hugging_face(server: str) -> None:
    pytest.importorskip("huggingface_hub")
    environment = {**os.environ, "HF_ENDPOINT": server, "HF_HUB_DISABLE_TELEMETRY": "1"}
    command = [sys.executable, "-c", HUB]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.stdout.splitlines() == [
        "118 118 236",
        "118",
        "20",
        "FileNotFoundError [Errno 2] no such file: 'hf://datasets/u/chess/data/none.parquet'",
        "FileNotFoundError [Errno 2] no file matches: 'hf://datasets/u/chess/data/none*.pgn'",
        "IsADirectoryError [Errno 21] a folder: pass a pattern such as "
        "hf://datasets/u/chess/data/**/*.parquet: 'hf://datasets/u/chess/data/'",
    ], done.stderr


def test_other_file_systems(tmp_path: Path) -> None:
    import fsspec

    memory = fsspec.filesystem("memory")
    for name in ("games.pgn.gz", "flat.parquet", "fens.csv"):
        for number in range(2):
            memory.pipe(f"/x/{number}/{name}", FILES[name])
    for name in ("odd.xyz", "games.npz"):
        memory.pipe(f"/x/{name}", b"x")
    for name in ("games.pgn.gz", "flat.parquet"):
        assert len(Games.read(f"memory://x/1/{name}")) == 118
        assert len(Games.read(f"memory://x/*/{name}")) == 236
    assert len(Positions.read("memory://x/**/fens.csv")) == 40
    loader = Loader("memory://x/**/flat.parquet", [Column.planes("pieces")], batch_size=64)
    assert sum(len(batch["planes"]) for batch in loader) == 2 * len(example_games().moves)
    for wrong, kind, message in [
        ("memory://x/*.pgn", FileNotFoundError, "no file matches"),
        ("memory://x/no.pgn", FileNotFoundError, "no such file"),
        ("memory://x/1", IsADirectoryError, r"a pattern such as memory://x/1/\*\*"),
        ("memory://x/odd.xyz", ValueError, "cannot detect the format"),
        ("memory://x/1.pgn/", FileNotFoundError, "no such file"),
        ("memory://x/games.npz", ValueError, "npz is not read from URLs"),
        ("unknown://x/games.pgn", ValueError, "unknown://x/games.pgn: Protocol not known"),
        (Path("https://x.org/a.pgn"), FileNotFoundError, "pass it as a str"),
    ]:
        with pytest.raises(kind, match=message):
            Games.read(wrong)
    path = local("games.pgn", tmp_path)
    assert Games.read(f"simplecache::file://{path}") == example_games()
