//! Programs that several tests vary.

/// Counts up to an input below 4.
pub const COUNT: &str = "
function @main() -> i32 {
    %c = call @__VERIFIER_nondet_uchar()
    %n = and i8 %c, 3
    jump head with %i = 0
head:
    %more = compare ult i8 %i, %n
    branch %more then body else end
body:
    %next = add i8 %i, 1
    jump head with %i = %next
end:
    %result = zero_extend i8 %i to i32
    return %result
}";

/// `for i < n: for j < m: total += 1`
pub const NESTED: &str = "
function @main() -> i32 {
    %c = call @__VERIFIER_nondet_uchar()
    %d = call @__VERIFIER_nondet_uchar()
    %n = and i8 %c, 1
    %m = and i8 %d, 1
    jump outer with %i = 0, %total = 0
outer:
    %again = compare ule i8 %i, %n
    branch %again then start else end
start:
    jump inner with %j = 0, %sum = %total
inner:
    %more = compare ule i8 %j, %m
    branch %more then body else behind
body:
    %added = add i32 %sum, 1
    %next = add i8 %j, 1
    jump inner with %j = %next, %sum = %added
behind:
    %further = add i8 %i, 1
    jump outer with %i = %further, %total = %sum
end:
    return %total
}";
