//! Whether standard output was closed when the program was started, as by `>&-` in a shell.
//!
//! The runtime of Rust opens `/dev/null` in place of a closed standard output before `main`, so
//! that no other file takes its number. Then what is written would seem to have been written. So a
//! function that the system calls before that looks. Other systems than Linux don't call it.

use std::io;
#[cfg(target_os = "linux")]
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// The error `EBADF`: a descriptor is not that of an open file.
const BAD_DESCRIPTOR: i32 = 9;

/// The address of the function in the list of those that are called before `main`.
// SAFETY: the section has addresses of functions that take no arguments, or ignore them, and return
// nothing; and the function needs nothing that `main` prepares.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

#[cfg(target_os = "linux")]
extern "C" fn look() {
    let copied = io::stdout().as_fd().try_clone_to_owned();
    let is_closed = copied.is_err_and(|error| error.raw_os_error() == Some(BAD_DESCRIPTOR));
    WAS_CLOSED.store(is_closed, Ordering::Relaxed);
}

/// An error if standard output was closed.
pub(super) fn check() -> io::Result<()> {
    match WAS_CLOSED.load(Ordering::Relaxed) {
        true => Err(io::Error::from_raw_os_error(BAD_DESCRIPTOR)),
        false => Ok(()),
    }
}
