//! Sets the configuration flags of PyO3 for the bindings, such as whether Python has a GIL.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "python")]
    pyo3_build_config::use_pyo3_cfgs();
}
