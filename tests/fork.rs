//! A forked child of a process that has used the pool can use it too.
#![cfg(unix)]

use std::time::{Duration, Instant};

use enroque::pool::{Run, map};

unsafe extern "C" {
    fn fork() -> i32;
    fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
    fn kill(process: i32, signal: i32) -> i32;
    fn _exit(status: i32) -> !;
}

const WNOHANG: i32 = 1;
const SIGKILL: i32 = 9;

fn sum_in_parallel() -> u32 {
    map(Run::default(), 0..64_u32, || (), |(), n| n).unwrap().into_iter().sum()
}

#[test]
fn a_child_builds_its_own_pool() {
    // at least two threads, whatever this machine has
    // SAFETY: this binary's only test, so no other thread reads the environment now.
    unsafe { std::env::set_var("RAYON_NUM_THREADS", "3") };
    assert_eq!(sum_in_parallel(), 2016);

    // SAFETY: the child calls nothing but code of ours and glibc's allocator, which survives a
    // fork, and leaves by `_exit`.
    let child = unsafe { fork() };
    assert!(child >= 0);
    if child == 0 {
        let status = if sum_in_parallel() == 2016 { 0 } else { 1 };
        // SAFETY: ends the child without the test harness's exit handlers.
        unsafe { _exit(status) };
    }
    let (begin, mut status) = (Instant::now(), -1);
    // SAFETY: `child` is ours and not yet waited for; `status` is a valid place.
    while unsafe { waitpid(child, &mut status, WNOHANG) } == 0 {
        if begin.elapsed() > Duration::from_secs(20) {
            // SAFETY: `child` is ours and still runs.
            unsafe { kill(child, SIGKILL) };
            panic!("the child hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(status, 0);
    assert_eq!(sum_in_parallel(), 2016);
}
