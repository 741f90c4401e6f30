use super::*;
use crate::notation::san;
use crate::pgn::error::PgnErrorKind as Kind;
use crate::position::Position;

/// Returns the movetext of a game on one line.
fn written(game: &ReadGame) -> String {
    let mut writer = PgnWriter::new(WriteOptions { columns: None, ..WriteOptions::default() });
    let start = game.start.map_or(Position::standard(), |start| start.position);
    writer.game(&game.tree, &start).unwrap();
    writer.into_text().trim_end().to_owned()
}

fn read(text: &str) -> ReadGame {
    read_game(text.as_bytes())
}

fn diagnostics(game: &ReadGame) -> Vec<(Kind, usize, u64, u64, &str)> {
    let each = game.diagnostics.iter().map(|it| (it.kind, it.ply, it.line, it.column, &*it.token));
    each.collect()
}

#[test]
fn reads_what_it_writes() {
    for text in [
        "1. e4 e5 2. Nf3",
        "{ before } 1. e4 $1 $14 { after } e5",
        "1. e4 ( { why } 1. d4 d5 ( 1... Nf6 2. c4 ) ( 1... f5 ) 2. c4 ) ( 1. c4 ) 1... e5",
        "1. e4 e5 2. Ke2 ( 2. Nf3 Nc6 3. Bb5 { Spain } ) 2... Ke7",
        "1. f3 -- 2. g4",
    ] {
        let game = read(text);
        assert_eq!(game.diagnostics, [], "{text}");
        let once = written(&game);
        assert_eq!(written(&read(&once)), once);
        assert_eq!(once.replace("1... e5", "e5"), text.replace("1... e5", "e5"));
    }
}

#[test]
fn an_error_ends_its_line() {
    let game = read("1. e4 e5 2. Ke3 Nc6 3. Nf3 (3. d4) 1-0");
    assert_eq!(written(&game), "1. e4 e5");
    assert_eq!(diagnostics(&game), [(Kind::IllegalMove, 2, 1, 13, "Ke3")]);
    assert_eq!(game.result.unwrap().as_str(), "1-0");

    // an error in a variation ends only that variation
    let game = read("1. e4 (1. d4 Nf3 2. c4 (2. g3)\n e5) 1... e5 {fine} *");
    assert_eq!(written(&game), "1. e4 ( 1. d4 ) 1... e5 { fine }");
    assert_eq!(diagnostics(&game), [(Kind::IllegalMove, 1, 1, 14, "Nf3")]);

    // a word that is not a move is an error, and is skipped
    let game = read("1. e4 hello e5");
    assert_eq!(written(&game), "1. e4 e5");
    assert_eq!(diagnostics(&game), [(Kind::Syntax, 1, 1, 7, "hello")]);
}

#[test]
fn diagnostics_have_locations() {
    let cases: [(&str, Kind, u64, u64); 14] = [
        ("1. e4 {never", Kind::UnclosedComment, 1, 7),
        ("1. e4 (1. d4\nd5", Kind::UnclosedVariation, 1, 7),
        ("(1. d4) 1. e4", Kind::EarlyVariation, 1, 1),
        ("( 1. d4 d5", Kind::EarlyVariation, 1, 1),
        ("1. e4 ((1. d4)) e5", Kind::EarlyVariation, 1, 8),
        ("1. e4 $x", Kind::InvalidNag, 1, 8),
        ("1. e4 )", Kind::StrayBracket, 1, 7),
        ("1. e4 1-0\n2. d4", Kind::StrayMoves, 2, 1),
        ("1. e4\n[White \"x\"]\n", Kind::StrayMoves, 2, 1),
        ("[FEN \"8/8 w\"]\n\n1. e4", Kind::InvalidFen, 1, 7),
        ("[Variant \"Atomic\"]\n\n1. e4", Kind::UnsupportedVariant, 1, 11),
        ("[Event \"Atomic\"]\n[ Variant  \"Atomic\" ]\n", Kind::UnsupportedVariant, 2, 13),
        ("[Event \"FEN \"]\n[White \"x\"]\n[FEN \"x\"]\n\n1. e4", Kind::InvalidFen, 3, 7),
        ("[Event \"a\"]\n[FEN \"a\\\"\"]\n\n1. e4", Kind::InvalidFen, 2, 7),
    ];
    for (text, kind, line, column) in cases {
        let game = read(text);
        let first = game.diagnostics.first().unwrap_or_else(|| panic!("{text}"));
        assert_eq!((first.kind, first.line, first.column), (kind, line, column), "{text}");
    }
}

