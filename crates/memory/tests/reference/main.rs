//! Random sequences of all operations over several forks, against plain byte arrays.
//!
//! A few models of the inputs are fixed first. The reference keeps, for every byte, its value under each of these models, so
//! symbolic offsets, lengths and values are just different numbers per model. Evaluating what the memory answers under the same
//! models must give the same numbers.

mod bench;
mod checks;
mod steps;

use bench::{Bench, World};

fn run(seed: u64, steps: usize, capacities: &'static [u64]) {
    let mut bench = Bench::new(seed, capacities);
    let mut first = World::default();
    (0..4).for_each(|_| bench.alloc(&mut first));
    let mut worlds = vec![first];
    for step in 0..steps {
        let at = bench.rng.below(worlds.len() as u64) as usize;
        let mut world = std::mem::take(&mut worlds[at]);
        bench.step(&mut world);
        bench.check(&world, false);
        worlds[at] = world;
        if step % 50 == 49 {
            let fork = worlds[at].clone();
            if worlds.len() < 5 {
                worlds.push(fork);
            } else {
                let replaced = bench.rng.below(5) as usize;
                worlds[replaced] = fork;
            }
        }
        if step % 200 == 199 {
            // Expressions that no world refers to go away, and their ids are used again.
            let mut seen = bowline_base::FxHashSet::default();
            bench.pool.collect(|marker| {
                worlds.iter().for_each(|world| world.memory.mark(&mut |node| seen.insert(node), marker));
            });
        }
    }
    for world in &worlds {
        bench.check(world, true);
    }
}

#[test]
fn small_objects() {
    (0..20).for_each(|seed| run(seed, 800, &[1, 8, 16, 33, 64, 100]));
}

#[test]
fn objects_of_several_pages() {
    (0..6).for_each(|seed| run(seed, 600, &[16, 100, 4096, 4097, 10_000, 16_384]));
}
