//! Reading and writing numbers of a few bits, the highest bit first.

/// Moves the sign to the lowest bit, so that small negative numbers become small numbers.
pub(super) fn zigzag(number: i16) -> u16 {
    (number << 1 ^ number >> 15) as u16
}

/// The inverse of [`zigzag`].
pub(super) fn unzigzag(number: u16) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

/// Returns the number of bits that numbers below `count` need.
pub(super) fn width(count: u32) -> u32 {
    match count {
        0 | 1 => 0,
        _ => 32 - (count - 1).leading_zeros(),
    }
}

/// Number of bits in a group of [`BitReader::number`].
const GROUP: u32 = 4;

/// Reads bits from the front of bytes; beyond their end it reads zeros.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// Number of bits read so far.
    used: usize,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, used: 0 }
    }

    /// Reads a number of at most 8 bits.
    pub(super) fn take(&mut self, width: u32) -> u32 {
        debug_assert!(width <= 8);
        let byte = |index: usize| self.bytes.get(index).copied().unwrap_or(0);
        let (first, shift) = (self.used / 8, self.used % 8);
        let both = u32::from(u16::from_be_bytes([byte(first), byte(first + 1)]));
        self.used += width as usize;
        both >> (16 - shift as u32 - width) & ((1 << width) - 1)
    }

    /// Reads a number in groups of four bits, the lowest first, each preceded by a bit that is set
    /// if another group follows. Returns `None` if it has more than 16 bits.
    pub(super) fn number(&mut self) -> Option<u16> {
        let mut number = 0;
        for shift in (0..16).step_by(GROUP as usize) {
            let group = self.take(GROUP + 1);
            number |= ((group & 15) as u16) << shift;
            if group >> GROUP == 0 {
                return Some(number);
            }
        }
        None
    }

    /// Whether bits beyond the end were read.
    pub(super) fn is_past_end(&self) -> bool {
        self.bytes_used() > self.bytes.len()
    }

    /// Number of bytes of which at least one bit was read.
    pub(super) fn bytes_used(&self) -> usize {
        self.used.div_ceil(8)
    }
}

/// Appends bits to bytes, starting a new byte; the last byte is padded with zeros.
pub(super) struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    /// Number of free bits in the last byte.
    free: u32,
}

impl<'a> BitWriter<'a> {
    pub(super) fn new(bytes: &'a mut Vec<u8>) -> BitWriter<'a> {
        BitWriter { bytes, free: 0 }
    }

    /// Appends a number of at most 8 bits.
    pub(super) fn push(&mut self, number: u32, width: u32) {
        debug_assert!(width <= 8 && number >> width == 0);
        let now = width.min(self.free);
        if now > 0 {
            if let Some(last) = self.bytes.last_mut() {
                *last |= (number >> (width - now) << (self.free - now)) as u8;
            }
            self.free -= now;
        }
        let later = width - now;
        if later > 0 {
            self.bytes.push((number << (8 - later)) as u8);
            self.free = 8 - later;
        }
    }

    /// Appends a number in the encoding of [`BitReader::number`].
    pub(super) fn push_number(&mut self, mut number: u16) {
        loop {
            let rest = number >> GROUP;
            let more = u32::from(rest != 0) << GROUP;
            self.push(more | u32::from(number & 15), GROUP + 1);
            if rest == 0 {
                return;
            }
            number = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_round_trip() {
        let numbers: Vec<(u32, u32)> =
            (0..2000u32).map(|n| (n % 9, n.wrapping_mul(2_654_435_761) >> 8)).collect();
        let mut bytes = vec![0xAB];
        let mut writer = BitWriter::new(&mut bytes);
        for &(width, number) in &numbers {
            writer.push(number & ((1 << width) - 1), width);
        }
        let mut reader = BitReader::new(&bytes[1..]);
        for &(width, number) in &numbers {
            assert_eq!(reader.take(width), number & ((1 << width) - 1));
        }
        assert_eq!(reader.bytes_used(), bytes.len() - 1);
        assert!(!reader.is_past_end());
        reader.take(8);
        assert!(reader.is_past_end());
    }

    #[test]
    fn numbers_round_trip() {
        for number in 0..=u16::MAX {
            assert_eq!(zigzag(unzigzag(number)), number);
            let mut bytes = Vec::new();
            BitWriter::new(&mut bytes).push_number(number);
            assert_eq!(BitReader::new(&bytes).number(), Some(number));
        }
        assert_eq!(BitReader::new(&[0xFF; 8]).number(), None);
        assert_eq!([0, 1, 2, 3, 4, 5, 16, 17, 218].map(width), [0, 0, 1, 2, 2, 3, 4, 5, 8]);
    }
}