#[test]
fn castling_has_the_notation_of_the_game() {
    let last = |text: &str| {
        let game = read(text);
        game.tree.move_of(game.tree.end(NodeId::ROOT)).unwrap().to_string()
    };
    let moves = "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O";
    assert_eq!(last(moves), "e1g1");
    assert_eq!(last(&format!("[Variant \"Chess960\"]\n\n{moves}")), "e1h1");
}

#[test]
fn depth_costs_no_stack() {
    const DEPTH: usize = 100_000;
    let text = "1. e4 ".to_owned() + &"( 1. d4 ".repeat(DEPTH) + &")".repeat(DEPTH) + " 1... e5";
    let game = read(&text);
    assert_eq!(game.diagnostics, []);
    assert_eq!(game.tree.child_count(NodeId::ROOT), DEPTH + 1);

    // a long line of nested variations
    let mut text = String::from("1. Nf3 ");
    for _ in 0..DEPTH / 4 {
        text.push_str("Nf6 2. Ng1 Ng8 3. Nf3 ( 3. Nc3 ) ( ");
        text.push_str("3. Nf3 ");
    }
    let game = read(&text);
    assert_eq!(diagnostics(&game).len(), 1, "nothing is closed");
    let text = written(&game);
    let again = read(&text);
    assert_eq!(again.diagnostics, []);
    assert_eq!(written(&again), text);
    let nodes = again.tree.to_nodes();
    assert_eq!(Tree::from_nodes(nodes.clone()).unwrap().to_nodes(), nodes);
    let mut copy = Tree::new();
    copy.copy_subtree(NodeId::ROOT, &again.tree, NodeId::ROOT).unwrap();
    assert_eq!(copy.len(), again.tree.len() + 1);
}

#[test]
fn hostile_texts_are_read() {
    for text in ["(", "((", "1. e4 ((((1. d4))))", ")))", "{", "[", "[[[", "$", "\0", "1. e4 \0 e5"]
    {
        read(text);
    }
    let long = format!("1. e4 {{{}}} e5", "x".repeat(1 << 20));
    assert_eq!(read(&long).tree.comment(NodeId(1)).len(), 1 << 20);
    // NAGs in descending order must not take quadratic time
    let nags: String = (0..200_000).rev().map(|n| format!(" ${n}")).collect();
    assert_eq!(read(&format!("1. e4{nags}")).tree.nags(NodeId(1)).count(), 200_000);
    let words = "nonsense ".repeat(100_000);
    assert_eq!(read(&words).diagnostics.len(), 1000);
}

#[test]
fn children_are_edited() {
    let game = read("1. e4 (1. d4 d5) (1. c4) *");
    let mut tree = game.tree;
    let [e4, d4, c4] = tree.children(NodeId::ROOT).collect::<Vec<_>>()[..] else { panic!() };
    tree.set_children(NodeId::ROOT, &[c4, d4]);
    assert_eq!(tree.children(NodeId::ROOT).collect::<Vec<_>>(), [c4, d4]);
    assert_eq!((tree.parent(e4), tree.is_mainline(e4)), (Some(NodeId::ROOT), false));
    // a node of another parent has to be copied
    let d5 = tree.next(d4).unwrap();
    tree.set_children(NodeId::ROOT, &[d5, e4]);
    assert_eq!(tree.children(NodeId::ROOT).collect::<Vec<_>>(), [e4]);
    let other = tree.clone();
    let copy = tree.copy_subtree(e4, &other, d4).unwrap();
    tree.set_children(e4, &[copy]);
    assert_eq!(tree.move_of(tree.end(NodeId::ROOT)).unwrap().to_string(), "d7d5");
}

#[test]
fn damaged_nodes_are_rejected() {
    let nodes = read("1. e4 e5").tree.to_nodes();
    assert!(Tree::from_nodes(Vec::new()).is_none());
    for (index, change) in [(1, 1), (1, 9), (2, 2)] {
        let mut damaged = nodes.clone();
        damaged[index].parent = change;
        assert!(Tree::from_nodes(damaged).is_none());
    }
    let mut damaged = nodes.clone();
    damaged[0].children = vec![2];
    assert!(Tree::from_nodes(damaged).is_none());
}

