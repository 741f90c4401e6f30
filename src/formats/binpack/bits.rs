//! Numbers of some bits each, the highest bit first.

/// The sign into the lowest bit, so that small numbers stay small.
pub(super) fn zigzag(number: i16) -> u16 {
    (number << 1 ^ number >> 15) as u16
}

/// The number of [`zigzag`].
pub(super) fn unzigzag(number: u16) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

/// How many bits numbers below `count` need.
pub(super) fn width(count: u32) -> u32 {
    match count {
        0 | 1 => 0,
        _ => 32 - (count - 1).leading_zeros(),
    }
}

/// Bits of a number's group in [`BitReader::number`].
const GROUP: u32 = 4;

/// Reads bits off the front of bytes; past their end there are zeros.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// Bits read so far.
    used: usize,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, used: 0 }
    }

    /// A number of at most 8 bits.
    #[inline(always)]
    pub(super) fn take(&mut self, width: u32) -> u32 {
        debug_assert!(width <= 8);
        let byte = |index: usize| self.bytes.get(index).copied().unwrap_or(0);
        let (first, shift) = (self.used / 8, self.used % 8);
        let both = u32::from(u16::from_be_bytes([byte(first), byte(first + 1)]));
        self.used += width as usize;
        both >> (16 - shift as u32 - width) & ((1 << width) - 1)
    }

    /// A number in groups of four bits, the lowest first, each after a bit that says whether there are
    /// more; `None` if it has more than 16 bits.
    #[inline(always)]
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

    /// Whether more was read than there is.
    pub(super) fn is_cut(&self) -> bool {
        self.bytes_used() > self.bytes.len()
    }

    /// The bytes of which some bit was read.
    pub(super) fn bytes_used(&self) -> usize {
        self.used.div_ceil(8)
    }
}

/// Appends bits to bytes, from a whole byte on; the last byte is filled with zeros.
pub(super) struct BitWriter<'a> {
    bytes: &'a mut Vec<u8>,
    /// Bits free in the last byte.
    free: u32,
}

impl<'a> BitWriter<'a> {
    pub(super) fn new(bytes: &'a mut Vec<u8>) -> BitWriter<'a> {
        BitWriter { bytes, free: 0 }
    }

    /// A number of at most 8 bits.
    #[inline(always)]
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

    /// See [`BitReader::number`].
    #[inline(always)]
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
    fn bits_come_back() {
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
        assert!(!reader.is_cut());
        reader.take(8);
        assert!(reader.is_cut());
    }

    #[test]
    fn numbers_come_back() {
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
