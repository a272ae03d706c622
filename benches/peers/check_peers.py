#!/usr/bin/env python3
"""Checks the peers against the golden values in tests/fixtures and, with --data, against each other on MUTAG. Exits with 1
if a check fails."""
import argparse
import json
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import gfl_torch as gfl
import persistence_gudhi
from gfl_batch import Collator
from peer_common import from_edges, read_tu

FIXTURES = Path(__file__).resolve().parents[2] / "tests/fixtures"
FAILED = []


def check(name, good, detail=""):
    print(f"{'ok  ' if good else 'FAIL'} {name} {detail}", flush=True)
    if not good:
        FAILED.append(name)


def fixture(name):
    return json.loads((FIXTURES / f"{name}.json").read_text())


def batch_of(graphs, features="degree"):
    first = np.cumsum([0] + [g["n"] for g in graphs])
    edges = np.concatenate([np.reshape(np.array(g["edges"], np.int64), (-1, 2)) + o for g, o in zip(graphs, first)])
    label = [x for g in graphs for x in g["label"]] if features == "degree+label" else None
    data = from_edges("fixture", [g["n"] for g in graphs], edges, [g.get("y", 0) for g in graphs], label)
    return Collator(data, features)


def points(f, batch, dirs):
    """Vertices of the points of the three barcodes, one row a point."""
    return [np.repeat(torch.stack(idx, 1).numpy(), w.numpy().astype(int), axis=0)
            for idx, w, _, _ in gfl.persistence(f, batch, dirs)]


def check_persistence():
    bad = {"values": 0, "generators": 0, "batch": 0}
    graphs = fixture("ph_small")["graphs"]
    squeeze = lambda a: sorted(tuple(np.ravel(x).tolist()) for x in np.asarray(a, np.float64))
    for g in graphs:
        f = torch.tensor(g["f"], dtype=torch.float32)
        batch = batch_of([g])([0])
        g["union"] = {k: g["sub"][k] + g["sup_mirrored"][k] for k in ("h0", "h0_ess", "h1_ess")}
        for dirs, key, gens in ((1, "sub", "sub"), (2, "sup_mirrored", "sup"), (3, "union", None)):
            rows = points(f, batch, dirs)
            want = [squeeze(g[key][k]) for k in ("h0", "h0_ess", "h1_ess")]
            bad["values"] += want != [squeeze(f.numpy()[r]) for r in rows]
            if gens and "generators" in g:
                want = [squeeze(g["generators"][gens][k]) for k in ("h0", "h0_ess", "h1_ess")]
                bad["generators"] += want != [squeeze(r) for r in rows]
    # all graphs as one batch: same points, shifted
    f = torch.tensor([x for g in graphs for x in g["f"]], dtype=torch.float32)
    batch = batch_of(graphs)(np.arange(len(graphs)))
    for (idx, w, seg, off), key in zip(gfl.persistence(f, batch), ("h0", "h0_ess", "h1_ess")):
        for i, g in enumerate(graphs):
            mine = seg == i
            rows = torch.stack([f[x[mine]] for x in idx], 1).repeat_interleave(w[mine].long(), 0)
            bad["batch"] += squeeze(g["union"][key]) != squeeze(rows.numpy()) or bool(mine[:off[i]].any())
    for k, v in bad.items():
        check(f"ph_small {k}", v == 0, f"{len(graphs)} graphs, {v} differ")


def set_hats(model, centers, radius):
    with torch.no_grad():
        for p, x in zip(model.centers, centers):
            p.copy_(torch.tensor(x, dtype=p.dtype).T)
        for p, x in zip(model.radius, radius):
            p.copy_(torch.tensor(x, dtype=p.dtype))


def check_readout():
    worst = {torch.float64: 0.0, torch.float32: 0.0}
    cases = fixture("readout_grad")["cases"]
    for c in cases:
        batch = batch_of([c])([0])
        for dtype in worst:
            model = gfl.GFL([1], 2, hats=3).to(dtype)
            set_hats(model, c["centers"], c["radius"])
            f = torch.tensor(c["f"], dtype=dtype, requires_grad=True)
            out = model.readout(f, gfl.persistence(f, batch))[0]
            (out * torch.tensor(c["weights"], dtype=dtype)).sum().backward()
            pairs = [(out, c["output"]), (f.grad, c["grad_f"])]
            pairs += [(p.grad.T, x) for p, x in zip(model.centers, c["grad_centers"])]
            pairs += [(p.grad, x) for p, x in zip(model.radius, c["grad_radius"])]
            for got, want in pairs:
                want = torch.tensor(want, dtype=torch.float64)
                error = (got.detach().double() - want).abs() / (1 + want.abs())
                worst[dtype] = max(worst[dtype], float(error.max()))
    check("readout_grad f64", worst[torch.float64] < 1e-10, f"{len(cases)} cases, worst error {worst[torch.float64]:.1e}")
    check("readout_grad f32", worst[torch.float32] < 1e-4, f"worst error {worst[torch.float32]:.1e}")


