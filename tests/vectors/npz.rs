//! A minimal reader of `.npz`: a zip archive of `.npy` arrays.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

/// An archive in memory.
pub(crate) struct Npz {
    bytes: Vec<u8>,
    /// The compressed bytes of each array, and whether they are deflated.
    arrays: HashMap<String, (std::ops::Range<usize>, bool)>,
}

/// A type of the recorded arrays.
pub(crate) trait Item {
    const DESCR: &'static str;
    const SIZE: usize;
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! item {
    ($($type:ty, $descr:literal;)*) => {$(
        impl Item for $type {
            const DESCR: &'static str = $descr;
            const SIZE: usize = size_of::<$type>();
            fn read(bytes: &[u8]) -> $type {
                <$type>::from_le_bytes(bytes.try_into().unwrap())
            }
        }
    )*};
}

item! { u64, "<u8"; i64, "<i8"; i32, "<i4"; f32, "<f4"; u8, "|u1"; i8, "|i1"; }

impl Item for bool {
    const DESCR: &'static str = "|b1";
    const SIZE: usize = 1;
    fn read(bytes: &[u8]) -> bool {
        bytes[0] != 0
    }
}

impl Npz {
    /// Opens an archive.
    pub(crate) fn open(path: &Path) -> Npz {
        let bytes = std::fs::read(path).unwrap();
        let u16_at = |at: usize| u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap()) as usize;
        let u32_at = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        // the end record is last; NumPy writes no comment after it
        let end = bytes.len() - 22;
        assert_eq!(&bytes[end..end + 4], b"PK\x05\x06");
        let (mut entry, mut arrays) = (u32_at(end + 16), HashMap::new());
        for _ in 0..u16_at(end + 10) {
            assert_eq!(&bytes[entry..entry + 4], b"PK\x01\x02");
            let name_length = u16_at(entry + 28);
            let name = std::str::from_utf8(&bytes[entry + 46..][..name_length]).unwrap();
            let local = u32_at(entry + 42);
            let start = local + 30 + u16_at(local + 26) + u16_at(local + 28);
            let range = start..start + u32_at(entry + 20);
            let is_deflated = u16_at(entry + 10) == 8;
            arrays.insert(name.trim_end_matches(".npy").to_owned(), (range, is_deflated));
            entry += 46 + name_length + u16_at(entry + 30) + u16_at(entry + 32);
        }
        Npz { bytes, arrays }
    }

    /// The elements of an array, row-major.
    pub(crate) fn array<T: Item>(&self, name: &str) -> Vec<T> {
        let (header, data) = self.read(name);
        let expected = format!("'descr': '{}', 'fortran_order': False", T::DESCR);
        assert!(header.contains(&expected), "{name} is {header}");
        data.chunks_exact(T::SIZE).map(T::read).collect()
    }

    /// The elements of an array of strings, which NumPy writes as UTF-32 of a fixed length.
    pub(crate) fn strings(&self, name: &str) -> Vec<String> {
        let (header, data) = self.read(name);
        let (_, length) = header.split_once("'<U").unwrap_or_else(|| panic!("{name}: {header}"));
        let length: usize = length.split('\'').next().unwrap().parse().unwrap();
        let letter = |code: &[u8]| char::from_u32(u32::from_le_bytes(code.try_into().unwrap()));
        data.chunks_exact(4 * length)
            .map(|text| text.chunks_exact(4).filter_map(letter).filter(|&c| c != '\0').collect())
            .collect()
    }

    /// The header and the data of an array.
    fn read(&self, name: &str) -> (String, Vec<u8>) {
        let (range, is_deflated) = self.arrays.get(name).unwrap_or_else(|| panic!("no {name}"));
        let stored = &self.bytes[range.clone()];
        let mut npy = Vec::new();
        if *is_deflated {
            flate2::read::DeflateDecoder::new(stored).read_to_end(&mut npy).unwrap();
        } else {
            npy.extend_from_slice(stored);
        }
        assert_eq!(&npy[..7], b"\x93NUMPY\x01", "{name}");
        let data = npy.split_off(10 + u16::from_le_bytes([npy[8], npy[9]]) as usize);
        (String::from_utf8_lossy(&npy[10..]).into_owned(), data)
    }
}
