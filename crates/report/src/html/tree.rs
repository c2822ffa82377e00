//! The execution tree as a picture: time goes to the right, each end of a path has its own height.
//!
//! Edges and ends are one SVG path per kind, so that thousands of nodes take some ten bytes each; the script finds the node
//! under the pointer in a list of places. Without the script the picture and the table of places remain.

use super::source::Shown;
use super::words::{count, plural};
use crate::load::Results;
use bowline_engine::report::{TreeNodeReport, TreeReport};
use maud::{Markup, PreEscaped, html};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const WIDTH: f64 = 1000.0;
/// Height per end of a path, and of the whole picture at most.
const ROW: f64 = 14.0;
const MOST_HEIGHT: f64 = 620.0;
/// Rows in the table of places.
const MOST_PLACES: usize = 30;

/// How ends are drawn and named.
const ENDS: [(&str, &str); 9] = [
    ("exited", "ended normally"),
    ("bug", "ended in a bug"),
    ("killed", "given up"),
    ("infeasible", "an assumption failed"),
    ("silent", "asked to be dropped"),
    ("pending", "alive at the end"),
    ("cut", "goes on, not drawn"),
    ("merged", "merged with others"),
    ("superseded", "explored by others"),
];

struct Layout {
    x: Vec<f64>,
    y: Vec<f64>,
    height: f64,
    /// Where a node hangs: its parent, or for the result of a merge the first of its members.
    above: Vec<Option<usize>>,
}

pub fn section(results: &Results, shown: &Shown) -> Markup {
    let Some(tree) = results.tree.as_ref().filter(|tree| !tree.nodes.is_empty()) else {
        return html! { p.empty { "The run left no tree." } };
    };
    if tree.nodes.len() == 1 {
        return html! { p.empty { "There was only one path: nothing in the program depends on an unknown input." } };
    }
    let layout = Layout::of(tree);
    let forks = tree.nodes.iter().filter(|node| node.fate == "fork").count() as u64;
    html! {
        p {
            (plural(forks, "fork", "forks")) " drawn, from the start at the left to the ends of paths at the right. "
            @if tree.left_out > 0 {
                "The tree was full after that: " (plural(tree.left_out, "path", "paths")) " that ended later "
                @if tree.left_out == 1 { "is" } @else { "are" } " counted at the nodes they came from, but not drawn."
            }
        }
        ul.legend {
            @for (fate, words) in ENDS {
                @let number = tree.nodes.iter().filter(|node| node.fate == fate).count();
                @if number > 0 { li { span class={ "key end-" (fate) } {} (words) " " strong { (count(number as u64)) } } }
            }
        }
        div.tree-tools hidden {
            button type="button" data-zoom="in" { "Zoom in" }
            button type="button" data-zoom="out" { "Zoom out" }
            button type="button" data-zoom="all" { "Whole tree" }
            span.tree-at aria-live="polite" { "Point at a node to see its place; drag to move." }
        }
        (picture(tree, &layout))
        h3 { "Where paths forked most" }
        (places(results, shown, tree))
    }
}

impl Layout {
    /// Parents come before their children, so two passes do.
    fn of(tree: &TreeReport) -> Self {
        let nodes = &tree.nodes;
        let mut above: Vec<Option<usize>> =
            nodes.iter().map(|node| node.parent.map(|parent| parent as usize)).collect();
        let mut depth = vec![0u32; nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            if let Some(parent) = above[index].filter(|parent| *parent < index) {
                depth[index] = depth[index].max(depth[parent] + 1);
            }
            if let Some(into) =
                node.into.map(|into| into as usize).filter(|into| *into > index && *into < nodes.len())
            {
                above[into] = above[into].or(Some(index));
                depth[into] = depth[into].max(depth[index] + 1);
            }
        }
        // A broken file must not become an endless walk.
        for (index, parent) in above.iter_mut().enumerate() {
            *parent = parent.filter(|parent| *parent < index);
        }
        let mut leaves = vec![0u32; nodes.len()];
        for index in (0..nodes.len()).rev() {
            leaves[index] = leaves[index].max(1);
            if let Some(parent) = above[index] {
                leaves[parent] += leaves[index];
            }
        }
        let total = f64::from(leaves[0].max(1));
        let deepest = f64::from(depth.iter().copied().max().unwrap_or(0).max(1));
        let height = (total * ROW).clamp(60.0, MOST_HEIGHT);
        let (mut x, mut y) = (Vec::new(), Vec::new());
        // The first height of each node that is not taken by its children yet.
        let mut free = vec![0.0; nodes.len()];
        for index in 0..nodes.len() {
            let start = match above[index] {
                Some(parent) => {
                    let start = free[parent];
                    free[parent] += f64::from(leaves[index]);
                    start
                }
                None => 0.0,
            };
            free[index] = start;
            x.push(f64::from(depth[index]) / deepest * WIDTH);
            y.push((start + f64::from(leaves[index]) / 2.0) / total * height);
        }
        Self { x, y, height, above }
    }
}

