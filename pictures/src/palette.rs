//! Colours of pieces that the colour-blind can distinguish.
//!
//! The twelve colours were chosen by a search that maximises the least distance between two of
//! them, in CIELAB, as they are seen with normal sight and with each of the three kinds of colour
//! blindness. The tests compute these distances again. Further pieces have the same colours with
//! lines across them.

use std::fmt;

/// Red, green and blue.
const COLORS: [[u8; 3]; 12] = [
    [0x3c, 0x96, 0xa5],
    [0xd2, 0xe1, 0x3c],
    [0xb4, 0x00, 0x5a],
    [0xb4, 0xe1, 0xd2],
    [0x96, 0x4b, 0x1e],
    [0xff, 0xb4, 0xff],
    [0x3c, 0x4b, 0xf0],
    [0x78, 0xa5, 0x00],
    [0xa5, 0x96, 0x69],
    [0x69, 0x4b, 0x96],
    [0x69, 0xff, 0xa5],
    [0xff, 0x5a, 0xff],
];

/// The colour of what was found, readable on white and on black.
pub(crate) const FOUND: &str = "#1877cc";

/// How the area of a piece is hatched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hatching {
    None,
    Rising,
    Falling,
    Horizontal,
    Vertical,
}

const HATCHINGS: [Hatching; 5] =
    [Hatching::None, Hatching::Rising, Hatching::Falling, Hatching::Horizontal, Hatching::Vertical];

/// The colour of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceColor {
    /// Red, green and blue.
    pub(crate) area: [u8; 3],
    /// The same for a text on it: black or white.
    pub(crate) label: [u8; 3],
    pub(crate) hatching: Hatching,
}

impl PieceColor {
    pub(crate) fn fill(self) -> impl fmt::Display {
        Hex(self.area)
    }

    pub(crate) fn label_fill(self) -> impl fmt::Display {
        Hex(self.label)
    }
}

/// The colour of the piece with this number. After 60 pieces the colours repeat.
pub(crate) fn color(number: usize) -> PieceColor {
    let area = COLORS[number % COLORS.len()];
    let hatching = HATCHINGS[number / COLORS.len() % HATCHINGS.len()];
    let label = if is_light(area) { [0; 3] } else { [255; 3] };
    PieceColor { area, label, hatching }
}

/// Whether black is read better on a colour than white. The weights are those of the luminance,
/// for the sum of squares, which is close enough to it.
fn is_light([red, green, blue]: [u8; 3]) -> bool {
    let square = |channel: u8| u32::from(channel).pow(2);
    213 * square(red) + 715 * square(green) + 72 * square(blue) > 1000 * 118_u32.pow(2)
}

/// `#rrggbb`.
struct Hex([u8; 3]);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each kind of sight, how the light of a colour is seen: normal, and without red, green
    /// and blue cones (Machado, Oliveira and Fernandes, 2009, severity 1).
    const SIGHTS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    /// The light of a colour of sRGB.
    fn linear(color: [u8; 3]) -> [f64; 3] {
        color.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn dot(row: [f64; 3], light: [f64; 3]) -> f64 {
        row.iter().zip(light).map(|(a, b)| a * b).sum()
    }

    fn lab(light: [f64; 3]) -> [f64; 3] {
        let rows = [
            [0.412_456_4 / 0.950_47, 0.357_576_1 / 0.950_47, 0.180_437_5 / 0.950_47],
            [0.212_672_9, 0.715_152_2, 0.072_175_0],
            [0.019_333_9 / 1.088_83, 0.119_192_0 / 1.088_83, 0.950_304_1 / 1.088_83],
        ];
        let [x, y, z] = rows.map(|row| {
            let value = dot(row, light);
            if value > 0.008_856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn luminance(color: [u8; 3]) -> f64 {
        dot([0.2126, 0.7152, 0.0722], linear(color))
    }

    fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        if one > other { one / other } else { other / one }
    }

    #[test]
    fn every_two_colours_differ_in_every_sight() {
        for sight in SIGHTS {
            let seen =
                COLORS.map(|color| lab(sight.map(|row| dot(row, linear(color)).clamp(0.0, 1.0))));
            for (index, one) in seen.iter().enumerate() {
                for other in &seen[..index] {
                    let squares = one.iter().zip(other).map(|(a, b)| (a - b).powi(2));
                    let distance = squares.sum::<f64>().sqrt();
                    assert!(distance > 24.0, "{one:?} {other:?}: {distance}");
                }
            }
        }
    }

    #[test]
    fn labels_can_be_read() {
        for number in 0..COLORS.len() {
            let PieceColor { area, label, .. } = color(number);
            assert!(contrast(area, label) > 4.5, "{area:?}: {}", contrast(area, label));
        }
        assert_eq!(FOUND, Hex([0x18, 0x77, 0xcc]).to_string());
        for ground in [[0; 3], [255; 3]] {
            assert!(contrast([0x18, 0x77, 0xcc], ground) > 4.5);
        }
    }

    #[test]
    fn sixty_pieces_look_different() {
        let looks = (0..60).map(color).collect::<Vec<_>>();
        for (index, look) in looks.iter().enumerate() {
            assert!(!looks[..index].contains(look), "{index}");
        }
        assert_eq!(color(60), color(0));
    }
}
