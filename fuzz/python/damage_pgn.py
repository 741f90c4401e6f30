"""Damage of PGN: tokens exchanged, repeated, left open, or replaced by odd ones."""

import re
from functools import lru_cache
from random import Random

from damage import blind

_TOKENS = re.compile(rb"\{[^}]*\}|\[[^\]]*\]|[()]|\$\d+|;[^\n]*|[^\s(){}\[\]]+|\s+")

MOVES = [
    b"e4", b"e5", b"Nf3", b"Nbd2", b"N1d2", b"Nb1d2", b"Nb1-d2", b"exd5", b"e4xd5", b"exd6e.p.",
    b"e8=Q", b"e8Q", b"e8(Q)", b"e8/Q", b"e8=K", b"exd8=N+", b"O-O", b"O-O-O", b"0-0", b"0-0-0",
    b"o-o", b"O-O+", b"O-O-O#", b"e1g1", b"e1h1", b"e7e8q", b"E2E4", b"Ke2", b"Qh4#", b"Qh4++",
    b"P@e4", b"N@f3", b"--", b"Z0", b"null", b"@@@@", b"0000", b"Sf3", b"Dd1", b"Le2", b"Tb1",
    b"Cf3", b"Nf9", b"Ni3", b"e9", b"a0", b"i4", b"e4!?", b"e4!!!", b"e4=D", b"Bb5xc6ch",
    b"dis.ch", b"Ng1-f3", b"f3", b"h5", b"Rae1", b"Raa1", b"Qa1b2c3", b"bxc3", b"Bxc3", b"bc3",
    b"ed", b"dxe", b"exd6ep", b"e.p.", b"\xe2\x99\x98f3", b"\xe2\x99\x94e2", b"\xd0\x9af3",
    b"0-0-0-0", b"x", b"+", b"#", b"=",
]  # fmt: skip

SYMBOLS = [
    b"$0", b"$1", b"$9", b"$22", b"$139", b"$140", b"$255", b"$256", b"$65535", b"$65536",
    b"$99999999999999999999", b"$-1", b"$", b"$$", b"!", b"?", b"!!", b"??", b"!?", b"?!",
    b"!!!!!!!!", b"+-", b"-+", b"=/\xe2\x88\x9e", b"\xc2\xb1", b"N", b"D", b"1-0", b"0-1",
    b"1/2-1/2", b"1/2", b"*", b"\xc2\xbd-\xc2\xbd", b"1-1", b"0-0", b"1.", b"1...", b"1..",
    b"2147483648.", b"99999999999999999999.", b"0.", b"-1.", b"1.e4", b"1.e4e5", b"...", b"..",
    b".", b"{", b"}", b"(", b")", b"[", b"]", b"<", b">", b";", b"%", b'"', b"'", b"\\", b'\\"',
    b"}", b")", b"{}", b"()", b"[]", b"{{", b"}}", b"((", b"))", b";\n", b"%\n", b"\n%escape\n",
    b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x1a", b"\x00", b"\x0b", b"\x0c", b"\xc2\xa0",
    b"\xe2\x80\x8b", b"\xe2\x80\xa8", b"\xc2\x85", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
    b"\xc0\x80", b"\xe9", b"\x80",
]  # fmt: skip

COMMANDS = [
    b"%clk 0:00:01", b"%clk 9:59:59.999", b"%clk 99999999999:99:99", b"%clk -1:0:0", b"%clk 1",
    b"%clk", b"%clk 1:2:3:4", b"%clk 0:00:60", b"%clk 00:00:00.0000000000000000001",
    b"%clk nan", b"%emt 1:00:00", b"%emt 0.5", b"%emt 4294967296", b"%emt 1e99", b"%egt 1:0:0",
    b"%mct 1:0:0", b"%eval 0", b"%eval -0.01", b"%eval #1", b"%eval #-0", b"%eval #-2147483648",
    b"%eval 1e400", b"%eval 99999999999", b"%eval nan", b"%eval 1.2,99", b"%eval 1,4294967296",
    b"%eval ,", b"%eval +#3", b"%eval #99999999999999999999", b"%cal Ge2e4",
    b"%cal Ge2e4,Rd2d4,Xa1a1,Ga9b1", b"%cal G", b"%cal ,,,,", b"%csl Ra1,Gh8,Yi9", b"%csl",
    b"%cal " + b"Ga1h8," * 400, b"%unknown " + b"x" * 3000, b"%", b"%%clk 1:0:0",
    b"%clk 1:0:0][%clk 2:0:0",
]  # fmt: skip

