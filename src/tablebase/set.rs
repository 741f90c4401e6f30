//! A set of tables: the files of some folders, opened when they are used first.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, OnceLock};

use super::error::{TableError, TableFile, TableKind};
use super::file::Limits;
use super::index::MAX_PIECES;
use super::material::Material;
use super::mates::Mates;
use super::table::{Orientation, Table};
use crate::pool::{Interrupted, Run};
use crate::position::Position;

/// The default of the bytes of files that a [`Tablebase`] keeps in memory.
pub const DEFAULT_CACHE_BYTES: usize = 1 << 30;

/// The number of files that stay open. Many systems allow 1024 for all of a process, and a full set
/// for six pieces has as many.
const OPEN_FILES: usize = 256;

/// Syzygy tables in folders, used by any number of threads.
///
/// ```no_run
/// use enroque::{notation::fen, tablebase::{DEFAULT_CACHE_BYTES, Tablebase}};
/// let tables = Tablebase::open(&["/data/syzygy"], DEFAULT_CACHE_BYTES).unwrap();
/// let position = fen::read("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
/// assert_eq!(tables.wdl(&position), Ok(2));
/// ```
pub struct Tablebase {
    entries: Vec<Entry>,
    /// The entry of a material, and whether its colors are swapped there.
    numbers: BTreeMap<Material, (u32, bool)>,
    limits: Arc<Limits>,
    max_pieces: u32,
    folders: Vec<PathBuf>,
    cache_bytes: usize,
    /// Tables in memory, used in place of files.
    pub(super) mates: Option<Mates>,
}

/// The files of a material.
#[derive(Debug)]
struct Entry {
    material: Material,
    /// By kind.
    paths: [Option<PathBuf>; 2],
    /// By kind; opened files and damaged ones.
    tables: [OnceLock<Result<Table, TableError>>; 2],
}

impl Tablebase {
    /// Lists the files of folders; of several with one name, the first counts. At most `cache_bytes`
    /// bytes of their contents stay in memory; others are read each time.
    ///
    /// # Errors
    /// A folder that cannot be read, with its path.
    pub fn open<P: AsRef<Path>>(
        folders: &[P],
        cache_bytes: usize,
    ) -> Result<Tablebase, (PathBuf, io::Error)> {
        let mut tables = Tablebase::empty(cache_bytes);
        tables.folders = folders.iter().map(|folder| folder.as_ref().to_owned()).collect();
        for folder in folders.iter().map(AsRef::as_ref) {
            let failed = |error| (folder.to_owned(), error);
            for file in std::fs::read_dir(folder).map_err(failed)? {
                tables.add(file.map_err(failed)?.path());
            }
        }
        Ok(tables)
    }

    fn empty(cache_bytes: usize) -> Tablebase {
        let limits =
            Limits { bytes: AtomicUsize::new(cache_bytes), files: AtomicUsize::new(OPEN_FILES) };
        Tablebase {
            entries: Vec::new(),
            numbers: BTreeMap::new(),
            limits: Arc::new(limits),
            max_pieces: 0,
            cache_bytes,
            folders: Vec::new(),
            mates: None,
        }
    }

    /// Computes the distances to mate of all positions of up to `pieces` pieces, 3 or 4: 1.3 MB or
    /// 505 MB. Such a set has results, but no distances to zeroing. The progress counts positions.
    ///
    /// # Errors
    /// An interruption.
    pub fn generate(pieces: u32, run: Run<'_>) -> Result<Tablebase, Interrupted> {
        let mates = Some(Mates::generate(pieces as usize, run)?);
        Ok(Tablebase { mates, max_pieces: pieces, ..Tablebase::empty(0) })
    }

    /// Adds a file if its name is that of a table.
    fn add(&mut self, path: PathBuf) {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let kind = TableKind::ALL.into_iter().find(|kind| extension == Some(kind.extension()));
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let Some((kind, material)) = kind.zip(stem.and_then(Material::from_name)) else { return };
        if !(3..=MAX_PIECES).contains(&material.pieces()) {
            return;
        }
        let new = self.entries.len() as u32;
        let (number, _) = *self.numbers.entry(material).or_insert((new, false));
        if number == new {
            self.numbers.entry(material.swapped()).or_insert((new, true));
            self.entries.push(Entry { material, paths: [None, None], tables: Default::default() });
        }
        self.entries[number as usize].paths[kind as usize].get_or_insert(path);
        if kind == TableKind::Wdl {
            self.max_pieces = self.max_pieces.max(material.pieces() as u32);
        }
    }

    /// The number of pieces of the largest table of results; 0 if there is none.
    pub fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    /// Whether it was made by [`Tablebase::generate`].
    pub fn is_generated(&self) -> bool {
        self.mates.is_some()
    }

    /// The most bytes of files to keep in memory.
    pub fn cache_bytes(&self) -> usize {
        self.cache_bytes
    }

    /// The folders.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Returns the table of the material of a position, opened, and the orientation there.
    pub(super) fn table(
        &self,
        position: &Position,
        kind: TableKind,
    ) -> Result<(&Table, Orientation), TableError> {
        let material = Material::of(position.placement());
        let found = self.numbers.get(&material);
        let &(number, is_swapped) =
            found.ok_or(TableError::Missing(TableFile { material, kind }))?;
        let entry = &self.entries[number as usize];
        let table = match entry.tables[kind as usize].get() {
            Some(opened) => opened.as_ref().map_err(|error| *error)?,
            None => self.open_table(entry, kind)?,
        };
        Ok((table, Orientation::new(material.is_symmetric(), is_swapped, position.turn())))
    }

    #[cold]
    fn open_table<'a>(&self, entry: &'a Entry, kind: TableKind) -> Result<&'a Table, TableError> {
        let name = TableFile { material: entry.material, kind };
        let path = entry.paths[kind as usize].clone().ok_or(TableError::Missing(name))?;
        let opened = Table::open(name, path, self.limits.clone());
        // the system may be able to read it later
        if let Err(error @ TableError::Unreadable(..)) = opened {
            return Err(error);
        }
        entry.tables[kind as usize].get_or_init(|| opened).as_ref().map_err(|error| *error)
    }
}

/// The properties on which a result of a column depends, the same in each process.
impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = self.entries.iter().flat_map(|entry| &entry.paths).flatten().count();
        write!(f, "Tablebase({files} files of up to {} pieces)", self.max_pieces)
    }
}

/// Sets of tables are equal if they are of the same folders, or generated for as many pieces.
impl PartialEq for Tablebase {
    fn eq(&self, other: &Tablebase) -> bool {
        self.folders == other.folders && self.max_pieces == other.max_pieces
    }
}
