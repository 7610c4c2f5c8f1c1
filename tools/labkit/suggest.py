"""Finds what was probably meant: the nearest of the known words."""

from __future__ import annotations

import difflib


def nearest(word: str, known) -> str | None:
    """The known word that looks most like the mistyped one, or None."""
    by_folded = {}
    for candidate in known:
        by_folded.setdefault(candidate.lower(), candidate)
    folded = word.lower()
    close = difflib.get_close_matches(folded, by_folded, n=1, cutoff=0.5)
    if close:
        return by_folded[close[0]]
    inside = [name for name in by_folded if folded and (folded in name or name in folded)]
    return by_folded[min(inside, key=len)] if inside else None


def did_you_mean(word: str, known) -> str:
    """" Did you mean ...?" to be added to a message, or nothing."""
    found = nearest(word, known)
    return f" Did you mean {found}?" if found else ""
