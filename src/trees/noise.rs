//! Random numbers of the root.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::options::Puct;
use crate::random::{self, Purpose};

/// The generator of the root of a game.
pub(super) fn generator(seed: u64, game: u64, ply: usize) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(random::number(seed, Purpose::Noise, ply as u64, game))
}

/// A random number between 0 and 1, excluding both.
fn open(rng: &mut ChaCha8Rng) -> f64 {
    random::fraction(rng.next_u64()).max(f64::EPSILON / 4.0)
}

/// A number with the standard Gumbel distribution.
pub(super) fn gumbel(rng: &mut ChaCha8Rng) -> f64 {
    -libm::log(-libm::log(open(rng)))
}

/// A number with the standard normal distribution (Marsaglia's polar method).
fn normal(rng: &mut ChaCha8Rng) -> f64 {
    loop {
        let (x, y) = (2.0 * open(rng) - 1.0, 2.0 * open(rng) - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * libm::log(square) / square).sqrt();
        }
    }
}

/// The logarithm of a number with the gamma distribution (Marsaglia and Tsang, 2000). Numbers of a
/// small shape are too small for a float.
fn log_gamma_variate(rng: &mut ChaCha8Rng, shape: f64) -> f64 {
    if shape < 1.0 {
        let power = libm::log(open(rng)) / shape;
        return log_gamma_variate(rng, shape + 1.0) + power;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = 1.0 + c * x;
        if v <= 0.0 {
            continue;
        }
        let log_v = 3.0 * libm::log(v);
        if libm::log(open(rng)) < 0.5 * x * x + d * (1.0 - libm::exp(log_v) + log_v) {
            return libm::log(d) + log_v;
        }
    }
}

/// Mixes Dirichlet noise over the legal moves into their priors.
pub(super) fn add_noise(options: &Puct, rng: &mut ChaCha8Rng, priors: &mut [f32]) {
    let shapes = shapes(options, priors);
    let logs: Vec<f64> = shapes.iter().map(|&shape| log_gamma_variate(rng, shape)).collect();
    let greatest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = logs.iter().map(|log| libm::exp(log - greatest)).collect();
    let sum: f64 = weights.iter().sum();
    let share = options.noise_fraction;
    for (prior, weight) in priors.iter_mut().zip(weights) {
        *prior = ((1.0 - share) * f64::from(*prior) + share * weight / sum) as f32;
    }
}

/// The concentration of each move.
fn shapes(options: &Puct, priors: &[f32]) -> Vec<f64> {
    if options.noise_total == 0.0 {
        return vec![options.noise_alpha; priors.len()];
    }
    // KataGo's: half evenly, half in proportion to the excess of the logarithm of a prior over
    // their mean
    let logs = priors.iter().map(|&prior| libm::log(f64::from(prior).min(0.01) + 1e-20));
    let logs: Vec<f64> = logs.collect();
    let count = priors.len() as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let above: Vec<f64> = logs.iter().map(|log| (log - mean).max(0.0)).collect();
    let sum: f64 = above.iter().sum();
    let share = |above: f64| match sum > 0.0 {
        true => 0.5 * (above / sum + 1.0 / count),
        false => 1.0 / count,
    };
    above.iter().map(|&above| options.noise_total * share(above)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(mut draw: impl FnMut() -> f64) -> (f64, f64) {
        let numbers: Vec<f64> = (0..100_000).map(|_| draw()).collect();
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let squares = numbers.iter().map(|x| (x - mean) * (x - mean));
        (mean, squares.sum::<f64>() / numbers.len() as f64)
    }

    #[test]
    fn distributions() {
        let mut rng = generator(1, 2, 3);
        let near = |(mean, variance): (f64, f64), right: (f64, f64)| {
            assert!((mean - right.0).abs() < 0.02 * (1.0 + right.0.abs()), "{mean} {right:?}");
            assert!((variance - right.1).abs() < 0.05 * (1.0 + right.1), "{variance} {right:?}");
        };
        near(moments(|| normal(&mut rng)), (0.0, 1.0));
        // Euler's constant, and pi squared / 6
        near(moments(|| gumbel(&mut rng)), (0.577_216, 1.644_934));
        for shape in [0.03, 0.3, 1.0, 4.5] {
            near(moments(|| libm::exp(log_gamma_variate(&mut rng, shape))), (shape, shape));
        }
    }
}
