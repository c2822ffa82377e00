//! Names the native libraries Bitwuzla needs: its own crate links only itself.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Debian's multi-arch directory; elsewhere the linker's default paths serve.
    let architecture = std::env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    println!("cargo:rustc-link-search=native=/usr/lib/{architecture}-linux-gnu");
    println!("cargo:rustc-link-lib=static=cadical");
    println!("cargo:rustc-link-lib=dylib=stdc++");
    println!("cargo:rustc-link-lib=dylib=gmp");
}
