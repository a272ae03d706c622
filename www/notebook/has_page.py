"""No wheel without the page."""
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path(__file__).parent / "src/sublevel/page"


class HasPage(BuildHookInterface):
    def initialize(self, version, build_data):
        if not (PAGE / "training_bg.wasm.gz").is_file():
            raise FileNotFoundError(
                f"{PAGE} has no page. Build it in the root of the repository, then install again:\n"
                "    cargo run --release -- build\n"
                "    npm --prefix www run notebook"
            )
