"""An Explorer without a browser: the test sends the messages of the page."""
import asyncio
import json
import threading
import time

import networkx as nx
import numpy as np
import pytest
import traitlets

from sublevel import Explorer, Run, Selected
from sublevel._run_log.feed import _portion
from sublevel.explorer import PAGE

ABOUT = {
    "own": True,
    "classes": ["0", "1"],
    "provenance": [["weights", "after step 3"]],
    "arrays": [["graphs", "u4", 1], ["logits", "f4", 2], ["classes", "u4", 1], ["parts", "u4", 1]],
    "request": 0,
    "weights": 4,
}
PAYLOAD = bytes(20) + b"runs"


@pytest.fixture
def view():
    view = Explorer([nx.path_graph(3), nx.cycle_graph(3)], [0, 1])
    view.sent = []
    view.send = lambda content, buffers=(): view.sent.append((content, list(buffers)))
    view.receive = lambda *buffers, **content: view._receive(view, content, buffers)
    return view


def test_a_page_receives_its_files_and_its_data(view):
    view.receive(type="file", name="style.css")
    view.receive(type="ready")
    (style, [packed]), (opened, [data]) = view.sent
    assert style == {"type": "file", "name": "style.css"} and packed == (PAGE / "style.css.gz").read_bytes()
    assert (opened["type"], opened["graph"], opened["vertex"]) == ("open", 0, None)
    assert data.count(b"\n") == 2


def test_no_file_outside_the_page_is_sent(view):
    with pytest.raises(FileNotFoundError):
        view.receive(type="file", name="../explorer.py")


def test_requests_wait_until_the_page_is_ready(view):
    view.selected = 1
    view.train(epochs=3, learning_rate=0.1)
    assert view.sent == []
    view.receive(type="ready")
    (opened, _), (trained, _) = view.sent
    assert (opened["graph"], trained["type"]) == (1, "train")
    assert trained["config"] == {"epochs": 3, "learningRate": 0.1}


def test_tables_come_in_parts_and_are_acknowledged(view):
    with pytest.raises(RuntimeError, match="sent no tables yet"):
        _ = view.predictions
    seen = []
    view.observe(seen.append, "updates")
    # A page that disappeared before the end of its tables.
    view.receive(PAYLOAD[:7], type="tables", id=4, about=None)
    view.receive(PAYLOAD[:9], type="tables", id=5, about=None)
    assert view.sent == [] and seen == []
    view.receive(PAYLOAD[9:], type="tables", id=5, about=ABOUT)
    assert view.sent == [({"type": "taken", "id": 5}, [])] and len(seen) == 1
    assert view.predictions["predicted"].tolist() == ["0"]
    assert view.weights == b"runs"


def test_a_page_that_opens_again_resumes_the_run(view):
    view.receive(type="ready")
    view.receive(PAYLOAD, type="tables", id=1, about=ABOUT)
    view.receive(type="ready")
    content, buffers = view.sent[-1]
    assert content["type"] == "open" and buffers[1] == b"runs"


def test_a_rejection_is_raised_once(view):
    view.receive(type="refused", problem="There is no setting epoch.")
    with pytest.raises(RuntimeError, match="no setting epoch"):
        _ = view.filter
    with pytest.raises(RuntimeError, match="sent no tables yet"):
        _ = view.bars


def test_a_rejection_is_raised_in_a_cell_and_not_in_an_observer(view):
    view.observe(lambda change: seen.append(view.predictions), "updates")
    seen = []
    view.receive(type="refused", problem="There is no setting epoch.")
    view.selected = 1
    view.receive(PAYLOAD, type="tables", id=1, about=ABOUT)
    assert len(seen) == 1
    with pytest.raises(RuntimeError, match="no setting epoch"):
        _ = view.predictions
    view.receive(type="refused", problem="There is no setting epoch.")
    view.train(epochs=3)
    assert view.predictions is seen[0]


def test_numbers_of_numpy_select_and_invalid_ones_are_rejected(view):
    view.receive(type="ready")
    view.selected = np.int64(1)
    assert view.selected == Selected(1)
    view.selected = (np.int32(0), np.int64(2))
    assert view.selected == Selected(0, 2) and view.sent[-1][0] == {"type": "show", "graph": 0, "vertex": 2}
    json.dumps(view.sent[-1][0])
    for wrong in [2, (0, 3), (2, 0), np.int64(-1), 1.0, (1, True)]:
        with pytest.raises(traitlets.TraitError, match="selected: expected a graph"):
            view.selected = wrong
    assert view.selected == Selected(0, 2)


def test_an_unknown_setting_is_rejected_immediately(view):
    with pytest.raises(TypeError, match="no setting epoch; did you mean epochs"):
        view.train(epoch=3)
    view.receive(type="ready")
    assert len(view.sent) == 1


