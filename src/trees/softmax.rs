//! Exponentials that are the same on every platform.

/// e^x for x up to 0; below -87, that of -87. The relative error is below 3e-7.
pub(super) fn exp(x: f32) -> f32 {
    // added and subtracted, it rounds to an integer
    const ROUND: f32 = 12_582_912.0;
    // ln 2 in two parts, the first of which has few bits
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    let x = x.max(-87.0);
    let power = x * std::f32::consts::LOG2_E + ROUND - ROUND;
    let r = x - power * LN_2[0] - power * LN_2[1];
    // the Taylor series, for r up to ln 2 / 2
    let mut sum = 1.0 / 5040.0;
    for term in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = sum * r + term;
    }
    sum * f32::from_bits(((power as i32 + 127) as u32) << 23)
}

/// Replaces logits, the greatest of which is finite, by probabilities.
pub(super) fn softmax(logits: &mut [f32], temperature: f32) {
    let greatest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let scale = 1.0 / temperature;
    for logit in logits.iter_mut() {
        let below = (*logit - greatest) * scale;
        *logit = if *logit == f32::NEG_INFINITY { 0.0 } else { exp(below) };
    }
    normalize(logits);
}

/// Divides weights by their sum, which is above 0.
pub(super) fn normalize(weights: &mut [f32]) {
    let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
    let factor = 1.0 / sum;
    weights.iter_mut().for_each(|weight| *weight = (f64::from(*weight) * factor) as f32);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials() {
        for n in 0..=870_000 {
            let x = -n as f32 / 10_000.0;
            let (found, right) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((found / right - 1.0).abs() < 3e-7, "{x}: {found} {right}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(-1000.0), exp(-87.0));
    }

    #[test]
    fn probabilities() {
        let mut logits = [1.0, f32::NEG_INFINITY, 1.0, -300.0];
        softmax(&mut logits, 1.0);
        let mut least = [f32::from_bits(1); 4];
        normalize(&mut least);
        assert_eq!(least, [0.25; 4]);
        assert_eq!((logits[0], logits[1]), (0.5, 0.0));
        assert!(logits[3] > 0.0 && logits[3] < 1e-30);
    }
}
