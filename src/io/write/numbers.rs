//! Numbers as text.

/// `00` to `99`.
static PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < 100 {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

/// Returns a number below 100 in two digits.
#[inline(always)]
pub(super) fn two_digits(number: u32) -> [u8; 2] {
    PAIRS[number as usize % 100]
}

/// Appends a number.
#[inline(always)]
pub(super) fn push_number(text: &mut Vec<u8>, number: u32) {
    match number {
        0..10 => text.push(b'0' + number as u8),
        10..100 => text.extend_from_slice(&two_digits(number)),
        _ => push_long_number(text, number),
    }
}

#[inline(never)]
fn push_long_number(text: &mut Vec<u8>, number: u32) {
    push_number(text, number / 100);
    text.extend_from_slice(&two_digits(number));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let numbers = [0, 7, 10, 42, 99, 100, 101, 999, 1000, 12_345, 907_005, u32::MAX];
        for number in numbers {
            let mut text = Vec::new();
            push_number(&mut text, number);
            assert_eq!(String::from_utf8(text).unwrap(), number.to_string());
        }
    }
}
