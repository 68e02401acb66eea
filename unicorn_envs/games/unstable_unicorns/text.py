"""A position of Unstable Unicorns as text, for a player (made from the observation alone) or with all shown."""

from __future__ import annotations

from typing import Any

import numpy as np


def describe(state: np.ndarray[Any, Any], seat: int | None = None) -> str:
    return ""