NAMES = {"eps": "fil.convs.0.eps", "gin0": "fil.convs.0.nn.0", "gin_bn": "fil.convs.0.nn.1", "gin1": "fil.convs.0.nn.3",
         "out_bn": "fil.bns.0", "head0": "fil.fc.0", "head_bn": "fil.fc.1", "head1": "fil.fc.3",
         "cls0": "cls.cls_head.0", "cls1": "cls.cls_head.2", "tables.0": "fil.embed_deg.weight",
         "tables.1": "fil.embed_lab.weight"}
for i, hat in enumerate(("ldgm_0", "ldgm_0_ess", "ldgm_1_ess")):
    NAMES |= {f"centers.{i}": f"cls.{hat}.centers", f"radius.{i}": f"cls.{hat}.radius"}


def golden_key(name):
    if name in NAMES:
        return NAMES[name]
    head, _, tail = name.rpartition(".")
    return f"{NAMES[head]}.{tail}"


def check_model(m, tolerance):
    cfg = m["config"]
    features = ("uninformative" if cfg["set_node_degree_uninformative"] else
                "degree+label" if cfg["use_node_label"] else "degree")
    collate = batch_of(m["graphs"], features)
    batch = collate(np.arange(len(m["graphs"])))
    model = gfl.GFL(collate.rows, int(batch.y.max()) + 1, features != "uninformative", dim=cfg["gin_dimension"],
                    hats=cfg["num_struct_elements"], hidden=cfg["cls_hidden_dimension"]).double()
    golden = lambda name, table: torch.tensor(table[golden_key(name)], dtype=torch.float64)
    turn = lambda name, x: x.T if name.startswith("centers") else x
    with torch.no_grad():
        for name, x in model.state_dict().items():
            x.copy_(turn(name, golden(name, m["init"])))
    opt, errors = gfl.FlatAdam(model), {}
    gap = lambda a, b: float((a.detach() - torch.as_tensor(b, dtype=torch.float64)).abs().max())
    model.train()
    losses = []
    for step in range(len(m["losses_20_steps"])):
        z = model(batch)
        loss = F.cross_entropy(z, batch.y)
        opt.zero_grad()
        loss.backward()
        losses.append(loss.detach())
        if step == 0:
            errors["logits"], errors["loss"] = gap(z, m["step0"]["logits"]), gap(loss, m["step0"]["loss"])
            errors["gradients"] = max(gap(p.grad, turn(n, golden(n, m["step0"]["grads"])))
                                      for n, p in model.named_parameters())
        opt.step()
    errors["losses of 20 steps"] = gap(torch.stack(losses), m["losses_20_steps"])
    model.eval()
    errors["logits after 20 steps"] = gap(model(batch), m["eval_logits_after_20_steps"])
    check(f"model_golden {m['name']}", max(errors.values()) < tolerance,
          ", ".join(f"{k} {v:.1e}" for k, v in errors.items()))


def check_compiled(path):
    """The fused hats give what the plain ones give."""
    torch.manual_seed(0)
    data = read_tu(path)
    batch = Collator(data, "degree")(np.arange(32))
    model, results = gfl.GFL([1], 2), []
    for turn in range(2):
        f = torch.linspace(0, 1, batch.n).sin().requires_grad_()
        model.zero_grad()
        out = model.readout(f, gfl.persistence(f, batch))
        out.square().sum().backward()
        results.append([out.detach(), f.grad, *(p.grad.clone() for p in [*model.centers, *model.radius])])
        if turn == 0:
            gfl.compile_hats()
    worst = max(float(((a - b).abs() / (1 + a.abs())).max()) for a, b in zip(*results))
    check("compiled hats", worst < 1e-4, f"worst error {worst:.1e}")


def check_gudhi(path):
    data = read_tu(path)
    f = np.random.default_rng(0).random(int(data.voff[-1]), dtype=np.float32)
    count, bad = len(data), 0
    for dirs, sign in ((1, 1), (2, -1)):
        _, (b, d, e, h) = persistence_gudhi.union_find(data, f, count, dirs)
        theirs = [[], [], []]
        for first, (g, edges) in zip(data.voff, persistence_gudhi.split(data, f, count)):
            tree = persistence_gudhi.build(sign * g, edges)
            tree.compute_persistence(min_persistence=0.0, persistence_dim_max=True)
            finite, essential = tree.lower_star_persistence_generators()
            theirs[0] += [tuple(x) for p in finite for x in (p + first).tolist()]
            for k, p in enumerate(essential):
                theirs[1 + k] += (p + first).tolist()
        mine = [list(zip(b.tolist(), d.tolist())), e.tolist(), h.tolist()]
        bad += [sorted(x) for x in mine] != [sorted(x) for x in theirs]
    check("GUDHI and union-find, MUTAG", bad == 0, "same vertex pairs in both directions")


def main():
    a = argparse.ArgumentParser(description=__doc__)
    a.add_argument("--data", type=Path, metavar="ZIP", help="MUTAG.zip")
    a = a.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    check_persistence()
    check_readout()
    for m in fixture("model_golden")["models"]:
        if m["name"].startswith("gfl") and m["config"]["gin_number"] == 1:
            check_model(m, 1e-8)
    if a.data:
        check_gudhi(a.data)
        check_compiled(a.data)
    sys.exit(1 if FAILED else 0)


if __name__ == "__main__":
    main()