#[test]
fn commands_are_read_and_replaced() {
    let mut tree = Tree::new();
    let id = tree.add(NodeId::ROOT, None).unwrap();
    let mut check = |comment: &str, change: &dyn Fn(&mut Tree), after: &str| {
        tree.set_comment(id, comment.to_owned());
        change(&mut tree);
        assert_eq!(tree.comment(id), after, "{comment}");
    };
    let clock = |seconds| move |tree: &mut Tree| tree.set_clock(id, seconds);
    check("", &clock(Some(3661.5)), "[%clk 1:01:01.5]");
    check("a [%clk 0:00:01] b", &clock(Some(59.96)), "a [%clk 0:00:59.96] b");
    check("a [%clk 0:00:01] b", &clock(None), "a b");
    check("[%clk 0:00:01] b", &clock(None), "b");
    check("x", &clock(Some(-1.0)), "x [%clk 0:00:00]");
    check("[%clk 1] x", &clock(Some(1.0)), "[%clk 1] x [%clk 0:00:01]");
    let eval = |score, depth| move |tree: &mut Tree| tree.set_eval(id, Some(Eval { score, depth }));
    check("", &eval(Score::Centipawns(-5), None), "[%eval -0.05]");
    check("[%eval #3]", &eval(Score::Mate(-3), Some(20)), "[%eval #-3,20]");
    let arrows = [Arrow::from_ascii(b"Ge2e4").unwrap(), Arrow::from_ascii(b"Rd4").unwrap()];
    let set = |tree: &mut Tree| tree.set_arrows(id, &arrows);
    check("[%csl Ya1] words [%cal Bb1c1]", &set, "[%csl Rd4][%cal Ge2e4] words");
    assert_eq!(tree.arrows(id), [arrows[1], arrows[0]]);

    let mut eval_of = |text: &str| {
        tree.set_comment(id, format!("[%eval {text}]"));
        tree.eval(id).map(|eval| eval.score)
    };
    assert_eq!(eval_of("-.5"), Some(Score::Centipawns(-50)));
    assert_eq!(eval_of("+12."), Some(Score::Centipawns(1200)));
    assert_eq!(eval_of("0.123"), None);
    assert_eq!(eval_of("."), None);
    assert_eq!(eval_of("#+4"), Some(Score::Mate(4)));
}

#[test]
fn lines_are_broken_between_words() {
    let mut position = Position::standard();
    let (mut tree, mut node) = (Tree::new(), NodeId::ROOT);
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(60) {
        let m = san::read(&position, text).unwrap();
        position.play_unchecked(m);
        node = tree.add(node, Some(m)).unwrap();
    }
    let mut writer = PgnWriter::new(WriteOptions::default());
    writer.game(&tree, &Position::standard()).unwrap();
    let text = writer.into_text();
    assert!(text.lines().count() > 2 && text.lines().all(|line| line.len() <= 80));
    assert!(text.lines().next().unwrap().len() > 70);
}

/// Comments and stray words after a tag on its line do not end the game.
#[test]
fn text_after_a_tag_on_its_line() {
    let whole = |text: &str| {
        let mut lines = GameText::new();
        for line in text.split_inclusive('\n') {
            assert!(!lines.push(line) || lines.next_game(false, false).is_none(), "{text}");
        }
        lines.next_game(true, false).unwrap();
        lines.game_text().to_owned()
    };
    let rest = "[Black \"b\"]\n\n1. e4 *\n";
    for (after, diagnostics) in [
        (" ; x", 0),
        (" {c}", 1),
        (" {c} {d} ; e", 2),
        (" {c}{d}", 2),
        (" trailing words", 1),
        ("1", 1),
        (" ", 0),
    ] {
        let text = format!("[White \"w\"]{after}\n{rest}");
        assert_eq!(whole(&text), text);
        let game = read(&text);
        assert_eq!(game.tags.len(), 2, "{text}");
        assert_eq!(written(&game), "1. e4", "{text}");
        assert_eq!(game.diagnostics.len(), diagnostics, "{text}: {:?}", game.diagnostics);
        assert!(
            game.diagnostics.iter().all(|diagnostic| diagnostic.kind == Kind::MalformedTag),
            "{text}"
        );
    }
    // a comment after the last tag is the game's, moves there are moves
    let game = read("[White \"w\"] {c}\n\n1. e4 *\n");
    assert_eq!((written(&game).as_str(), diagnostics(&game).len()), ("{ c } 1. e4", 0));
    let game = read("[White \"w\"] {c} 1. e4 *\n");
    assert_eq!((written(&game).as_str(), diagnostics(&game).len()), ("{ c } 1. e4", 0));
}
