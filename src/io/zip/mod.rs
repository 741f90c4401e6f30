//! Reading the files of zip archives (PKWARE APPNOTE 6.3).
//!
//! The crate `zip` opens an archive only if the central directory at its end is intact. This also
//! reads the files of truncated and damaged archives, up to the damage, by the header before each
//! file.

mod archive;
mod directory;
mod entry;
mod local;

use std::io;

pub(super) use self::archive::Archive;
pub(super) use self::entry::Entry;

/// The files of an archive, and the damage of its directory, if any.
pub(super) struct Listing {
    pub(super) files: Vec<Entry>,
    pub(super) damage: Option<io::Error>,
}

/// Lists the files of an archive, in order: those with one of `names`, such as `.pgn`, in their names
/// and nested archives, or all files if there is no such name. Directories and files of macOS are
/// omitted, and so are hidden files (with a dot at the start of a path component) if there are
/// others. If the directory is damaged or truncated, files are found by their local headers. `stop`
/// is called from time to time.
pub(super) fn list(
    archive: &Archive,
    names: &[&str],
    stop: &dyn Fn() -> bool,
) -> io::Result<Listing> {
    let (mut files, damage) = match directory::entries(archive) {
        Ok(files) => (files, None),
        Err(error) if error.raw_os_error().is_some() => return Err(error),
        Err(error) => (local::entries(archive, stop)?, Some(error)),
    };
    files.retain(|file| !file.name.ends_with('/') && !file.name.starts_with("__MACOSX/"));
    let is_hidden = |name: &str| name.starts_with('.') && name != "." && name != "..";
    let is_visible = |file: &Entry| !file.name.split('/').any(is_hidden);
    if files.iter().any(is_visible) {
        files.retain(is_visible);
    }
    let is_named = |file: &Entry| {
        let name = file.name.to_ascii_lowercase();
        names.iter().any(|part| name.contains(part))
    };
    if files.iter().any(is_named) {
        // nested archives are kept, so that they are reported as errors and not silently skipped
        files.retain(|file| is_named(file) || file.name.to_ascii_lowercase().ends_with(".zip"));
    }
    let damage = damage.map(|error| match files.len() {
        0 => error,
        count => {
            let found = format!("{error}; {count} of its files were found by their local headers");
            io::Error::new(error.kind(), found)
        }
    });
    Ok(Listing { files, damage })
}
