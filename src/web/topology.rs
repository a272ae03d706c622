//! The module of the main thread: graphs, filters, persistence.
