//! Tells the Python face what PyO3 knows of the interpreter: whether it has a GIL.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "python")]
    pyo3_build_config::use_pyo3_cfgs();
}