TCEC = [
    b"d=21, sd=58, mt=91014, tl=7108986, n=1896755890, pv=e4 e5, tb=0, h=99, ph=0.0, wv=0.21",
    b"wv=M32, d=99999999999, mt=-1", b"wv=-M0,", b"wv=1e400, tl=18446744073709551616",
    b"ev=, d=, mt=", b"book", b"mt=0, tl=0, wv=-319.99, R50=50, Rd=-11, Rr=-11, mb=+1+0+0+0+0,",
]  # fmt: skip

FENS = [
    b"8/8/8/8/8/8/8/8 w - - 0 1", b"4k3/8/8/8/8/8/8/4K3 b - - 99 9999",
    b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
    b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1",
    b"4k3/8/8/8/8/8/8/KKKKKKKK w - - 0 1",
    b"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQkQQQ/8/8/8/4K3 b - - 0 1",
    b"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    b"4k2r/8/8/8/8/8/8/4K2R w GKgk - 4294967295 4294967295", b"4k3/8/8/8/8/8/8/4K3 w - - -1 0",
    b"4k3/8/8/8/8/8/8/4K3", b"4k3/8/8/8/8/8/8/4K3 w", b"4k3/9/8/8/8/8/8/4K3 w - - 0 1",
    b"Pk6/8/8/8/8/8/8/4K2p w - - 0 1", b"k7/8/8/8/8/8/8/K7 w KQkq - 0 1",
    b"rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1", b"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    b"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qq] w KQkq - 3+3 0 1",
    b"r~nbqkb1r/8/8/8/8/8/8/4K3 w - - 0 1", b"?", b"\xff", b"",
]  # fmt: skip

TAGS = [
    b'[Variant "Chess960"]', b'[Variant "chess 960"]', b'[Variant "Fischerandom"]',
    b'[Variant "Freestyle"]', b'[Variant "Crazyhouse"]', b'[Variant "From Position"]',
    b'[Variant "x"]', b'[Variant "\xff"]', b'[Variant ""]', b'[SetUp "1"]', b'[SetUp "0"]',
    b'[Result "1-0"]', b'[Result "1/2"]', b'[Result ""]', b'[WhiteElo "2900"]',
    b'[WhiteElo "-1"]', b'[WhiteElo "99999999999999999999"]', b'[WhiteElo "?"]',
    b'[Date "2024.02.30"]', b'[UTCDate "????.??.??"]', b'[Date "99999.99.99"]',
    b'[TimeControl "300+3"]', b'[TimeControl "40/x"]', b'[Annotator "a\\"b\\\\c"]',
    b'[Annotator "a\\', b'[Annotator "a\n\nb"]', b'[A "]"]', b"[A]", b'[A b "c"]', b'["a"]',
    b'[ A  "b" ] [C "d"]', b"[" * 300, b'[A "' + b"x" * 5000 + b'"]', b'[A "\xff\xfe"]',
    b'[A "b"', b"[" + b"A" * 300 + b' "b"]', b'[White "a"][White "b"]',
    b'[PlyCount "99999999999"]', b'[Round "-"]', b'[Annotator "' + b'\\"' * 500 + b'"]',
    b'[StartEval "1e99"]', b'[GameType "1"]', b'[Event "a"]\r\r\n',
]  # fmt: skip


@lru_cache(64)
def tokens(data: bytes) -> tuple[bytes, ...]:
    """Returns the tokens of PGN, with the spaces between them."""
    return tuple(_TOKENS.findall(data))


