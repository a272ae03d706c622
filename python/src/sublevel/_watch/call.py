"""How a training program calls its model: the arguments, and the predictions in the output."""
import inspect
from collections.abc import Callable, Mapping
from typing import Any

import torch

from .modules import ROOT, tensors


def arguments_of(model: torch.nn.Module, batch: Any) -> inspect.BoundArguments:
    """The arguments of `forward`: a single one is the batch, and several are its attributes with their names.

    Raises:
        ValueError: If the batch has no such attribute.
    """
    signature = inspect.signature(model.forward)
    named = [own for own in signature.parameters.values() if own.kind in (own.POSITIONAL_OR_KEYWORD, own.KEYWORD_ONLY)]
    required = [own.name for own in named if own.default is own.empty]
    if len(required) < 2:
        return signature.bind(batch)
    values = {own.name: getattr(batch, own.name, None) for own in named}
    absent = [name for name in required if values[name] is None]
    if absent:
        raise ValueError(
            f"model: the argument {absent[0]!r} of forward is no attribute of the batches; pass call=lambda model, batch: model(…) with the "
            "arguments of the training loop"
        )
    return signature.bind(**{name: value for name, value in values.items() if name in required or isinstance(value, torch.Tensor)})


def different(model: torch.nn.Module, batch: Any, args: tuple, kwargs: dict[str, Any]) -> str | None:
    """The first argument of a call that differs from what a batch gives; None: there is none."""
    expected, given = arguments_of(model, batch), inspect.signature(model.forward).bind(*args, **kwargs)
    expected.apply_defaults()
    given.apply_defaults()
    return next((name for name, value in expected.arguments.items() if not _is_same(value, given.arguments[name])), None)


def _is_same(a: Any, b: Any) -> bool:
    """Whether two arguments have the same numbers. Another attribute of the second batch has no effect."""
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return a.shape == b.shape and a.dtype == b.dtype and bool(torch.isclose(a.cpu(), b.cpu(), 0, 0, equal_nan=True).all())
    if hasattr(a, "to_dict") and hasattr(b, "to_dict"):
        a, b = a.to_dict(), b.to_dict()
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return all(key in b and _is_same(value, b[key]) for key, value in a.items())
    return a == b if isinstance(a, (int, float, str)) else type(a) is type(b)


def predictions_of(output: Any, graphs: int) -> torch.Tensor:
    """The only tensor of an output with a row for each graph, shape (graphs, columns)."""
    found = list(tensors(ROOT, output))
    fitting = [tensor for _, tensor in found if tensor.ndim in (1, 2) and len(tensor) == graphs]
    if len(fitting) != 1:
        listed = ", ".join(f"{name} {tuple(tensor.shape)}" for name, tensor in found) or type(output).__name__
        raise ValueError(
            f"predictions: expected one tensor with a row for each of {graphs} graphs as the output of the model, found {listed}; pass "
            "call=lambda model, batch: … that returns the scores"
        )
    return fitting[0].detach().float().cpu().reshape(graphs, -1)


def scores_from(predictions: torch.Tensor, labels: list[int] | None, is_asked: bool) -> Callable[[torch.Tensor], torch.Tensor]:
    """How predictions become scores, of which the page shows the softmax: logits and the output of log_softmax are scores.

    `is_asked`: a function of the user returned them, so that a single column is a logit.
    """
    in_unit = bool(((predictions >= 0) & (predictions <= 1)).all())
    if predictions.shape[1] == 1:
        if labels is None or not set(labels) <= {0, 1}:
            raise ValueError("predictions: expected a column for each class, found one, which requires the labels 0 and 1")
        if in_unit and not is_asked:
            raise ValueError(
                "predictions: one number from 0 to 1 for each graph can be a probability or a logit; pass call=lambda model, batch: "
                "torch.logit(model(…)) for probabilities, or the same without torch.logit for logits"
            )
        return lambda logits: torch.cat([torch.zeros_like(logits), logits], 1)
    sums = predictions.sum(1)
    if in_unit and torch.allclose(sums, torch.ones_like(sums), atol=1e-4):
        return lambda probabilities: probabilities.clamp(min=torch.finfo(torch.float32).tiny).log()
    return lambda scores: scores