def test_wait_ends_with_the_tables_of_the_requested_run(view):
    asked = {**ABOUT, "request": 1}
    untrained = {**asked, "provenance": [["weights", "after step 0, untrained"]]}
    running = {**asked, "weights": 0}
    view.train(epochs=3)

    def tell():
        # The first tables are those of the run before.
        for seconds, about in enumerate([ABOUT, untrained, running, asked]):
            time.sleep(0.05)
            payload = PAYLOAD if about["weights"] else PAYLOAD[:-4]
            view.receive(payload, type="tables", id=seconds, about=about)

    page = threading.Thread(target=tell)
    page.start()
    assert asyncio.run(view.wait()) is view and view.updates == 4
    page.join()
    assert asyncio.run(view.wait(timeout=0)) is view
    view.update()
    with pytest.raises(TimeoutError, match="only while no cell runs"):
        asyncio.run(view.wait(timeout=0.1))
    view.receive(PAYLOAD, type="tables", id=4, about=ABOUT)
    asyncio.run(view.wait(timeout=0))
    view.train(epochs=3)
    view.receive(type="refused", problem="There is a problem.")
    with pytest.raises(RuntimeError, match="There is a problem"):
        asyncio.run(view.wait())


def test_a_malformed_message_keeps_the_tables(view):
    view.receive(PAYLOAD, type="tables", id=1, about=ABOUT)
    good = view.predictions
    for payload, about in [
        (PAYLOAD[:-2], ABOUT),
        (PAYLOAD, {**ABOUT, "arrays": [["graphs", "u4", 9]]}),
        (PAYLOAD, {**ABOUT, "classes": ["0"]}),
        (PAYLOAD, {"own": True}),
    ]:
        view.receive(payload, type="tables", id=2, about=about)
        with pytest.raises(RuntimeError, match="cannot be read"):
            _ = view.predictions
        assert view.predictions is good and view.updates == 1
    view.receive(type="unknown")
    view.receive()


def test_a_selection_on_the_page_is_not_sent_back(view):
    view.receive(type="ready")
    view.receive(type="selected", graph=1, vertex=2)
    assert view.selected == (1, 2) and len(view.sent) == 1
    view.selected = 0
    assert view.selected == Selected(0) and view.sent[-1][0]["type"] == "show"
    for wrong in [-1, (0, -1), True, "one", (1, 2, 3)]:
        with pytest.raises((traitlets.TraitError, TypeError, ValueError)):
            view.selected = wrong


def epochs(sent):
    """The lines and the arrays of the messages with epochs."""
    parts = [buffers[-2:] for content, buffers in sent if content["type"] in ("open", "epochs")]
    return b"".join(lines for lines, _ in parts), b"".join(values for _, values in parts)


def wait_for(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_page_receives_the_epochs_of_a_growing_run_log(tmp_path):
    with Run(tmp_path / "log", [(2, [(0, 1)])], labels=[0]) as run:
        view = Explorer(run)
        sent = []
        view.send = lambda content, buffers=(): sent.append((content, list(buffers)))

        def has_all():
            return epochs(sent) == ((run.path / "epochs.jsonl").read_bytes(), (run.path / "values.f32").read_bytes())

        assert sent == []
        view._receive(view, {"type": "ready"}, [])
        assert sent.pop() == ({"type": "empty-log"}, [])
        run.log(1, f=[0.5, 1], predictions=[[1]])
        wait_for(has_all)
        content, buffers = sent[0]
        assert content == {"type": "open", "name": "log", "isLog": True, "graph": 0, "vertex": None}
        assert buffers[:2] == [(run.path / name).read_bytes() for name in ("run-log.json", "graphs.jsonl")]
        run.log(2, f=[0.25, 1], predictions=[[1]], loss=0.5)
        wait_for(has_all)
        # A page that opens again receives all epochs again.
        sent.clear()
        view._receive(view, {"type": "ready"}, [])
        wait_for(has_all)
        view.close()
        run.log(3, f=[0.25, 1], predictions=[[1]])
        assert not has_all()


def test_epochs_are_sent_in_portions_and_incomplete_lines_wait(tmp_path, monkeypatch):
    monkeypatch.setattr("sublevel._run_log.feed.PORTION", 20)
    with Run(tmp_path, [(2, [(0, 1)])], labels=[0]) as run:
        for epoch in range(5):
            run.log(epoch, f=[epoch, 1], predictions=[[1]])
    index, values = ((tmp_path / name).read_bytes() for name in ("epochs.jsonl", "values.f32"))
    found, place = [], [0, 0]
    with open(tmp_path / "epochs.jsonl", "ab") as file:
        file.write(b'{"epoch": 9')
    while (portion := _portion(tmp_path, *place)) is not None:
        found.append(portion)
        place = [place[0] + len(portion[0]), place[1] + len(portion[1])]
    assert len(found) == 5
    assert [b"".join(parts) for parts in zip(*found, strict=True)] == [index, values]


def test_the_page_receives_a_damaged_line_to_report_it(tmp_path):
    with Run(tmp_path, [(2, [(0, 1)])], labels=[0]) as run:
        run.log(1, f=[0.5, 1], predictions=[[1]])
    with open(tmp_path / "epochs.jsonl", "ab") as file:
        file.write(b"[]\n")
    lines, values = _portion(tmp_path, 0, 0)
    assert lines.endswith(b"[]\n") and values == (tmp_path / "values.f32").read_bytes()
