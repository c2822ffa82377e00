//! Messages survive the way through bytes, and broken ones are refused.

use super::*;

fn a_call() -> Request {
    let double = Argument { ty: Type::Double, bytes: 2.5f64.to_le_bytes().to_vec() };
    let byte = Argument { ty: Type::Integer { bytes: 1, signed: true }, bytes: vec![0xff] };
    let copy = Argument { ty: Type::Memory { bytes: 3 }, bytes: vec![1, 2, 3] };
    Request::Call(Call {
        function: "f".to_string(),
        args: vec![double, byte, copy],
        fixed: Some(1),
        result: vec![Type::Integer { bytes: 8, signed: false }, Type::LongDouble],
        errno: -1,
        objects: vec![Mapped { base: 1 << 28, writable: true, bytes: vec![7; 40] }],
        allocates: true,
        variables: Some(vec![Patch { address: 0x7fff_0000_0100, bytes: vec![1, 2] }]),
        writes: vec![Patch { address: 0x7fff_0000_0200, bytes: vec![3] }],
        looks: vec![Span { address: 0x7fff_0000_0300, length: 4 }],
    })
}

fn replies() -> Vec<Reply> {
    let change = Change { object: 1, offset: 2, bytes: vec![3] };
    let foreign = Foreign { address: 0x7fff_0000_0000, writable: false, bytes: b"text".to_vec() };
    let own = Some(vec![Patch { address: 0x7fff_0000_0100, bytes: vec![2, 2] }]);
    let mut returned = Returned {
        result: vec![1; 8],
        errno: 34,
        changes: vec![change],
        foreign: Some(foreign),
        hidden: Hidden { own, system: true, heap: false, keeps: true },
        looked: vec![vec![4; 4], Vec::new()],
    };
    let first = Reply::Returned(returned.clone());
    returned.foreign = None;
    vec![
        first,
        Reply::Returned(returned),
        Reply::Resolved(vec![true, false]),
        Reply::Overflow { object: 9 },
        Reply::Crashed { signal: 11, detail: 0x1234 },
        Reply::Failed("why".to_string()),
        Reply::Ready { filtered: true },
    ]
}

#[test]
fn messages_survive_the_way() {
    for request in [a_call(), Request::Resolve(vec!["a".to_string(), String::new()])] {
        assert_eq!(Request::decode(&request.encode()).expect("whole"), request);
    }
    for reply in replies() {
        assert_eq!(Reply::decode(&reply.encode()).expect("whole"), reply);
    }
}

#[test]
fn broken_messages_are_refused_and_never_panic() {
    let whole = a_call().encode();
    for length in 0..whole.len() {
        assert!(Request::decode(&whole[..length]).is_err(), "cut at {length}");
    }
    for reply in replies() {
        let whole = reply.encode();
        for length in 0..whole.len() {
            assert!(Reply::decode(&whole[..length]).is_err(), "{reply:?} cut at {length}");
        }
        let longer = [whole.as_slice(), &[0]].concat();
        assert!(Reply::decode(&longer).is_err(), "{reply:?} and more");
    }
    assert!(Reply::decode(&[99]).is_err());
    // A length that lies does not make room for what is not there.
    assert!(Reply::decode(&[0, 0xff, 0xff, 0xff, 0xff]).is_err());
}

#[test]
fn frames_come_one_after_the_other() {
    let mut stream = Vec::new();
    send(&mut stream, b"first").expect("written");
    send(&mut stream, b"").expect("written");
    stream.extend(crash_frame(6, 0));
    let mut from = stream.as_slice();
    assert_eq!(receive(&mut from).expect("read"), Some(b"first".to_vec()));
    assert_eq!(receive(&mut from).expect("read"), Some(Vec::new()));
    let crash = receive(&mut from).expect("read").expect("a frame");
    assert_eq!(Reply::decode(&crash).expect("whole"), Reply::Crashed { signal: 6, detail: 0 });
    assert_eq!(receive(&mut from).expect("read"), None);
    assert!(receive(&mut [1u8, 0].as_slice()).is_err());
    assert!(receive(&mut u32::MAX.to_le_bytes().as_slice()).is_err());
}
