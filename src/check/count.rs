//! Exact counts of schedules: whole numbers of 256 bits, and past those a number that only says "at least".

use std::fmt;

/// How many 64-bit digits a count has.
const DIGITS: usize = 4;

/// A number of schedules. Adding and multiplying never wraps: from 2²⁵⁶ − 1 on it stays at that figure and says "at
/// least" for ever after, as does everything that is made from it.
///
/// ```
/// use ran_twice::check::count::Count;
///
/// let twice = Count::from(10_u32).plus(Count::from(10_u32));
/// assert_eq!((twice.to_string(), twice.is_exact()), ("20".to_owned(), true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// Lowest digit first.
    digits: [u64; DIGITS],
}

impl Default for Count {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Count {
    /// None.
    pub const ZERO: Self = Self { digits: [0; DIGITS] };
    /// One.
    pub const ONE: Self = Self { digits: [1, 0, 0, 0] };
    /// "At least" so many. It is no figure more: adding any to it passes the last digit, as does doubling it.
    const MOST: Self = Self { digits: [u64::MAX; DIGITS] };

    /// Is it exact, and not a lower bound?
    #[must_use]
    pub fn is_exact(self) -> bool {
        self != Self::MOST
    }

    /// Is it none at all?
    #[must_use]
    pub fn is_zero(self) -> bool {
        // The lowest digit alone tells of nearly all that it is not.
        let [low, rest @ ..] = self.digits;
        low == 0 && rest == [0; DIGITS - 1]
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let mut digits = [0; DIGITS];
        let mut carry = false;
        for (at, digit) in digits.iter_mut().enumerate() {
            let (sum, over) = self.digits[at].overflowing_add(other.digits[at]);
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            *digit = sum;
            carry = over || over_again;
        }
        if carry { Self::MOST } else { Self { digits } }
    }

    /// This many times the count.
    #[must_use]
    pub fn times(self, factor: u32) -> Self {
        let mut digits = [0; DIGITS];
        let mut carry = 0;
        for (digit, from) in digits.iter_mut().zip(self.digits) {
            let product = u128::from(from) * u128::from(factor) + carry;
            *digit = product as u64;
            carry = product >> 64;
        }
        if carry > 0 { Self::MOST } else { Self { digits } }
    }

    /// The product.
    #[must_use]
    pub fn by(self, other: Self) -> Self {
        let mut product = Self::ZERO;
        // Digits of 32 bits of the one, the highest first.
        for digit in other.digits.iter().rev().flat_map(|digit| [(digit >> 32) as u32, *digit as u32]) {
            product = product.times(1 << 16).times(1 << 16).plus(self.times(digit));
        }
        product
    }

    /// Is this the larger of the two, or as large?
    #[must_use]
    pub fn at_least(self, other: Self) -> bool {
        self.digits.iter().rev().ge(other.digits.iter().rev())
    }

    /// The number, where it is exact and has no more than 128 bits.
    #[must_use]
    pub fn exact(self) -> Option<u128> {
        let [low, high, rest @ ..] = self.digits;
        let fits = rest == [0; DIGITS - 2];
        fits.then_some((u128::from(high) << 64) | u128::from(low))
    }

    /// The lowest 64 bits: enough to tell most counts apart.
    #[must_use]
    pub fn lowest_digit(self) -> u64 {
        self.digits[0]
    }

    /// The decimal digits, without grouping and without "at least".
    #[must_use]
    pub fn decimal(self) -> String {
        let mut digits = self.digits;
        let mut groups = Vec::new();
        while digits != [0; DIGITS] {
            groups.push(divide(&mut digits, DECIMAL_GROUP));
        }
        let Some(first) = groups.pop() else { return "0".to_owned() };
        let mut text = first.to_string();
        for group in groups.iter().rev() {
            text.push_str(&format!("{group:019}"));
        }
        text
    }
}

/// The largest power of ten in 64 bits: decimal digits are taken off 19 at a time.
const DECIMAL_GROUP: u64 = 10_000_000_000_000_000_000;

/// Divides in place; the remainder.
fn divide(digits: &mut [u64; DIGITS], divisor: u64) -> u64 {
    let mut remainder = 0_u128;
    for digit in digits.iter_mut().rev() {
        let part = (remainder << 64) | u128::from(*digit);
        *digit = (part / u128::from(divisor)) as u64;
        remainder = part % u128::from(divisor);
    }
    remainder as u64
}

impl From<u32> for Count {
    fn from(number: u32) -> Self {
        Self { digits: [u64::from(number), 0, 0, 0] }
    }
}

impl From<u128> for Count {
    fn from(number: u128) -> Self {
        Self { digits: [number as u64, (number >> 64) as u64, 0, 0] }
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Self { digits: [number, 0, 0, 0] }
    }
}

/// The exact number, or `at least N`.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_exact() {
            f.write_str("at least ")?;
        }
        f.write_str(&self.decimal())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2 to the power of `exponent`.
    fn power(exponent: u32) -> Count {
        (0..exponent).fold(Count::ONE, |count, _| count.times(2))
    }

    #[test]
    fn counts_agree_with_machine_numbers_where_those_reach() {
        let mut seed = 7_u128;
        for _ in 0..10_000 {
            seed = seed.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(77);
            let (left, right, factor) = (seed >> 70, (seed >> 3) & 0xFFFF_FFFF_FFFF, (seed >> 96) as u32);
            let count = |number: u128| {
                Count::from((number >> 32) as u64).times(1 << 16).times(1 << 16).plus(Count::from(number as u32))
            };
            assert_eq!(count(left).plus(count(right)).decimal(), (left + right).to_string());
            assert_eq!(count(right).by(Count::from(factor)), count(right).times(factor));
            assert_eq!(count(left >> 20).by(count(right)).decimal(), ((left >> 20) * right).to_string());
            assert_eq!(count(right).times(factor).decimal(), (right * u128::from(factor)).to_string());
            assert_eq!(count(left).at_least(count(right)), left >= right);
        }
    }

    #[test]
    fn the_last_exact_count_and_the_first_that_is_not() {
        let last = power(255).plus(power(254));
        assert!(last.is_exact());
        assert_eq!(
            power(255).decimal(),
            "57896044618658097711785492504343953926634992332820282019728792003956564819968"
        );
        assert!(power(255).plus(last).to_string().starts_with("at least 1157920892"));
        let past = power(256);
        assert_eq!((past.is_exact(), past.plus(Count::ONE), past.times(3)), (false, past, past));
        assert_eq!(past.times(0), Count::ZERO);
        assert_eq!((power(128).by(power(128)), power(128).by(power(127))), (past, power(255)));
        assert_eq!((past.by(Count::ONE), Count::ONE.by(past), past.by(Count::ZERO)), (past, past, Count::ZERO));
    }
}
