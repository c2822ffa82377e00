//! Responses on disk: kept, told apart, made anew where damaged, and whole however many write.

use bowline_infer::{Model, Polynomial, Range, Store, Term};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

type Response = (Model, Vec<Range>);

fn response(factor: i64) -> Response {
    let model = Model::Whole(Polynomial(vec![(Term::One, -1), (Term::Input(0), factor)]));
    (model, vec![Range { low: i64::MIN, high: 7 }])
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(directory).into_iter().flatten().flatten();
    let files = folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten());
    files.map(|file| file.path()).collect()
}

#[test]
fn a_response_outlives_whoever_made_it() {
    let place = tempfile::tempdir().expect("a directory");
    Store::at(place.path().join("new")).put("a loop", &response(2));
    let later = Store::at(place.path().join("new"));
    assert_eq!(later.get::<Response>("a loop"), Some(response(2)));
    assert_eq!(later.get::<Response>("another"), None);
    assert_eq!(later.counts(), (1, 1));
}

#[test]
fn without_a_directory_it_lasts_as_long_as_the_process() {
    let store = Store::default();
    store.put("a loop", &response(2));
    assert_eq!(store.clone().get::<Response>("a loop"), Some(response(2)));
    assert_eq!(Store::default().get::<Response>("a loop"), None);
}

#[test]
fn what_is_damaged_is_as_good_as_none_and_is_replaced() {
    let place = tempfile::tempdir().expect("a directory");
    Store::at(place.path().to_path_buf()).put("a loop", &response(2));
    let file = files(place.path()).pop().expect("an entry");
    let whole = fs::read_to_string(&file).expect("its text");
    let damages = [
        String::new(),
        whole[..whole.len() / 2].to_string(),
        whole.replace("2]]", "3]]"),
        whole.replace("a loop", "another loop"),
        whole.replace("\"version\": 1", "\"version\": 0"),
        "\u{0}".repeat(whole.len()),
    ];
    for damaged in damages {
        assert_ne!(damaged, whole);
        fs::write(&file, &damaged).expect("it is written");
        let store = Store::at(place.path().to_path_buf());
        assert_eq!(store.get::<Response>("a loop"), None, "{damaged}");
        store.put("a loop", &response(2));
        let later = Store::at(place.path().to_path_buf());
        assert_eq!(later.get::<Response>("a loop"), Some(response(2)));
    }
}

#[test]
fn an_entry_under_the_name_of_another_key_is_not_taken_for_it() {
    let place = tempfile::tempdir().expect("a directory");
    let store = Store::at(place.path().to_path_buf());
    store.put("one", &response(1));
    let one = files(place.path()).pop().expect("an entry");
    store.put("two", &response(2));
    let two = files(place.path()).into_iter().find(|file| *file != one).expect("another");
    fs::copy(&one, &two).expect("copied");
    assert_eq!(Store::at(place.path().to_path_buf()).get::<Response>("two"), None);
}

#[test]
fn many_may_write_and_read_at_once() {
    let place = tempfile::tempdir().expect("a directory");
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for round in 0..50 {
                    let store = Store::at(place.path().to_path_buf());
                    store.put("shared", &response(5));
                    let found = store.get::<Response>("shared");
                    assert_eq!(found, Some(response(5)));
                    let other = Store::at(place.path().to_path_buf()).get::<Response>("shared");
                    assert_eq!(other, Some(response(5)), "in round {round}");
                }
            });
        }
    });
    assert_eq!(files(place.path()).len(), 1, "nothing is left beside the entry");
}

#[test]
fn a_place_that_cannot_be_written_to_is_one_without_responses() {
    let place = tempfile::tempdir().expect("a directory");
    let file = place.path().join("file");
    fs::write(&file, "not a directory").expect("written");
    let store = Store::at(file.clone());
    store.put("a loop", &response(2));
    assert_eq!(Store::at(file).get::<Response>("a loop"), None);
}
