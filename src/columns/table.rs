//! The table of columns: each entry is all that there is to a column.
//!
//! An entry has the documentation, the variant of [`Column`](super::Column) and its name; its
//! arguments, and its options after `;`; the documentation of what `on_unsupported="mask"` writes if
//! the column may be unable to express a position, and whether it can; the documentation of a row,
//! its element type and its shape; what is needed of a sample; and how a row is written:
//!
//! - `values(sample) {...}` returns an array of the elements;
//! - `label(sample, on_missing, name) {...}` is the same for a label, all NaN where the sample has none;
//! - `write(sample, row) {...}` writes them, and returns whether it could;
//! - `inline(backend, sample, row) {...}` is the same inside of the loop over samples, for what takes
//!   much time or gains by the instructions of the backend.
//!
//! A row of an element type that is chosen, `Any(dtype) in DTYPES`, is an `ElementsMut`; the first
//! of the types is the default.
//!
//! `column.rs` makes the enum of the table; the Python package makes the static methods of `Column`
//! and the methods of `Board`, with this documentation, and `tools/write_array_methods` writes those
//! of other sources of samples. The sections state which sources have such methods: boards; arenas,
//! and all below; games and tables of positions; games.

/// Calls a macro with the columns, by section, and with the columns of rows of different lengths,
/// which have the number of rows for each sample instead of element type and shape.
macro_rules! columns {
    ($then:ident $($before:tt)*) => {
        $then! {
            $($before)*
            boards {
                {
                    /// Positions and their history as planes.
                    Planes = planes(
                        ///     encoding: a name or an `Encoding` of planes.
                        encoding: Encoding;
                        ///     dtype: float32 (default), float16, uint8 or bool, one of the encoding's `dtypes`;
                        ///         counts above 255 become 255 in uint8. For a `Column` also `"bits"`: uint64
                        ///         masks, and an array of values named like the column with `_values`.
                        dtype: Dtype = None,
                    )
                    ///     `(*encoding.shape)` for each position.
                    -> Any(*dtype) in PLANES_DTYPES; encoding.shape();
                    needs { Needs::of_history(encoding.en_passant(), encoding.history_plies()) }
                    inline(backend, sample, row, values, past_caches) {
                        planes::write(backend, encoding, sample, row, past_caches);
                        Ok(())
                    }
                }
                {
                    /// Positions as tokens.
                    Tokens = tokens(
                        ///     encoding: a name or an `Encoding` of tokens.
                        encoding: TokenEncoding;
                    )
                    on_unsupported(
                        ///     on_unsupported: `"raise"`, or `"mask"` to write 255s for positions
                        ///         without tokens.
                    )
                    ///     `(length,)` uint8 for each position.
                    -> u8; vec![encoding.count()];
                    supports(backend, sample) { bytes::has_tokens(*encoding, sample) }
                    needs { Needs::POSITION }
                    write(sample, row) { bytes::tokens(*encoding, sample, row) }
                }
                {
                    /// The active features of positions, padded with -1.
                    Features = features(
                        ///     encoding: a name or an `Encoding` of features.
                        encoding: FeatureSet;
                    )
                    on_unsupported(
                        ///     on_unsupported: `"raise"`, or `"mask"` to write -1s for positions
                        ///         with too many features.
                    )
                    ///     `(2, encoding.max_active)` int32 for each position: the perspectives of the side
                    ///     to move and of the opponent. Pieces are ordered from a1 to h8.
                    -> i32; vec![2, encoding.max_active()];
                    supports(backend, sample) { features::fit(encoding, sample) }
                    needs { Needs::POSITION }
                    inline(backend, sample, row) { features::write(encoding, sample, row) }
                }
            }
            arenas {
                {
                    /// The phase of the game: 0 opening, 1 middlegame, 2 endgame.
                    ///
                    /// As Lichess divides games, by position: an endgame has at most 6 pieces other than kings
                    /// and pawns, an opening more than 10 and at least 4 of each side on its back rank.
                    /// Lichess also ends an opening by a score of how far the sides are mixed.
                    Phase = phase
                    ///     An int32 for each position.
                    -> i32; vec![];
                    needs { Needs::POSITION }
                    values(sample) { [phase(sample.position)] }
                }
                {
                    /// The index of Stockfish's layer stack, by the number of pieces.
                    FeatureBucket = feature_buckets
                    ///     An int32 for each position, 0 to 7.
                    -> i32; vec![];
                    needs { Needs::POSITION }
                    inline(backend, sample, row) {
                        row.fill(nnue::bucket(sample.position) as i32);
                        Ok(())
                    }
                }
                {
                    /// The results with best play by Syzygy tables, with the halfmove clock taken to be 0.
                    ///
                    /// 2 won, 1 won but drawn by the 50-move rule, 0 drawn, -1 lost but drawn by the
                    /// 50-move rule, -2 lost.
                    TablebaseWdl = tablebase_wdl(
                        ///     tablebase: an `enroque.tablebase.Tablebase`.
                        tablebase: Tables;
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     on_missing: what positions without a table get: `"raise"` for an error (default of
                        ///         a `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are skipped.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    supports(backend, sample) { tables::has(*on_missing, tablebase.wdl_with(backend, sample.position))? }
                    needs { Needs::POSITION }
                    inline(backend, sample, row) {
                        let wdl = tablebase.wdl_with(backend, sample.position).map(f32::from);
                        tables::write(*view, *on_missing, sample, wdl, row)
                    }
                }
                {
                    /// The plies to the next capture or pawn move with best play, by Syzygy tables.
                    ///
                    /// They may be one too many. They are negative if the position is lost, and 0 if it is
                    /// drawn; above 100 and below -100 it is drawn by the 50-move rule.
                    TablebaseDtz = tablebase_dtz(
                        ///     tablebase: an `enroque.tablebase.Tablebase`.
                        tablebase: Tables;
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     on_missing: what positions without a table get: `"raise"` for an error (default of
                        ///         a `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are skipped.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    supports(backend, sample) { tables::has(*on_missing, tablebase.dtz_with(backend, sample.position))? }
                    needs { Needs::POSITION }
                    inline(backend, sample, row) {
                        let dtz = tablebase.dtz_with(backend, sample.position);
                        tables::write(*view, *on_missing, sample, dtz.map(|dtz| dtz as f32), row)
                    }
                }
                {
                    /// The plies to mate with best play, by generated tables.
                    ///
                    /// They are negative if the position is lost, and 0 if it is drawn or a checkmate.
                    TablebaseDtm = tablebase_dtm(
                        ///     tablebase: a result of `enroque.tablebase.Tablebase.generate`.
                        tablebase: Tables;
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     on_missing: what positions without a table get: `"raise"` for an error (default of
                        ///         a `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are skipped.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    supports(backend, sample) { tables::has(*on_missing, tablebase.dtm(sample.position))? }
                    needs { Needs::POSITION }
                    inline(backend, sample, row) {
                        let dtm = tablebase.dtm(sample.position);
                        tables::write(*view, *on_missing, sample, dtm.map(|dtm| dtm as f32), row)
                    }
                }
                {
                    /// Positions as binary records with evaluation and result.
                    ///
                    /// An unknown evaluation is written as 0, an unknown result as a draw.
                    Records = records(
                        ///     encoding: `"bullet"` (bulletformat), `"packed"` (viriformat, marlinformat), or
                        ///         an `Encoding` of records.
                        encoding: RecordKind;
                    )
                    on_unsupported(
                        ///     on_unsupported: `"raise"`, or `"mask"` to write zeros for positions
                        ///         that do not fit.
                    )
                    ///     `(32,)` uint8 for each position.
                    -> u8; vec![records::BYTES];
                    supports(backend, sample) { bytes::has_record(*encoding, sample) }
                    needs { Needs::POSITION }
                    write(sample, row) { bytes::record(*encoding, sample, row) }
                }
            }
            moves {
                {
                    /// 1 at the policy index of each legal move, and 0 elsewhere.
                    ///
                    /// In an `Arena`, games that are over have no legal moves.
                    LegalMask = legal_mask(
                        ///     policy: a name or a `Policy`.
                        policy: PolicyEncoding;
                        ///     dtype: bool (default), float32, float16 or uint8, or `"bits"` for eight indices
                        ///         in a byte, lowest bit first, as `numpy.unpackbits(..., bitorder="little")`
                        ///         reads them.
                        dtype: Dtype = None,
                    )
                    on_unsupported(
                        ///     on_unsupported: `"raise"`, or `"mask"` to write no 1 for moves that
                        ///         have no index.
                    )
                    ///     `(policy.size,)` for each position; with `dtype="bits"` `(ceil(policy.size / 8),)`
                    ///     uint8.
                    -> Any(*dtype) in MASK_DTYPES; vec![policy.size()];
                    supports(backend, sample) { moves::all_have_indices(backend, policy, sample) }
                    needs { Needs::LEGAL_MOVES }
                    inline(backend, sample, row) { moves::mask(backend, policy, sample, row) }
                }
            }
            labels {
                {
                    /// The policy index of the move played, or of one of the moves after it.
                    ///
                    /// With `ahead`, the target of a head that predicts the reply or the next move, as
                    /// `opp_played_idx` and `next_played_idx` of lc0's records of version 7: the index
                    /// of the move played `ahead` plies later, in the position in which it was played.
                    Policy = policy(
                        ///     policy: a name or a `Policy`.
                        policy: PolicyEncoding;
                        ///     ahead: 0 for the move played, 1 for the opponent's reply, 2 for the next
                        ///         move of the side to move, and so on.
                        ahead: Ahead = 0,
                        ///     on_missing: what positions get after which the game has no such move:
                        ///         `"raise"` for an error (default of a `Column`), `"nan"` for -1
                        ///         (default of the methods), or in a `Loader` `"skip"`: they are not
                        ///         sampled.
                        on_missing: OnMissing = "raise",
                    )
                    on_unsupported(
                        ///     on_unsupported: `"raise"`, or `"mask"` to write -1 for moves that
                        ///         have no index.
                    )
                    ///     An int64 for each position.
                    -> i64; vec![];
                    supports(backend, sample) {
                        moves::played(policy, *ahead, OnMissing::Nan, sample, &mut [0]).is_ok()
                    }
                    needs { Needs { next_move: true, ..Needs::POSITION }.with_later(ahead.get() > 0) }
                    write(sample, row) { moves::played(policy, *ahead, *on_missing, sample, row) }
                }
                {
                    /// The result of the game: 1 won, 0 drawn, -1 lost, NaN unknown.
                    Value = value(
                        ;
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    needs { Needs::RESULT }
                    label(sample, on_missing, "result") { [tensor::value(sample.labels.result(), view.viewer(sample.turn))] }
                }
                {
                    /// The result of the game as win, draw and loss; NaN if unknown.
                    Wdl = wdl(
                        ;
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     `(3,)` float32 for each position.
                    -> f32; vec![3];
                    needs { Needs::RESULT }
                    label(sample, on_missing, "result") {
                        tensor::win_draw_loss(sample.labels.result(), view.viewer(sample.turn))
                    }
                }
                {
                    /// The evaluation in centipawns; NaN without one.
                    ///
                    /// Mate in n is 1,000,000 - n or its negative. Of a game, the evaluation of a position
                    /// is that after the move to it (`Games.evals`), so start positions have none.
                    Eval = eval(
                        ;
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    needs { Needs::EVAL }
                    label(sample, on_missing, "evaluation") {
                        [labels::eval(*view, sample).map_or(f32::NAN, |eval| eval as f32)]
                    }
                }
                {
                    /// The win probability by the evaluation, that of `eval`; NaN without one.
                    WinProbability = win_probability(
                        ;
                        ///     model: `"lichess"` or `"chessbench"`, as in `enroque.win_probability`.
                        model: WinModel = "lichess",
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    needs { Needs::EVAL }
                    label(sample, on_missing, "evaluation") { [labels::win_probability(*model, *view, sample)] }
                }
            }
            games {
                {
                    /// The visits of a search as a distribution over policy indices, with the sum 1.
                    ///
                    /// It is proportional to `visits ** (1 / temperature)`, as the soft policies of
                    /// lczero-training and KataGo.
                    PolicyTarget = policy_target(
                        ///     policy: a name or a `Policy`.
                        policy: PolicyEncoding;
                        ///     on_missing: what positions without visits get: `"raise"`, `"zeros"` for a row of
                        ///         zeros, which adds nothing to a cross-entropy, or `"played"` for 1 at the
                        ///         index of the move played; in a `Loader` also `"skip"`.
                        on_missing: NoVisits = "raise",
                        ///     temperature: more than 1 for a softer target, less for a sharper one.
                        temperature: Temperature = 1.0,
                        ///     dtype: float32 (default) or float16.
                        dtype: Dtype = None,
                    )
                    on_unsupported(
                        ///     on_unsupported: `"raise"`, or `"mask"` to write nothing for moves
                        ///         that have no index.
                    )
                    ///     `(policy.size,)` for each position.
                    -> Any(*dtype) in TARGET_DTYPES; vec![policy.size()];
                    supports(backend, sample) { moves::visited_have_indices(policy, *on_missing, sample) }
                    needs { Needs::of_visits(*on_missing) }
                    write(sample, row) { moves::target(policy, *on_missing, *temperature, sample, row) }
                }
                {
                    /// The number of plies to the end of the game.
                    PliesLeft = plies_left
                    ///     An int32 for each position.
                    -> i32; vec![];
                    needs { Needs::GAME }
                    values(sample) { [sample.labels.plies_left()] }
                }
                {
                    /// The rating of the side to move, or White's; NaN if unknown.
                    Rating = rating(
                        ;
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    needs { Needs::PLAYERS }
                    label(sample, on_missing, "rating") {
                        labels::of_players(sample, |players, ply| players.rating(view.viewer(sample.turn)))
                    }
                }
                {
                    /// The rating of the opponent, or Black's; NaN if unknown.
                    OpponentRating = opponent_rating(
                        ;
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    needs { Needs::PLAYERS }
                    label(sample, on_missing, "rating of the opponent") {
                        labels::of_players(sample, |players, ply| players.rating(!view.viewer(sample.turn)))
                    }
                }
                {
                    /// The clock of the side to move, or White's, in milliseconds; NaN if unknown.
                    ///
                    /// It is the clock before the move: that after the player's last move (`Games.clocks`), and
                    /// before the first move that of the time control.
                    Clock = clock(
                        ;
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    needs { Needs::PLAYERS }
                    label(sample, on_missing, "clock") {
                        labels::of_players(sample, |players, ply| players.clock(ply, view.viewer(sample.turn)))
                    }
                }
                {
                    /// The clock of the opponent, or Black's, in milliseconds; NaN if unknown.
                    OpponentClock = opponent_clock(
                        ;
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    needs { Needs::PLAYERS }
                    label(sample, on_missing, "clock of the opponent") {
                        labels::of_players(sample, |players, ply| players.clock(ply, !view.viewer(sample.turn)))
                    }
                }
                {
                    /// The time used for the move in milliseconds, as in `Games.time_used`; NaN if unknown.
                    MoveTime = move_time(
                        ;
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    needs { Needs::PLAYERS }
                    label(sample, on_missing, "time of the move") {
                        labels::of_players(sample, |players, ply| players.move_time(ply))
                    }
                }
                {
                    /// The time of the first period of the time control in milliseconds; NaN if unknown.
                    BaseTime = base_time(
                        ;
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    needs { Needs::PLAYERS }
                    label(sample, on_missing, "time control") {
                        labels::of_players(sample, |players, ply| players.base_time())
                    }
                }
                {
                    /// The increment of the time control in milliseconds; NaN if unknown, or if it has a delay.
                    Increment = increment(
                        ;
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    needs { Needs::PLAYERS }
                    label(sample, on_missing, "increment") {
                        labels::of_players(sample, |players, ply| players.increment())
                    }
                }
            }
            // `Games` has no methods for them: it has the columns of searches as arrays of all plies
            others {
                {
                    /// The bins of Maia-2 of the ratings of the side to move and of the opponent.
                    ///
                    /// Bin 0 is below 1100, then there is one for each hundred, and 10 from 2000 on.
                    Maia2Ratings = maia2_ratings(
                        ;
                        ///     on_missing: what positions of which a rating is unknown get: `"raise"` for an
                        ///         error, `"nan"` for -1, or in a `Loader` `"skip"`: they are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     `(2,)` int64 for each position.
                    -> i64; vec![2];
                    needs { Needs::PLAYERS }
                    label(sample, on_missing, "rating") { labels::maia2_ratings(sample) }
                }
                {
                    /// The times of Maia-3: base time, increment, clock before the move, time of the move.
                    ///
                    /// In hundreds of seconds. Maia-3 appends the same to the 96 numbers of each square of
                    /// the planes `"maia3"`; the last one is a target of its training.
                    Maia3Times = maia3_times(
                        ;
                        ///     on_missing: what positions of which a time is unknown get: `"raise"` for an
                        ///         error, `"nan"`, or in a `Loader` `"skip"`: they are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     `(4,)` float32 for each position.
                    -> f32; vec![4];
                    needs { Needs::PLAYERS }
                    label(sample, on_missing, "time") { labels::maia3_times(sample) }
                }
                {
                    /// The value of the search, -1 (lost) to 1 (won); NaN if unknown.
                    ///
                    /// With `td`, the short-term value, `q_st` of lc0's records of version 7: from the
                    /// last move of the game back, `td * -later + (1 - td) * value`, where `later` is
                    /// the short-term value of the next position, and the last one is the value alone.
                    /// It is NaN if the value of a later position is.
                    SearchValue = search_value(
                        ;
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     td: the weight of what follows, 0 to 1; 5 / 6 is lczero-training's.
                        td: Td = 0.0,
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    needs { Needs::SEARCH_VALUE.with_later(*td != Td::default()) }
                    label(sample, on_missing, "value of a search") { [labels::search_value(*view, *td, sample)] }
                }
                {
                    /// The network's value before the search, -1 (lost) to 1 (won); NaN if unknown.
                    NetworkValue = network_value(
                        ;
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    needs { Needs::SEARCH }
                    label(sample, on_missing, "value of the network") { [labels::value(*view, sample, sample.labels.network_value())] }
                }
                {
                    /// The weight in training that self-play recorded, 0 or more; NaN if unknown.
                    SearchWeight = search_weight(
                        ;
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     A float32 for each position.
                    -> f32; vec![];
                    needs { Needs::SEARCH }
                    label(sample, on_missing, "weight") { [sample.labels.search_weight()] }
                }
                {
                    /// The win, draw and loss probabilities of the search; NaN if unknown.
                    ///
                    /// With `td`, the short-term probabilities, mixed with those of later positions as in
                    /// `search_value`; that of a draw is `d_st` of lc0's records of version 7.
                    SearchWdl = search_wdl(
                        ;
                        ///     view: `"side_to_move"` or `"white"`.
                        view: View = "side_to_move",
                        ///     td: the weight of what follows, 0 to 1; 5 / 6 is lczero-training's.
                        td: Td = 0.0,
                        ///     on_missing: what positions without one get: `"raise"` for an error (default of a
                        ///         `Column`), `"nan"` (default of the methods), or in a `Loader` `"skip"`: they
                        ///         are not sampled.
                        on_missing: OnMissing = "raise",
                    )
                    ///     `(3,)` float32 for each position.
                    -> f32; vec![3];
                    needs { Needs::SEARCH.with_later(*td != Td::default()) }
                    label(sample, on_missing, "value of a search") { labels::search_wdl(*view, *td, sample) }
                }
                {
                    /// The index of the game, or of the slot's game in an `Arena`.
                    ///
                    /// A `Loader` numbers the games or rows of its whole source through.
                    Game = game
                    ///     An int64 for each position.
                    -> i64; vec![];
                    needs { Needs::NOTHING }
                    values(sample) { [sample.labels.game_and_ply().0 as i64] }
                }
                {
                    /// The number of legal moves; 0 for a game of an `Arena` that is over.
                    LegalCount = legal_count
                    ///     An int32 for each position.
                    -> i32; vec![];
                    needs { Needs::LEGAL_MOVES }
                    inline(backend, sample, row) {
                        row.fill(sample.with_legal_moves(backend, |moves| moves.len() as i32));
                        Ok(())
                    }
                }
                {
                    /// The ply.
                    Ply = ply
                    ///     An int32 for each position.
                    -> i32; vec![];
                    needs { Needs::NOTHING }
                    values(sample) { [sample.labels.game_and_ply().1 as i32] }
                }
            }
            // made of other arguments, or forms of the columns above
            without_function {
                {
                    /// Planes in the bit form: a 64-bit mask for each channel. The values of the scaled
                    /// channels are a second array of 32-bit numbers, which a loader follows by 64 for each
                    /// channel of [`PlaneEncoding::numbers`].
                    PlanesBits = planes(encoding: Encoding;)
                    -> u64; vec![encoding.channels()];
                    needs { Needs::of_history(encoding.en_passant(), encoding.history_plies()) }
                    inline(backend, sample, row, values, past_caches) {
                        planes::write_bits(backend, encoding, sample, row, values);
                        Ok(())
                    }
                }
                {
                    /// The legal mask as bits: index n is bit n % 8 of byte n / 8.
                    LegalBits = legal_mask(policy: PolicyEncoding;)
                    on_unsupported()
                    -> u8; vec![policy.size().div_ceil(8)];
                    supports(backend, sample) { moves::all_have_indices(backend, policy, sample) }
                    needs { Needs::LEGAL_MOVES }
                    inline(backend, sample, row) { moves::bits(backend, policy, sample, row) }
                }
                {
                    /// The legal move with a policy index, as 16 bits; 0 if there is none. The numbers
                    /// are those of the rows.
                    PolicyMove = policy_moves(policy: PolicyEncoding, indices: Vec<i64>;)
                    -> u16; vec![];
                    needs { Needs::LEGAL_MOVES }
                    inline(backend, sample, row) {
                        moves::of_index(backend, policy, indices, sample, row)
                    }
                }
                {
                    /// The visits of a search as pairs of a policy index and a count, until a count of 0.
                    #[doc(hidden)]
                    PackedVisits = policy_target(policy: PolicyEncoding, on_missing: NoVisits;)
                    -> u16; vec![2 * moves::MAX_VISITED];
                    needs { Needs::of_visits(*on_missing) }
                    write(sample, row) { moves::packed_visits(policy, *on_missing, sample, row) }
                }
                {
                    /// A number for each game or position.
                    Label = label(label: Label;)
                    -> Any(label.dtype()); vec![];
                    needs { Needs { next_move: label.is_by_position(), ..Needs::GAME } }
                    inline(backend, sample, row) {
                        label.write(sample, row);
                        Ok(())
                    }
                }
                {
                    /// A part of rows of tokens of games, which are no samples: a loader writes them.
                    #[doc(hidden)]
                    Sequence = sequence(row: SequenceRow;)
                    -> Any(row.part.dtype()); vec![row.block];
                    needs { Needs::NOTHING }
                    write(sample, row) { Err(RowError::Sequence) }
                }
                {
                    /// Whether all of some columns can express the position.
                    Supported = supported(columns: Vec<Column>;)
                    -> bool; vec![];
                    needs { Column::all_needs(columns) }
                    inline(backend, sample, row) {
                        row.fill(true);
                        for column in columns {
                            row[0] &= column.supports(backend, sample)?;
                        }
                        Ok(())
                    }
                }
            }
            ragged_boards {
                {
                    /// The active features of positions without padding.
                    Features = features_csr(
                        ///     encoding: a name or an `Encoding` of features.
                        encoding: FeatureSet;
                    )
                    on_unsupported(
                        ///     on_unsupported: `"raise"`, or `"mask"` to write no features for
                        ///         positions with too many features.
                    )
                    ///     `(values, offsets)`, int32 and int64: row n is `values[offsets[n]:offsets[n + 1]]`, and
                    ///     position n has the rows 2 * n (side to move) and 2 * n + 1 (opponent).
                    -> Rows rows 2;
                    needs { Needs::POSITION }
                    push(backend, sample, rows) { features::push(encoding, sample, rows) }
                }
            }
            ragged_moves {
                {
                    /// The policy indices of the legal moves, in the order of `Board.legal_moves`.
                    ///
                    /// In an `Arena`, games that are over have no legal moves.
                    LegalIndices = legal_indices(
                        ///     policy: a name or a `Policy`.
                        policy: PolicyEncoding;
                    )
                    on_unsupported(
                        ///     on_unsupported: `"raise"`, or `"mask"` to skip moves that have no
                        ///         index.
                    )
                    ///     `(values, offsets)`, int32 and int64: the indices of position n are
                    ///     `values[offsets[n]:offsets[n + 1]]`.
                    -> Rows rows 1;
                    needs { Needs::LEGAL_MOVES }
                    push(backend, sample, rows) { moves::push_indices(backend, policy, sample, rows) }
                }
            }
            ragged_games {
                {
                    /// The visits of the search in each position as sparse rows with the sum 1.
                    PolicyTarget = policy_target_csr(
                        ///     policy: a name or a `Policy`.
                        policy: PolicyEncoding;
                        ///     on_missing: what positions without visits get: `"raise"`, `"zeros"` for an empty
                        ///         row, or `"played"` for 1 at the index of the move played.
                        on_missing: NoVisits = "raise",
                        ///     temperature: as in `policy_target`.
                        temperature: Temperature = 1.0,
                    )
                    on_unsupported(
                        ///     on_unsupported: `"raise"`, or `"mask"` to skip moves that have no
                        ///         index.
                    )
                    ///     `(indices, values, offsets)` of a matrix in the CSR format, int32, float32 and int64:
                    ///     row n has `values[offsets[n]:offsets[n + 1]]` at the policy indices
                    ///     `indices[offsets[n]:offsets[n + 1]]`, in the order of `visit_moves`.
                    -> SparseMatrix rows 1;
                    needs { Needs::of_visits(*on_missing) }
                    push(backend, sample, rows) {
                        moves::push_target(policy, *on_missing, *temperature, sample, rows)
                    }
                }
            }
        }
    };
}
pub(crate) use columns;
