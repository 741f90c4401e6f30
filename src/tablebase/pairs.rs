//! Decompression of values: blocks of symbols of a canonical Huffman code, each of which is a value
//! or a pair of symbols.

use super::error::TableError;
use super::file::{BlockFile, Header};

/// The flag of values that are all the same.
const SAME_VALUE: u8 = 0x80;
/// The longest code.
const MAX_CODE: usize = 32;
/// The right symbol of a symbol that is a value.
const IS_VALUE: u16 = 0xFFF;
/// The largest number of values that a symbol expands to, and the longest chain of pairs.
const MAX_VALUES: u16 = 256;
/// The size of an entry of the sparse index.
const SPARSE_ENTRY: u64 = 6;
/// The number of blocks beside that of the sparse index which may have a value.
const MAX_DISTANCE: u32 = 1 << 20;

/// The values of positions, by index.
#[derive(Debug)]
pub(super) struct Pairs {
    /// The flags of the header.
    pub(super) flags: u8,
    /// `None` if all values are `same`.
    blocks: Option<Box<Blocks>>,
    same: u16,
}

/// The lists of a file, in their order.
#[derive(Clone, Copy)]
pub(super) enum List {
    /// The block of the middle of each span of values.
    Sparse,
    /// The number of values of each block, less 1.
    Lengths,
    /// The blocks.
    Blocks,
}

/// Blocks of a fixed size, which hold different numbers of values.
#[derive(Debug)]
struct Blocks {
    /// The size of a block is 2 to this power.
    block_bits: u8,
    /// The number of values for each entry of the sparse index is 2 to this power.
    span_bits: u8,
    blocks: u32,
    /// The number of entries of the list of lengths: that of the blocks, and more for a last entry
    /// of the sparse index that is beyond all positions.
    lengths: u32,
    sparse_entries: u64,
    code: Code,
    symbols: Vec<Symbol>,
    /// The offsets of the lists in the file.
    offsets: [u64; 3],
}

/// A canonical Huffman code, by length from the shortest.
#[derive(Debug)]
struct Code {
    shortest: usize,
    /// The smallest code, aligned to the left of 64 bits; smaller codes are longer.
    least: Vec<u64>,
    /// The symbol of the smallest code.
    first: Vec<u16>,
}

/// A value, or a pair of symbols.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    left_or_value: u16,
    right: u16,
    /// The number of values, less 1: 0 for a value.
    more_values: u8,
}

impl Pairs {
    /// Reads the header of the values of `size` positions.
    pub(super) fn read(
        header: &mut Header<'_>,
        size: u64,
        stores_same_value: bool,
    ) -> Result<Pairs, TableError> {
        let flags = header.u8()?;
        if flags & SAME_VALUE != 0 {
            let value = u16::from(header.u8()?);
            let same = if stores_same_value { value } else { 0 };
            return Ok(Pairs { flags, blocks: None, same });
        }
        let (block_bits, span_bits, more_lengths) = (header.u8()?, header.u8()?, header.u8()?);
        let blocks = header.u32()?;
        header.ensure((2..=15).contains(&block_bits), "its blocks have an impossible size")?;
        header.ensure((1..=32).contains(&span_bits), "its index has an impossible step")?;
        let lengths = blocks.checked_add(u32::from(more_lengths));
        let lengths = lengths.ok_or_else(|| header.damaged("it has too many blocks"))?;
        let code = Code::read(header)?;
        let symbols = read_symbols(header)?;
        let blocks = Some(Box::new(Blocks {
            block_bits,
            span_bits,
            blocks,
            lengths,
            sparse_entries: size.div_ceil(1 << span_bits),
            code,
            symbols,
            offsets: [0; 3],
        }));
        Ok(Pairs { flags, blocks, same: 0 })
    }

    /// Takes the part of the file with one of the lists.
    pub(super) fn place(&mut self, list: List, header: &mut Header<'_>) -> Result<(), TableError> {
        let Some(blocks) = &mut self.blocks else { return Ok(()) };
        let len = match list {
            List::Sparse => SPARSE_ENTRY * blocks.sparse_entries,
            List::Lengths => 2 * u64::from(blocks.lengths),
            List::Blocks => {
                header.align(64);
                u64::from(blocks.blocks) << blocks.block_bits
            }
        };
        blocks.offsets[list as usize] = header.skip(len)?;
        Ok(())
    }

    /// Returns the value with an index less than `size`.
    #[inline(always)]
    pub(super) fn value(&self, file: &BlockFile, index: u64) -> Result<u16, TableError> {
        match &self.blocks {
            Some(blocks) => blocks.value(file, index),
            None => Ok(self.same),
        }
    }
}

impl Blocks {
    #[inline(always)]
    fn value(&self, file: &BlockFile, index: u64) -> Result<u16, TableError> {
        let (block, within) = self.find(file, index)?;
        let size = 1 << self.block_bits;
        let offset = self.offsets[2] + (u64::from(block) << self.block_bits);
        self.decode(&file.bytes(offset, size)?, within)
            .ok_or_else(|| file.damaged("a block has an impossible code"))
    }

