//! The games of a text by the reader of `Games` and by that of trees. The fuzz target of PGN uses
//! this too.

use enroque::games::{GameErrorKind, Games};
use enroque::notation::uci;
use enroque::pgn::PgnErrorKind;
use enroque::pgn::tree::{GameText, NodeId, ReadGame};
use enroque::position::Position;
use enroque::types::Move;

/// A game by the reader of columns.
struct ColumnGame {
    start: Position,
    moves: Vec<Move>,
    error: Option<PgnErrorKind>,
    has_tags: bool,
}

fn column_games(text: &str) -> Option<Vec<ColumnGame>> {
    let games = Games::from_pgn_text("text", text.as_bytes());
    if games.source_error().is_some() {
        return None;
    }
    let error_of = |index| {
        let error = games.errors().iter().find(|error| error.index == Some(index))?;
        match error.kind {
            GameErrorKind::Pgn(kind) => Some(kind),
            GameErrorKind::Source => None,
        }
    };
    let game = |game: enroque::games::GameRef<'_>| ColumnGame {
        start: game.start(),
        moves: game.moves().to_vec(),
        error: error_of(game.index()),
        has_tags: game.headers().next().is_some(),
    };
    Some(games.iter().map(game).collect())
}

fn tree_games(text: &str) -> Vec<ReadGame> {
    let (mut lines, mut games) = (GameText::new(), Vec::new());
    for line in text.split_inclusive('\n') {
        let mut is_ready = lines.push(line);
        while is_ready && let Some(game) = lines.next_game(false, false) {
            games.push(game);
            is_ready = lines.has_rest();
        }
    }
    while let Some(game) = lines.next_game(true, false) {
        games.push(game);
    }
    games
}

/// Returns the moves of the main line that are legal from a position; a null move ends them.
fn mainline(game: &ReadGame, start: Position) -> Vec<Move> {
    let (mut position, mut moves, mut node) = (start, Vec::new(), NodeId::ROOT);
    while let Some(next) = game.tree.next(node) {
        let Some(m) = game.tree.move_of(next) else { break };
        let Some(m) = uci::find(&position, m.from(), m.to(), m.promoted()) else { break };
        position.play_unchecked(m);
        moves.push(m);
        node = next;
    }
    moves
}

/// Whether an error belongs to a game for certain. Comments and variations may also be unclosed, and
/// moves stray, between games.
fn is_of_game(kind: PgnErrorKind) -> bool {
    use PgnErrorKind::{StrayMoves, UnclosedComment, UnclosedVariation};
    kind.is_error() && !matches!(kind, StrayMoves | UnclosedComment | UnclosedVariation)
}

/// Checks that both readers give the same games and moves for a text.
///
/// A tree differs in three ways: a result alone is a game, null moves are moves, and words that
/// cannot be moves are skipped. So games without tags, moves and errors are ignored, and after an
/// error in `Games` its moves are the first ones of the tree's; variations after such words may
/// hide the end of the game.
pub(crate) fn assert_same_games(text: &str) {
    let Some(mut columns) = column_games(text) else { return };
    let mut trees = tree_games(text);
    columns.retain(|game| {
        game.has_tags || !game.moves.is_empty() || game.error.is_some_and(is_of_game)
    });
    trees.retain(|game| {
        let has_error = game.diagnostics.iter().any(|diagnostic| is_of_game(diagnostic.kind));
        !game.tags.is_empty() || !game.tree.is_empty() || has_error
    });
    let goes_on = |game: &ColumnGame| {
        matches!(game.error, Some(PgnErrorKind::Syntax | PgnErrorKind::NullMove))
    };
    let is_comparable = !columns.iter().any(goes_on) || !text.contains('(');
    if is_comparable {
        assert_eq!(columns.len(), trees.len(), "{text:?}");
    }
    for (game, tree) in columns.iter().zip(&trees) {
        let moves = mainline(tree, game.start);
        match game.error {
            None => assert_eq!(game.moves, moves, "{text:?}"),
            Some(_) => assert!(moves.starts_with(&game.moves), "{text:?}: {moves:?}"),
        }
        if let Some(kind) = game.error {
            let is_reported = tree.diagnostics.iter().any(|diagnostic| diagnostic.kind == kind);
            let is_null = kind == PgnErrorKind::NullMove;
            assert!(is_null || is_reported, "{text:?}: {kind} is not reported");
        }
        if !is_comparable && goes_on(game) {
            return;
        }
    }
}
