from __future__ import annotations

import pytest


@pytest.fixture(params=["shared", "own"])
def mode(request: pytest.FixtureRequest) -> str:
    """Both ways to own stables."""
    return str(request.param)
