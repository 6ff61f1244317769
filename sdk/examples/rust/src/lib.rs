//! slice::sort_unstable as a benchlab plugin: one parameter, input built outside the timed part.
mod benchlab;
use benchlab::*;
use std::ffi::c_void;
use std::hint::black_box;
use std::ptr::null;
use std::sync::atomic::{AtomicPtr, Ordering};

static HOST: AtomicPtr<Host> = AtomicPtr::new(std::ptr::null_mut()); // run() is given none

struct Sort {
    input: Vec<u32>,
    copies: Vec<Vec<u32>>,
}

/// A linear congruential generator: the same numbers in each run, so that results compare.
fn numbers(count: u64) -> Vec<u32> {
    let mut x = 1u64;
    let next = |_| {
        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (x >> 32) as u32
    };
    (0..count).map(next).collect()
}

extern "C" fn start(host: *const Host) -> Status {
    HOST.store(host.cast_mut(), Ordering::Relaxed);
    OK
}

extern "C" fn setup(
    host: *const Host,
    values: *const Values,
    _threads: u32,
    shape: *mut BenchShape,
    state: *mut *mut c_void,
) -> Status {
    guarded(host, || unsafe {
        let mut size = 0;
        if ((*values).get_u64)(values, c"size".as_ptr(), &mut size) == 0 {
            return E_INVALID;
        }
        (*shape).rate = RATE_ITEMS;
        (*shape).rate_per_iteration = size;
        (*shape).max_iterations = ((64 << 20) / size).max(1);
        let made = Box::new(Sort { input: numbers(size), copies: Vec::new() });
        *state = Box::into_raw(made).cast();
        OK
    })
}

extern "C" fn prepare(state: *mut c_void, _thread: u32, iterations: u64) -> Status {
    guarded(HOST.load(Ordering::Relaxed), || unsafe {
        let sort = &mut *state.cast::<Sort>();
        sort.copies = vec![sort.input.clone(); iterations as usize];
        OK
    })
}

extern "C" fn run(
    state: *mut c_void,
    _thread: u32,
    iterations: u64,
    result: *mut BenchResult,
) -> Status {
    guarded(HOST.load(Ordering::Relaxed), || unsafe {
        let sort = &mut *state.cast::<Sort>();
        for copy in &mut sort.copies[..iterations as usize] {
            copy.sort_unstable();
            (*result).check += u64::from(black_box(copy)[0]);
        }
        OK
    })
}

extern "C" fn teardown(state: *mut c_void) {
    drop(unsafe { Box::from_raw(state.cast::<Sort>()) });
}

static SIZES: [u64; 3] = [100, 10_000, 1_000_000];
static SIZE: Constant<Param> = Constant(Param {
    struct_size: size_of::<Param>(),
    unit: UNIT_NONE,
    name: c"size".as_ptr(),
    values: SIZES.as_ptr(),
    labels: null(),
    value_count: SIZES.len() as u64,
    minimum: 1,
    maximum: 50_000_000,
});
static PARAMS: Constant<[*const Param; 1]> = Constant([&raw const SIZE.0]);

static SORT: Constant<Benchmark> = Constant(Benchmark {
    struct_size: size_of::<Benchmark>(),
    flags: 0,
    name: c"sort/rust-unstable".as_ptr(),
    title: c"slice::sort_unstable of random numbers".as_ptr(),
    op: c"sort".as_ptr(),
    params: &raw const PARAMS.0 as *const *const Param,
    metrics: null(),
    param_count: 1,
    metric_count: 0,
    max_threads: 0,
    reserved: 0,
    setup: Some(setup),
    prepare: Some(prepare),
    run: Some(run),
    teardown: Some(teardown),
    context: std::ptr::null_mut(),
});
static BENCHMARKS: Constant<[*const Benchmark; 1]> = Constant([&raw const SORT.0]);

static PLUGIN: Constant<Plugin> = Constant(Plugin {
    struct_size: size_of::<Plugin>(),
    abi_minor: ABI_MINOR,
    needs_minor: 0,
    id: c"org.example.rust-sorts".as_ptr(),
    version: c"1.0".as_ptr(),
    title: c"Sorting in Rust".as_ptr(),
    author: null(),
    licence: c"MIT".as_ptr(),
    benchmarks: &raw const BENCHMARKS.0 as *const *const Benchmark,
    analyzers: null(),
    readers: null(),
    benchmark_count: 1,
    analyzer_count: 0,
    reader_count: 0,
    flags: 0,
    start: Some(start),
    stop: None,
    get_extension: None,
});

#[no_mangle]
pub extern "C" fn benchlab_plugin_v1(_host_minor: u32) -> *const Plugin {
    &PLUGIN.0
}

#[cfg(test)]
mod layout {
    use super::benchlab::*;
    use std::mem::{offset_of, size_of};

    // From tests/abi/layout_1_0.inc.
    #[test]
    fn structs_are_those_of_the_header() {
        assert_eq!(size_of::<Host>(), 88);
        assert_eq!(offset_of!(Host, parallel), 72);
        assert_eq!(size_of::<Values>(), 32);
        assert_eq!(size_of::<Param>(), 56);
        assert_eq!(size_of::<BenchShape>(), 32);
        assert_eq!(size_of::<BenchResult>(), 32);
        assert_eq!(size_of::<Benchmark>(), 104);
        assert_eq!(offset_of!(Benchmark, setup), 64);
        assert_eq!(size_of::<Plugin>(), 112);
        assert_eq!(offset_of!(Plugin, start), 88);
    }
}
