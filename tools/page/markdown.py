"""The Markdown that lesson prose may use, as HTML: paragraphs, lists, `code`,
*emphasis*, **strong** words and [links](address). Everything else is text and
is escaped. Small on purpose: what a translator meets stays plain prose.
"""

from __future__ import annotations

import html
import re
from typing import Callable

INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\[(?P<label>[^\]]+)\]\((?P<address>[^()\s]+)\)"
    r"|\*\*(?P<strong>\S(?:.*?\S)?)\*\*"
    r"|\*(?P<em>[^\s*](?:[^*]*[^\s*])?)\*",
    re.DOTALL,
)
ITEM = re.compile(r"(?:([-*])|\d+\.) +(.*)")
ADDRESS = re.compile(r"https?://|#|\.{0,2}/|[\w.-]+(?:[/#]|$)")


def inline(text: str, link: Callable[[str], str] = str) -> str:
    """One run of text. `link` turns an address as written into the one to use."""
    parts, end = [], 0
    for found in INLINE.finditer(text):
        parts.append(html.escape(text[end:found.start()]))
        end = found.end()
        if found["code"]:
            parts.append(f"<code>{html.escape(' '.join(found['code'].split()))}</code>")
        elif found["label"]:
            label = inline(found["label"], link)
            if ADDRESS.match(found["address"]):
                parts.append(f'<a href="{html.escape(link(found["address"]))}">{label}</a>')
            else:  # javascript: and its like
                parts.append(label)
        elif found["strong"]:
            parts.append(f"<strong>{inline(found['strong'], link)}</strong>")
        else:
            parts.append(f"<em>{inline(found['em'], link)}</em>")
    parts.append(html.escape(text[end:]))
    return "".join(parts)


def block(text: str, id: str, link: Callable[[str], str] = str) -> str:
    """One paragraph or one list, carrying its id."""
    lines = text.split("\n")
    first = ITEM.fullmatch(lines[0])
    if not first:
        return f'<p id="{html.escape(id)}">{inline(text, link)}</p>'
    items: list[str] = []
    for line in lines:
        item = ITEM.fullmatch(line)
        if item:
            items.append(item[2])
        else:
            items[-1] += "\n" + line.strip()
    tag = "ul" if first[1] else "ol"
    inside = "".join(f"<li>{inline(item, link)}</li>" for item in items)
    return f'<{tag} id="{html.escape(id)}">{inside}</{tag}>'
