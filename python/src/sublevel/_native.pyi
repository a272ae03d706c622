"""The native module: persistence of arrays of exactly these types. The functions of the package convert others."""
from typing import final

import numpy as np
from numpy.typing import NDArray

_Floats = NDArray[np.float64]
_Integers = NDArray[np.int64]
# Births, deaths, dimensions, birth vertices, death vertices, creators and destroyers.
_Bars = tuple[_Floats, _Floats, _Integers, _Integers, _Integers, _Integers, _Integers]
# The bars, those of the extended part, and the filtered graph.
_Answer = tuple[_Bars, _Bars | None, "Filtered"]
# The distance, the matched points and the costs.
_Matched = tuple[float, _Integers, _Floats]

@final
class Filtered:
    @property
    def superlevel(self) -> bool: ...
    @property
    def max_scale(self) -> float | None: ...
    def component(self, birth_vertex: int) -> _Integers: ...
    def cycles_of_vertex(self, birth_vertex: int) -> list[_Integers]: ...
    def cycles_of_edge(self, ends: tuple[int, int]) -> list[_Integers]: ...
    def extended_cycles(self, birth_vertex: int, death_vertex: int) -> list[_Integers]: ...

def graph(
    vertices: int,
    edges: _Integers,
    filter: _Floats | None,
    structure: str,
    edge_values: _Floats | None,
    directed: bool | None,
    parallel_edges: str,
    clique: bool,
    extended: bool,
    superlevel: bool,
    keep_zero: bool,
) -> _Answer: ...
def points(x: _Floats, alpha: bool, distances: bool, max_scale: float | None, keep_zero: bool) -> tuple[_Answer, list[str]]: ...
def bottleneck(a: _Floats, b: _Floats) -> _Matched: ...
def wasserstein(a: _Floats, b: _Floats, order: int) -> _Matched: ...
def pairs(
    filter: _Floats | NDArray[np.float32],
    edge_index: _Integers,
    batch: _Integers | None,
    superlevel: bool | None,
    extended: bool,
) -> tuple[list[tuple[_Integers, _Integers, _Integers]], tuple[_Integers, _Integers] | None]: ...