def comment(rng: Random) -> bytes:
    """Returns a comment with commands."""
    body = b" ".join(
        b"[" + rng.choice(COMMANDS) + b"]" if rng.random() < 0.7 else rng.choice(TCEC)
        for _ in range(rng.choice((1, 1, 2, 5)))
    )
    return b"{" + body + rng.choice((b"}", b" }", b"}", b"]}", b"", b" text}", b"{}"))


def tag(rng: Random) -> bytes:
    """Returns a tag, often one that the reader interprets."""
    if rng.random() < 0.4:
        setup = rng.choice((b"", b'[SetUp "1"]\n', b'[Variant "Chess960"]\n'))
        return setup + b'[FEN "' + rng.choice(FENS) + b'"]\n'
    return rng.choice(TAGS) + rng.choice((b"\n", b"\n", b"\n\n", b"", b" "))


def variation(rng: Random) -> bytes:
    """Returns variations that are deep, many or not closed."""
    depth = rng.choice((1, 1, 2, 3, 30, 300, 5000))
    inside = rng.choice(
        (b"(", b"( 1. e4 ", b"(e5 ", b"() ", b"(1... e5 2. Nf3 (", b"(-- ", b"({a} ")
    )
    closed = rng.choice((depth, depth, 0, depth - 1, depth + 1))
    return b" " + inside * depth + rng.choice((b"", b"e4", b"Nf6 $1 {x}")) + b" )" * closed + b" "


def piece(rng: Random) -> bytes:
    """Returns a token that a reader may not expect at some location."""
    chance = rng.random()
    if chance < 0.35:
        return b" " + rng.choice(MOVES) + b" "
    if chance < 0.6:
        return rng.choice((b" ", b"")) + rng.choice(SYMBOLS) + rng.choice((b" ", b""))
    if chance < 0.75:
        return comment(rng)
    if chance < 0.85:
        return variation(rng)
    if chance < 0.97:
        return b"\n" + tag(rng)
    return rng.choice(
        (b"9" * 3000 + b". ", b"e4 " * 2000, b"{" + b"x" * 20_000 + b"}", b"\n" * 3000)
    )


def pgn(data: bytes, rng: Random) -> bytes:
    """Returns PGN with some tokens damaged."""
    parts = list(tokens(data))
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        if not parts:
            break
        at = int(rng.random() * len(parts))
        other = int(rng.random() * len(parts))
        match int(rng.random() * 10):
            case 0 | 1 | 2:
                parts.insert(at, piece(rng))
            case 3 | 4:
                parts[at] = piece(rng)
            case 5:
                parts[at], parts[other] = parts[other], parts[at]
            case 6:
                del parts[at : at + rng.choice((1, 1, 2, 20))]
            case 7:
                parts[at:at] = parts[other : other + rng.choice((1, 10))] * rng.choice((1, 2, 30))
            case 8:
                parts[at] = parts[at][: int(rng.random() * len(parts[at]))]
            case 9:
                parts[at] = blind(parts[at], rng)
    return line_ends(b"".join(parts), rng)


def line_ends(data: bytes, rng: Random) -> bytes:
    """Returns text with other line ends or another first character in some cases."""
    match int(rng.random() * 24):
        case 0:
            return data.replace(b"\n", b"\r\n")
        case 1:
            return data.replace(b"\n", b"\r")
        case 2:
            return b"\n\r".join(data.split(b"\n"))
        case 3:
            ends = (b"\n", b"\r\n", b"\r", b"", b"\r\r\n", b"\x0b", b"\xe2\x80\xa8")
            return b"".join(line + rng.choice(ends) for line in data.split(b"\n"))
        case 4:
            return (
                rng.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb", b"\n\n")) + data
            )
        case 5:
            return data.decode("latin-1").encode(
                rng.choice(("utf-16", "utf-16-be", "utf-32", "utf-8"))
            )
        case 6:
            return data.replace(b" ", rng.choice((b"\n", b"  ", b"\t", b"\0", b"\xc2\xa0", b"")))
    return data
