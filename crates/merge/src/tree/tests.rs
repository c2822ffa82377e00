//! Random trees against sets of inputs: each leaf knows for which bytes a path ends there.

use super::*;
use bowline_base::Rng;
use bowline_expr::{Evaluator, Model, SymId};

struct Forest {
    pool: Pool,
    input: SymId,
    tree: Tree,
    /// Leaves with the bytes that lead to them.
    leaves: Vec<(TreeNodeId, Vec<u8>)>,
}

impl Forest {
    fn new() -> Self {
        let mut pool = Pool::new();
        let input = pool.symbol("byte", 0, 1);
        Self { pool, input, tree: Tree::new(), leaves: vec![(Tree::ROOT, (0..=255).collect())] }
    }

    /// A leaf forks on a bit of the byte.
    fn fork(&mut self, leaf: usize, bit: u16) {
        let (node, bytes) = self.leaves.swap_remove(leaf);
        let byte = self.pool.input_byte(self.input, 0);
        let yes = self.pool.extract(byte, bit, 1);
        let no = self.pool.not(yes);
        self.tree.set_path(node, &Path::new());
        let (with, without) = bytes.into_iter().partition(|byte| byte >> bit & 1 == 1);
        self.leaves.push((self.tree.add_child(node, yes, Turn::Rest), with));
        self.leaves.push((self.tree.add_child(node, no, Turn::Rest), without));
    }

    /// Some leaves become one.
    fn collapse(&mut self, mut chosen: Vec<usize>) {
        chosen.sort_unstable();
        let (mut nodes, mut union) = (Vec::new(), Vec::new());
        for leaf in chosen.into_iter().rev() {
            let (node, bytes) = self.leaves.swap_remove(leaf);
            nodes.push(node);
            union.extend(bytes);
        }
        let collapsed = self.tree.collapse(&mut self.pool, &nodes).expect("every inner node has a path");
        let leaf = collapsed.leaf;
        self.leaves.push((leaf, union));
    }

    fn some(&self, rng: &mut Rng) -> Vec<usize> {
        (0..self.leaves.len()).filter(|_| rng.below(3) == 0).collect()
    }

    /// The value of an expression for each byte.
    fn table(&self, expr: ExprId) -> Vec<u128> {
        let value = |byte: u8| {
            let mut model = Model::new();
            model.set_byte(self.input, 0, byte);
            Evaluator::new().eval(&self.pool, &model, expr)
        };
        (0..=255).map(value).collect()
    }
}

#[test]
fn constraints_and_values_are_those_of_the_group() {
    let (mut collapsed, mut vanished) = (0, 0);
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut forest = Forest::new();
        for _ in 0..rng.below(14) {
            let chosen = forest.some(&mut rng);
            if rng.below(3) == 0 && chosen.len() > 1 {
                forest.collapse(chosen);
                collapsed += 1;
            } else {
                let leaf = rng.below(forest.leaves.len() as u64) as usize;
                forest.fork(leaf, rng.below(8) as u16);
            }
        }
        let everybody = rng.below(4) == 0;
        let group = if everybody { (0..forest.leaves.len()).collect() } else { forest.some(&mut rng) };
        if group.is_empty() {
            continue;
        }
        let leaves =
            group.iter().enumerate().map(|(member, &leaf)| (forest.leaves[leaf].0, member)).collect();
        let subtree = forest.tree.subtree(&leaves);
        let own: Vec<ExprId> =
            (0..group.len()).map(|member| forest.pool.constant(member as u128, 8)).collect();
        let (constraint, value) =
            (subtree.constraint(&mut forest.pool), subtree.value(&mut forest.pool, &own));
        assert!(!everybody || constraint == Pool::TRUE, "seed {seed}: everybody is in the group");
        vanished += usize::from(constraint == Pool::TRUE);
        let (constraints, values) = (forest.table(constraint), forest.table(value));
        let mut expected = vec![None; 256];
        for (member, &leaf) in group.iter().enumerate() {
            for &byte in &forest.leaves[leaf].1 {
                expected[usize::from(byte)] = Some(member as u128);
            }
        }
        for (byte, expected) in expected.into_iter().enumerate() {
            assert_eq!(constraints[byte] == 1, expected.is_some(), "seed {seed}: {byte} in the group");
            assert!(expected.is_none_or(|own| own == values[byte]), "seed {seed}: the value for {byte}");
        }
    }
    assert!(collapsed > 200 && vanished > 20, "{collapsed} collapsed, {vanished} vanished");
}
