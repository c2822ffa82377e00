//! Random small loops over a text.

use crate::suite::check;
use bowline_base::Rng;

/// A body of a few blocks: each may change one of three variables, and branches by the character or a variable.
fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let blocks = 2 + rng.below(3);
    let mut text = String::from(
        "    jump head with %i = 0, %v = 0, %w = 0
head:
    %at = offset %text + %i * 1
    %c = load i8 at %at
    %end = compare eq i8 %c, 0
    branch %end then out else s0 with %x0 = %v, %y0 = %w
",
    );
    for block in 0..blocks {
        let to = |rng: &mut Rng, values: &str| match rng.below(6) {
            0 => "out".to_string(),
            1 | 2 if block + 1 < blocks => {
                let target = block + 1 + rng.below(blocks - block - 1);
                format!(
                    "s{target} with {}",
                    values.replace("%X", &format!("%x{target}")).replace("%Y", &format!("%y{target}"))
                )
            }
            _ => format!("next with {}", values.replace("%X", "%nv").replace("%Y", "%nw")),
        };
        let (change, values) = match rng.below(6) {
            0 => (
                format!("%z{block} = add i32 %x{block}, {}", 1 + rng.below(3)),
                format!("%X = %z{block}, %Y = %y{block}"),
            ),
            1 => (format!("%z{block} = add i32 %y{block}, 1"), format!("%X = %x{block}, %Y = %z{block}")),
            2 => (format!("%z{block} = zero_extend i8 %c to i32"), format!("%X = %x{block}, %Y = %z{block}")),
            3 => (format!("%z{block} = truncate i64 %i to i32"), format!("%X = %z{block}, %Y = %y{block}")),
            4 => {
                (format!("%z{block} = copy i32 {}", rng.below(3)), format!("%X = %z{block}, %Y = %y{block}"))
            }
            _ => (String::new(), format!("%X = %x{block}, %Y = %y{block}")),
        };
        let condition = match rng.below(5) {
            0 => format!("compare ult i32 %x{block}, {}", 1 + rng.below(3)),
            1 => format!("compare eq i32 %y{block}, {}", rng.below(3)),
            2 => "compare ult i8 %c, 97".to_string(),
            _ => format!("compare eq i8 %c, {}", [1, 97, 98][rng.below(3) as usize]),
        };
        let yes = to(&mut rng, &values);
        // Every block is reached.
        let no = match block + 1 < blocks {
            true => {
                let next = block + 1;
                format!(
                    "s{next} with {}",
                    values.replace("%X", &format!("%x{next}")).replace("%Y", &format!("%y{next}"))
                )
            }
            false => format!("next with {}", values.replace("%X", "%nv").replace("%Y", "%nw")),
        };
        text += &format!(
            "s{block}:\n    {change}\n    %q{block} = {condition}\n    branch %q{block} then {yes} else {no}\n"
        );
    }
    text + "next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %nv, %w = %nw
out:
    %high = shl i32 %v, 4
    %top = shl i32 %w, 16
    %low = truncate i64 %i to i32
    %one = add i32 %low, %high
    %both = add i32 %one, %top
    return %both"
}

#[test]
fn every_input_belongs_to_one_path() {
    let (mut runs, mut whole) = (0, 0);
    for seed in 0..60 {
        let (_, loops) = check(&program(seed));
        runs += loops.iter().map(|one| one.runs).sum::<u64>();
        whole += loops.iter().filter(|one| one.is_whole).count();
    }
    assert!(runs > 60 && whole > 20, "{runs} runs, {whole} loops understood as a whole");
}
