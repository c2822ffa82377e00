//! SMT-LIB 2 text of queries.
