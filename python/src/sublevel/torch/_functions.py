"""The coordinate functions and bar weights of `sublevel train --hat` and `--bar-weight`, besides rational hats."""
from collections.abc import Callable

import torch
from torch import nn
from torch.nn.functional import leaky_relu, relu

Parameters = dict[str, torch.Tensor]

#: The number of cells of a grid along each axis, and of Gaussians of a mixture.
CELLS, GAUSSIANS = 10, 3
BAR_WEIGHTS = ("none", "length", "grid", "gaussians")


def bell(p: torch.Tensor, centres: torch.Tensor, sharpness: torch.Tensor) -> torch.Tensor:
    return torch.exp(-((p[:, None] - centres) * sharpness).square().sum(2))


def triangle(p: torch.Tensor, places: torch.Tensor, heights: torch.Tensor | None = None) -> torch.Tensor:
    """The triangle over a bar at each place; for births, a triangle with a learned height."""
    if heights is not None:
        return relu(heights.abs() - (places - p).abs())
    return relu((p[:, 1:] - p[:, :1]).abs() / 2 - (places - p.mean(1, keepdim=True)).abs())


def line(p: torch.Tensor, directions: torch.Tensor, biases: torch.Tensor) -> torch.Tensor:
    return p @ directions.T + biases


def leaky_line(p: torch.Tensor, directions: torch.Tensor, biases: torch.Tensor) -> torch.Tensor:
    return leaky_relu(line(p, directions, biases))


def _triangles(k: int, d: int) -> Parameters:
    return {"places": torch.rand(k)} | ({"heights": torch.full((k,), 0.5)} if d == 1 else {})


def _lines(k: int, d: int) -> Parameters:
    bound = d**-0.5
    return {"directions": torch.empty(k, d).uniform_(-bound, bound), "biases": torch.empty(k).uniform_(-bound, bound)}


#: The formula of each kind, and the initial parameters of k functions of points with d coordinates.
COORDINATE_FUNCTIONS: dict[str, tuple[Callable[..., torch.Tensor], Callable[[int, int], Parameters]]] = {
    "exponential": (bell, lambda k, d: {"centres": torch.rand(k, d), "sharpness": torch.full((k, d), 3.0)}),
    "triangle": (triangle, _triangles),
    "gaussian": (bell, lambda k, d: {"centres": torch.rand(k, d), "sharpness": torch.full((1,), 3.0)}),
    "line": (line, _lines),
    "deep-sets": (leaky_line, _lines),
}


class CoordinateFunctions(nn.Module):
    """Learned functions of bars, (bars, coordinates) → (bars, functions)."""

    def __init__(self, kind: str, functions: int, coordinates: int):
        super().__init__()
        self.coordinates = coordinates
        self.formula, initial = COORDINATE_FUNCTIONS[kind]
        for name, values in initial(functions, coordinates).items():
            self.register_parameter(name, nn.Parameter(values))

    def forward(self, bars: torch.Tensor) -> torch.Tensor:
        return self.formula(bars.reshape(-1, self.coordinates), **dict(self.named_parameters()))


class BarWeight(nn.Module):
    """The weight of each bar, (bars, coordinates) → (bars, 1)."""

    def __init__(self, kind: str, coordinates: int):
        super().__init__()
        self.kind, self.coordinates = kind, coordinates
        if kind == "grid":
            self.grid = nn.Parameter(torch.ones(CELLS**coordinates))
        elif kind == "gaussians":
            self.gaussians = CoordinateFunctions("exponential", GAUSSIANS, coordinates)

    def forward(self, bars: torch.Tensor) -> torch.Tensor:
        p = bars.reshape(-1, self.coordinates)
        if self.kind == "grid":
            # By birth, then by death.
            cells = (p.detach() * CELLS).long().clamp(0, CELLS - 1).T
            return self.grid[cells[0] if self.coordinates == 1 else cells[0] * CELLS + cells[1]][:, None]
        if self.kind == "gaussians":
            return self.gaussians(p).sum(1, keepdim=True)
        # Essential bars have no length.
        if self.kind == "length" and self.coordinates == 2:
            return (p[:, 1:] - p[:, :1]).abs()
        return torch.ones_like(p[:, :1])
