# Bowline with everything that it calls at run time.
#
#     docker build -t bowline .
#     docker run --rm --security-opt seccomp=unconfined -v "$PWD":/src bowline run examples/tlv.c
#
# Results are written to the mounted directory, as root unless --user is given. Docker's default profile forbids the user namespaces that lock native
# runs in; without the option they have only the container around them, and a warning says so.

FROM rust:1.95-slim-bookworm AS build
# The list is that of `./x setup`, and git, which the solver's build asks for its version.
RUN apt-get update && apt-get install -y --no-install-recommends \
      clang-19 llvm-19 llvm-19-dev libpolly-19-dev libclang-rt-19-dev libzstd-dev zlib1g-dev \
      meson ninja-build pkg-config libffi-dev libgmp-dev libsymfpu-dev libcadical-dev z3 g++ python3 bubblewrap git \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
RUN cargo build --release --locked -p bowline-cli

FROM debian:bookworm-slim
# clang, its sanitizers and LLVM's tools compile what is explored and confirm what is found; z3 is the second solver of
# `--checks full`; make is for `make CC='bowline cc'`.
RUN apt-get update && apt-get install -y --no-install-recommends \
      clang-19 llvm-19 libclang-rt-19-dev libffi8 libgmp10 zlib1g z3 make bubblewrap \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /build/target/release/bowline /usr/local/bin/bowline
RUN ln -s bowline /usr/local/bin/bowline-cc && ln -s bowline /usr/local/bin/bowline-c++
WORKDIR /src
ENTRYPOINT ["bowline"]
CMD ["--help"]