    /// Returns the block with a value, and the number of values before it there.
    #[inline(always)]
    fn find(&self, file: &BlockFile, index: u64) -> Result<(u32, u32), TableError> {
        // an entry is of the value in the middle of its span
        let entry = file.bytes(self.offsets[0] + (index >> self.span_bits) * SPARSE_ENTRY, 6)?;
        let [b0, b1, b2, b3, w0, w1] = entry[..] else { return Err(file.damaged("")) };
        let mut block = u32::from_le_bytes([b0, b1, b2, b3]);
        let span = 1i64 << self.span_bits;
        let of_middle = i64::from(u16::from_le_bytes([w0, w1]));
        let mut within = of_middle + (index as i64 & (span - 1)) - span / 2;
        for _ in 0..MAX_DISTANCE {
            if within < 0 {
                block = block.wrapping_sub(1);
                within += self.values_of(file, block)?;
                continue;
            }
            let values = self.values_of(file, block)?;
            if within < values {
                if block >= self.blocks {
                    break;
                }
                // a block has at most 65536 values
                return Ok((block, within as u32));
            }
            within -= values;
            block += 1;
        }
        Err(file.damaged("its index is wrong"))
    }

    /// The number of values of a block.
    #[inline(always)]
    fn values_of(&self, file: &BlockFile, block: u32) -> Result<i64, TableError> {
        if block >= self.lengths {
            return Err(file.damaged("its index is wrong"));
        }
        let length = file.bytes(self.offsets[1] + 2 * u64::from(block), 2)?;
        Ok(i64::from(u16::from_le_bytes([length[0], length[1]])) + 1)
    }

    /// Returns the value after `before` others of a block.
    #[inline(always)]
    fn decode(&self, block: &[u8], mut before: u32) -> Option<u16> {
        let (first, mut rest) = block.split_at(8.min(block.len()));
        let mut start = [0; 8];
        start[..first.len()].copy_from_slice(first);
        // the next codes, and the number of unknown bits to the right of them
        let (mut bits, mut unknown) = (u64::from_be_bytes(start), 0);
        let mut left = 8 * block.len() as i64;
        let Code { shortest, least, first } = &self.code;
        let symbol = loop {
            let longer = least.iter().position(|&least| bits >= least)?;
            let len = shortest + longer;
            let number = (bits - least[longer]) >> (64 - len);
            let number = usize::try_from(number + u64::from(first[longer])).ok()?;
            let symbol = *self.symbols.get(number)?;
            left -= len as i64;
            if left < 0 {
                return None;
            }
            if before <= u32::from(symbol.more_values) {
                break symbol;
            }
            before -= u32::from(symbol.more_values) + 1;
            bits <<= len;
            unknown += len;
            if unknown >= 32
                && let Some((next, others)) = rest.split_first_chunk::<4>()
            {
                unknown -= 32;
                bits |= u64::from(u32::from_be_bytes(*next)) << unknown;
                rest = others;
            }
        };
        Some(self.expand(symbol, before))
    }

    /// Returns one of the values that a symbol expands to.
    #[inline(always)]
    fn expand(&self, mut symbol: Symbol, mut before: u32) -> u16 {
        while symbol.more_values > 0 {
            let left = self.symbols[usize::from(symbol.left_or_value)];
            if before <= u32::from(left.more_values) {
                symbol = left;
            } else {
                before -= u32::from(left.more_values) + 1;
                symbol = self.symbols[usize::from(symbol.right)];
            }
        }
        symbol.left_or_value
    }
}

impl Code {
    fn read(header: &mut Header<'_>) -> Result<Code, TableError> {
        let (longest, shortest) = (usize::from(header.u8()?), usize::from(header.u8()?));
        header.ensure(
            1 <= shortest && shortest <= longest && longest <= MAX_CODE,
            "its codes have impossible lengths",
        )?;
        let first = (shortest..=longest).map(|_| header.u16()).collect::<Result<Vec<_>, _>>()?;
        let mut least = vec![0; first.len()];
        let mut code = 0i64;
        for n in (0..first.len()).rev() {
            if let Some(&longer) = first.get(n + 1) {
                code = (code + i64::from(first[n]) - i64::from(longer)) / 2;
            }
            let len = shortest + n;
            header.ensure((0..1 << len).contains(&code), "its codes are impossible")?;
            least[n] = (code as u64) << (64 - len);
        }
        Ok(Code { shortest, least, first })
    }
}

/// Reads the symbols, and computes the number of values of each.
fn read_symbols(header: &mut Header<'_>) -> Result<Vec<Symbol>, TableError> {
    let count = header.u16()?;
    header.ensure(count <= IS_VALUE, "it has too many symbols")?;
    let mut symbols = Vec::with_capacity(usize::from(count));
    for _ in 0..count {
        let [low, middle, high] = [header.u8()?, header.u8()?, header.u8()?].map(u16::from);
        let (left_or_value, right) = (low | (middle & 0xF) << 8, middle >> 4 | high << 4);
        symbols.push(Symbol { left_or_value, right, more_values: 0 });
    }
    header.skip(u64::from(count & 1))?;
    let mut counts = vec![0; symbols.len()];
    for n in 0..count {
        let values = count_values(&symbols, &mut counts, n, MAX_VALUES);
        let values = values.ok_or_else(|| header.damaged("it has an impossible symbol"))?;
        symbols[usize::from(n)].more_values = (values - 1) as u8;
    }
    Ok(symbols)
}

/// Returns the number of values of a symbol, at most [`MAX_VALUES`]; `None` if it is part of itself.
fn count_values(
    symbols: &[Symbol],
    counts: &mut [u16],
    number: u16,
    longest_chain: u16,
) -> Option<u16> {
    let symbol = symbols.get(usize::from(number))?;
    let known = counts[usize::from(number)];
    if known > 0 {
        return Some(known);
    }
    let count = match symbol.right {
        IS_VALUE => 1,
        right => {
            let chain = longest_chain.checked_sub(1)?;
            count_values(symbols, counts, symbol.left_or_value, chain)?
                + count_values(symbols, counts, right, chain)?
        }
    };
    counts[usize::from(number)] = count;
    (count <= MAX_VALUES).then_some(count)
}
