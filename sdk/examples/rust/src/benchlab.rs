//! What a benchmark needs of benchlab.h, by hand: the header is the normative text, and
//! tests/languages compares these layouts with it.  Enumerators are integers, since a value that a
//! later version adds would be undefined in a Rust enum.
#![allow(dead_code)]

use std::ffi::{c_char, c_void};

pub type Status = i32;
pub const OK: Status = 0;
pub const SKIPPED: Status = 1;
pub const E_FAILED: Status = -1;
pub const E_INVALID: Status = -3;

pub const ABI_MINOR: u16 = 0;
pub const UNIT_NONE: u32 = 0;
pub const RATE_ITEMS: u32 = 2;

#[repr(C)]
pub struct Host {
    pub struct_size: u32,
    pub abi_minor: u32,
    pub version: *const c_char,
    pub log: extern "C" fn(*const Host, u32, *const u8, u64),
    pub set_error: extern "C" fn(*const Host, *const u8, u64),
    pub allocate: extern "C" fn(*const Host, u64, u64) -> *mut c_void,
    pub release: extern "C" fn(*const Host, *mut c_void),
    pub clock_ns: extern "C" fn(*const Host) -> u64,
    pub progress: extern "C" fn(*const Host, u64, u64),
    pub cancelled: extern "C" fn(*const Host) -> u32,
    pub parallel: extern "C" fn(
        *const Host,
        u64,
        extern "C" fn(*mut c_void, u64) -> Status,
        *mut c_void,
    ) -> Status,
    pub get_extension: extern "C" fn(*const Host, *const c_char) -> *const c_void,
}

#[repr(C)]
pub struct Values {
    pub struct_size: u32,
    pub reserved: u32,
    pub get_u64: extern "C" fn(*const Values, *const c_char, *mut u64) -> u32,
    pub get_f64: extern "C" fn(*const Values, *const c_char, *mut f64) -> u32,
    pub get_text: extern "C" fn(*const Values, *const c_char, *mut *const u8, *mut u64) -> u32,
}

#[repr(C)]
pub struct Param {
    pub struct_size: u32,
    pub unit: u32,
    pub name: *const c_char,
    pub values: *const u64,
    pub labels: *const *const c_char,
    pub value_count: u64,
    pub minimum: u64,
    pub maximum: u64,
}

#[repr(C)]
pub struct BenchShape {
    pub struct_size: u32,
    pub rate: u32,
    pub ops_per_iteration: u64,
    pub rate_per_iteration: u64,
    pub max_iterations: u64,
}

#[repr(C)]
pub struct BenchResult {
    pub struct_size: u32,
    pub reserved: u32,
    pub elapsed_ns: u64,
    pub check: u64,
    pub metrics: *mut f64,
}

#[repr(C)]
pub struct Benchmark {
    pub struct_size: u32,
    pub flags: u32,
    pub name: *const c_char,
    pub title: *const c_char,
    pub op: *const c_char,
    pub params: *const *const Param,
    pub metrics: *const *const c_void,
    pub param_count: u32,
    pub metric_count: u32,
    pub max_threads: u32,
    pub reserved: u32,
    pub setup: Option<
        extern "C" fn(*const Host, *const Values, u32, *mut BenchShape, *mut *mut c_void) -> Status,
    >,
    pub prepare: Option<extern "C" fn(*mut c_void, u32, u64) -> Status>,
    pub run: Option<extern "C" fn(*mut c_void, u32, u64, *mut BenchResult) -> Status>,
    pub teardown: Option<extern "C" fn(*mut c_void)>,
    pub context: *mut c_void,
}

#[repr(C)]
pub struct Plugin {
    pub struct_size: u32,
    pub abi_minor: u16,
    pub needs_minor: u16,
    pub id: *const c_char,
    pub version: *const c_char,
    pub title: *const c_char,
    pub author: *const c_char,
    pub licence: *const c_char,
    pub benchmarks: *const *const Benchmark,
    pub analyzers: *const *const c_void,
    pub readers: *const *const c_void,
    pub benchmark_count: u32,
    pub analyzer_count: u32,
    pub reader_count: u32,
    pub flags: u32,
    pub start: Option<extern "C" fn(*const Host) -> Status>,
    pub stop: Option<extern "C" fn()>,
    pub get_extension: Option<extern "C" fn(*const c_char) -> *const c_void>,
}

/// The tables are constant and hold only pointers to constants.
#[repr(transparent)]
pub struct Constant<T>(pub T);
unsafe impl<T> Sync for Constant<T> {}

/// The size of an ABI struct as it goes into `struct_size`.
pub const fn size_of<T>() -> u32 {
    std::mem::size_of::<T>() as u32
}

/// The one place where a panic ends: one that reached the host would abort the process.
pub fn guarded(host: *const Host, body: impl FnOnce() -> Status) -> Status {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).unwrap_or_else(|cause| {
        let text = cause
            .downcast_ref::<&str>()
            .map(|text| text.to_string())
            .or_else(|| cause.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "a panic without a message".to_string());
        if !host.is_null() {
            unsafe { ((*host).set_error)(host, text.as_ptr(), text.len() as u64) };
        }
        E_FAILED
    })
}
