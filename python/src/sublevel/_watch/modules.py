"""What the modules of a model return, and which of them is a filter."""
import inspect
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch

from .graphs import Size

#: The method of `sublevel.torch.GFL` that returns the filter.
METHOD = "vertex_filter"
#: The name of the output of the model itself, which no module can have.
ROOT = "forward"
#: A run log has at most so many channels.
MAX_COLUMNS = 64

Found = list[tuple[str, torch.Tensor]]
#: For each output, whether its rows can be vertices or edges, and the number of columns.
Outputs = dict[str, tuple[set[str], int]]


@contextmanager
def untouched(model: torch.nn.Module) -> Iterator[None]:
    """Evaluation without gradients. Afterwards, the model and all random numbers are those before it."""
    modules = list(model.modules())
    modes = [module.training for module in modules]
    buffers = [(module._buffers, name, old, old.clone()) for module in modules for name, old in module._buffers.items() if old is not None]
    states = random.getstate(), np.random.get_state()
    devices = {parameter.device for parameter in model.parameters() if parameter.is_cuda}
    has_cache = torch.is_autocast_cache_enabled()
    with torch.random.fork_rng(list(devices)), torch.no_grad():
        try:
            # Within autocast, converted weights are kept: those of the program are older than its last step.
            torch.set_autocast_cache_enabled(False)
            model.eval()
            yield
        finally:
            torch.set_autocast_cache_enabled(has_cache)
            for module, training in zip(modules, modes, strict=True):
                module.training = training
            for own, name, buffer, before in buffers:
                # A write would invalidate a gradient that the program has not computed yet.
                if not torch.equal(buffer, before):
                    buffer.copy_(before)
                own[name] = buffer
            random.setstate(states[0])
            np.random.set_state(states[1])


@contextmanager
def recorded(model: torch.nn.Module, name: str | None, *, only: bool) -> Iterator[Found]:
    """The tensors that the modules, and a method with the name or `vertex_filter`, return. `only`: those with the name."""
    found: Found = []

    def is_wanted(own: str) -> bool:
        return not only or name == own or str(name).startswith(f"{own}[")

    def hook(own: str) -> Callable:
        return lambda module, inputs, output: found.extend(tensors(own, output))

    def recording(own: str, method: Callable) -> Callable:
        def call(*args: Any, **kwargs: Any) -> Any:
            value = method(*args, **kwargs)
            found.extend(tensors(own, value))
            return value

        return call

    named = [(own or ROOT, module) for own, module in model.named_modules()]
    handles = [module.register_forward_hook(hook(own)) for own, module in named if is_wanted(own)]
    methods = [own for own in {METHOD, name or METHOD} - {ROOT} if is_wanted(own) and inspect.ismethod(getattr(model, own, None))]
    for own in methods:
        setattr(model, own, recording(own, getattr(model, own)))
    try:
        yield found
    finally:
        for handle in handles:
            handle.remove()
        for own in methods:
            delattr(model, own)


def tensors(name: str, value: Any) -> Iterator[tuple[str, torch.Tensor]]:
    """The tensors of floating-point numbers in an output, with the places of those in lists and dictionaries."""
    if isinstance(value, torch.Tensor):
        if value.is_floating_point():
            yield name, value
    elif isinstance(value, (Mapping, list, tuple)):
        for key, item in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from tensors(f"{name}[{key!r}]", item)


def columns_of(name: str, value: Any, size: Size) -> Iterator[tuple[str, set[str], torch.Tensor]]:
    """The channels of a filter: their names, whether their values can belong to vertices or edges, and the values."""
    if isinstance(value, Mapping):
        for own, item in value.items():
            yield from columns_of(own, item, size)
        return
    found = tuple(value.shape) if isinstance(value, torch.Tensor) else type(value).__name__
    if not isinstance(value, torch.Tensor) or not (kinds := _kinds(value, size)):
        raise ValueError(f"filter: expected a value for each of {size.vertices} vertices, or of {size.edges} listed edges, found {found}")
    columns = value.detach().float().cpu().reshape(len(value), -1).T
    for index, column in enumerate(columns, 1):
        yield name if len(columns) == 1 else f"{name} {index}", kinds, column


def _kinds(tensor: torch.Tensor, size: Size) -> set[str]:
    if tensor.ndim not in (1, 2) or not 1 <= _width(tensor) <= MAX_COLUMNS:
        return set()
    return {kind for kind, count in (("vertex", size.vertices), ("edge", size.edges)) if count == len(tensor)}


def _width(tensor: torch.Tensor) -> int:
    return tensor.shape[1] if tensor.ndim == 2 else 1


def fitting(found: Found, size: Size, before: Outputs | None) -> Outputs:
    """The outputs that fit the vertices or the edges of a batch and of those before it. A module that is called again has no single value."""
    names = [name for name, _ in found]
    outputs = {}
    for name, tensor in found:
        width = _width(tensor)
        kinds, columns = ({"vertex", "edge"}, width) if before is None else before.get(name, (set(), width))
        if names.count(name) == 1 and columns == width and (kinds := kinds & _kinds(tensor, size)):
            outputs[name] = kinds, columns
    return outputs


def choose(outputs: Outputs, name: str | None) -> str:
    """The output with this name, or the only one that is a filter of vertices.

    Raises:
        ValueError: If there is none or several. The text lists the outputs.
    """
    if name in outputs:
        return name
    listed = "".join(
        f"\n  {own}: {columns} value{'s' if columns > 1 else ''} for each {'vertex' if 'vertex' in kinds else 'edge'}"
        for own, (kinds, columns) in sorted(outputs.items(), key=lambda item: item[1][1])
    )
    advice = f"pass the name of an output in filter=…:{listed}" if outputs else "pass filter=lambda model, batch: … that returns the values"
    if name is not None:
        raise ValueError(f"filter: {name!r} does not return from 1 to {MAX_COLUMNS} values for each vertex or edge of every batch; {advice}")
    if METHOD in outputs:
        return METHOD
    # The rows of a tuple can have another order, as those of a pooling layer have.
    plain = {own: columns for own, (kinds, columns) in outputs.items() if "vertex" in kinds and ("[" not in own or own.startswith(ROOT))}
    chosen = _outermost([own for own in plain if own.rpartition(".")[2].startswith("filt")]) or _outermost(
        [own for own, columns in plain.items() if columns == 1]
    )
    if len(chosen) != 1:
        found = ", ".join(chosen) or "none"
        raise ValueError(f"filter: expected one module with one value for each vertex, found {found}; {advice}")
    return chosen[0]


def _outermost(names: list[str]) -> list[str]:
    """The modules that are in no other one of them: the layers within a filter have the values before its end."""
    own = [name for name in names if name.startswith(ROOT)]
    return own or [name for name in names if not any(name.startswith(f"{other}.") for other in names)]
