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
    map(Run::default(), 0..64_u32, |n| n).unwrap().into_iter().sum()
}

#[test]
fn a_child_builds_a_new_pool() {
    // at least two threads on any machine
    // SAFETY: the only test of this binary, so no other thread reads the environment.
    unsafe { std::env::set_var("RAYON_NUM_THREADS", "3") };
    assert_eq!(sum_in_parallel(), 2016);

    // SAFETY: the child calls only this crate and glibc's allocator, which works after a fork, and
    // exits with `_exit`.
    let child = unsafe { fork() };
    assert!(child >= 0);
    if child == 0 {
        let status = if sum_in_parallel() == 2016 { 0 } else { 1 };
        // SAFETY: ends the child without the test harness's exit handlers.
        unsafe { _exit(status) };
    }
    let (begin, mut status) = (Instant::now(), -1);
    // SAFETY: `child` is a child that was not waited for; `status` is valid memory.
    while unsafe { waitpid(child, &mut status, WNOHANG) } == 0 {
        if begin.elapsed() > Duration::from_secs(20) {
            // SAFETY: `child` is a child that still runs.
            unsafe { kill(child, SIGKILL) };
            panic!("the child hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(status, 0);
    assert_eq!(sum_in_parallel(), 2016);
}
