"""An Explorer without a browser: the test sends the messages of the page."""
import asyncio
import json
import threading
import time

import networkx as nx
import numpy as np
import pytest
import traitlets

from sublevel import Explorer, Selected
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