fn picture(tree: &TreeReport, layout: &Layout) -> Markup {
    let (mut edges, mut merges) = (String::new(), String::new());
    let mut ends: BTreeMap<&str, String> = BTreeMap::new();
    let mut data = String::from("[");
    for (index, node) in tree.nodes.iter().enumerate() {
        let (x, y) = (layout.x[index], layout.y[index]);
        if let Some(parent) = layout.above[index].filter(|_| node.parent.is_some()) {
            let _ = write!(edges, "M{:.1} {:.2}V{y:.2}H{x:.1}", layout.x[parent], layout.y[parent]);
        }
        if let Some(into) = node.into.map(|into| into as usize).filter(|into| *into < tree.nodes.len()) {
            let _ = write!(merges, "M{x:.1} {y:.2}L{:.1} {:.2}", layout.x[into], layout.y[into]);
        }
        if let Some((fate, _)) = ENDS.iter().find(|(fate, _)| *fate == node.fate) {
            let _ = write!(ends.entry(fate).or_default(), "M{x:.1} {y:.2}h0");
        }
        let _ = write!(data, "{}[{x:.0},{y:.1},{}]", if index == 0 { "" } else { "," }, describe(node));
    }
    data.push(']');
    // A closing tag in a file's name must not end the script.
    let files = serde_json::to_string(&tree.files).unwrap_or_default().replace('<', "\\u003c");
    let view = format!("-10 -10 {} {:.0}", WIDTH + 20.0, layout.height + 20.0);
    html! {
        svg.tree viewBox=(view) preserveAspectRatio="xMidYMid meet" tabindex="0" role="img"
            aria-label={ "Execution tree with " (tree.nodes.len()) " nodes" } {
            path.edges d=(edges) {}
            path.merges d=(merges) {}
            @for (fate, d) in &ends { path class={ "ends end-" (fate) } d=(d) {} }
        }
        script type="application/json" id="tree-data" {
            (PreEscaped(format!("{{\"files\":{files},\"fates\":{},\"nodes\":{data}}}", fates())))
        }
    }
}

/// File, line, fate, and what ended below without being drawn.
fn describe(node: &TreeNodeReport) -> String {
    let fate = ENDS.iter().position(|(fate, _)| *fate == node.fate).map_or(-1, |index| index as i32);
    let file = node.file.map_or(-1, i64::from);
    match node.left_out {
        0 => format!("{file},{},{fate}", node.line),
        left_out => format!("{file},{},{fate},{left_out}", node.line),
    }
}

fn fates() -> String {
    let words: Vec<&str> = ENDS.iter().map(|(_, words)| *words).collect();
    serde_json::to_string(&words).unwrap_or_default()
}

/// The same without a picture: the lines at which paths part.
fn places(results: &Results, shown: &Shown, tree: &TreeReport) -> Markup {
    let mut by_place: BTreeMap<(u32, u32), (u64, BTreeSet<&str>)> = BTreeMap::new();
    for node in &tree.nodes {
        let place = (node.file.unwrap_or(u32::MAX), node.line);
        if node.fate == "fork" {
            by_place.entry(place).or_default().0 += 1;
        }
    }
    for node in &tree.nodes {
        let parent = node.parent.and_then(|parent| tree.nodes.get(parent as usize));
        if let Some(parent) = parent
            && node.fate != "fork"
            && let Some((_, words)) = ENDS.iter().find(|(fate, _)| *fate == node.fate)
        {
            by_place.entry((parent.file.unwrap_or(u32::MAX), parent.line)).or_default().1.insert(words);
        }
    }
    let mut rows: Vec<_> = by_place.into_iter().filter(|(_, (forks, _))| *forks > 0).collect();
    rows.sort_by_key(|(place, (forks, _))| (std::cmp::Reverse(*forks), *place));
    html! {
        table {
            thead { tr { th { "Where" } th.number { "Forks" } th { "Paths that went no further" } } }
            tbody {
                @for ((file, line), (forks, ends)) in rows.iter().take(MOST_PLACES) {
                    tr {
                        td { (shown.link(results, tree.files.get(*file as usize).map_or("", String::as_str), *line)) }
                        td.number { (count(*forks)) }
                        td { (ends.iter().copied().collect::<Vec<_>>().join(", ")) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(parent: Option<u32>, fate: &str, into: Option<u32>) -> TreeNodeReport {
        TreeNodeReport { parent, fate: fate.to_string(), into, ..TreeNodeReport::default() }
    }

    #[test]
    fn no_two_ends_share_a_height_and_merges_hang_behind_their_members() {
        let nodes = vec![
            node(None, "fork", None),
            node(Some(0), "merged", Some(3)),
            node(Some(0), "merged", Some(3)),
            node(None, "fork", None),
            node(Some(3), "exited", None),
            node(Some(3), "bug", None),
        ];
        let layout = Layout::of(&TreeReport { nodes, ..TreeReport::default() });
        assert!(layout.x[3] > layout.x[1] && layout.x[3] > layout.x[2]);
        let mut heights: Vec<i64> = [2, 4, 5].map(|index: usize| (layout.y[index] * 10.0) as i64).to_vec();
        heights.sort_unstable();
        heights.dedup();
        assert_eq!(heights.len(), 3);
        assert!(layout.y.iter().all(|y| (0.0..=layout.height).contains(y)));
    }

    #[test]
    fn a_broken_tree_is_drawn_somehow() {
        let nodes =
            vec![node(Some(7), "fork", None), node(Some(1), "merged", Some(0)), node(Some(0), "x", Some(99))];
        let tree = TreeReport { nodes, ..TreeReport::default() };
        let layout = Layout::of(&tree);
        assert!(picture(&tree, &layout).into_string().contains("<svg"));
    }
}
