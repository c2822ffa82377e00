//! C and LLVM bitcode into the IR.
