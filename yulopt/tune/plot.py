"""A comparison as a picture: size and gas of every setting, and the Pareto front.

Each setting is a point: smaller code is further left, less gas further down. For several programs,
it is the geometric mean relative to the first setting, with a small point for each program. The
line joins the Pareto-optimal settings. Without gas, the settings are bars by size.
"""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Sequence
from typing import Final

import attr

from yulopt.errors import printable
from yulopt.tune.comparison import DEPLOYED, GAS, Comparison, Entry, Setting
from yulopt.tune.report import plain, shown, table_lines

_WIDTH: Final = 850
_HEIGHT: Final = 480
_LEFT: Final = 90
_RIGHT: Final = 260
_TOP: Final = 24
_BOTTOM: Final = 56
_TICKS: Final = 5
_BAR: Final = 22
_BAR_STEP: Final = 34
# Hues that are distinguishable with colour blindness; then they repeat.
_COLOURS: Final = ("#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#a463f2", "#97bbf5")
_STYLE: Final = """
svg { font: 13px system-ui, sans-serif; fill: #1a1a1a; background: #ffffff; }
.axis, .tick { stroke: #888888; stroke-width: 1; }
.tick { stroke-opacity: 0.25; }
.front { fill: none; stroke: #888888; stroke-width: 2; stroke-dasharray: 5 4; }
.single { fill-opacity: 0.35; }
@media (prefers-color-scheme: dark) {
svg { fill: #e6e6e6; background: #16181d; }
}
"""
_PAGE_STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
svg { max-width: 100%; height: auto; }
pre { overflow-x: auto; }
@media (prefers-color-scheme: dark) { body { color: #e6e6e6; background: #16181d; } }
"""


@attr.s(auto_attribs=True, frozen=True)
class _Point:
    """A point of the picture; `title` is its tooltip."""

    x: float
    y: float
    setting: int
    title: str
    is_single: bool = False


def svg_text(comparison: Comparison) -> str:
    """The picture as SVG."""
    points = _points(comparison)
    return _scatter(comparison, points) if points else _bars(comparison)


def html_text(comparison: Comparison) -> str:
    """A page with the picture and the table."""
    table = "\n".join(table_lines(comparison, plain))
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>Settings compared</title>\n<style>{_PAGE_STYLE}</style>\n"
        f"<h1>Settings compared</h1>\n{svg_text(comparison)}"
        f"<pre>\n{html.escape(table)}\n</pre>\n</html>\n"
    )


def front(points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The Pareto-optimal points, from left to right."""
    found: list[tuple[float, float]] = []
    for x, y in sorted(set(points)):
        if not found or y < found[-1][1]:
            found.append((x, y))
    return found


def _points(comparison: Comparison) -> list[_Point]:
    """The points of all settings that have figures, the small ones first."""
    points: list[_Point] = []
    several = len(comparison.programs) > 1
    for number, setting in enumerate(comparison.settings):
        entries = [entry for entry in comparison.entries if entry.setting == setting]
        if not several:
            points += [_point(entry, number) for entry in entries if _has_both(entry)]
            continue
        for entry in entries:
            x, y = comparison.ratio(entry, DEPLOYED), comparison.ratio(entry, GAS)
            if x is not None and y is not None:
                title = f"{entry.program}, {setting.name}: size {x:.4f}, gas {y:.4f}"
                points.append(_Point(x, y, number, title, is_single=True))
        x, y = comparison.mean(setting, DEPLOYED), comparison.mean(setting, GAS)
        if x is not None and y is not None:
            points.append(_Point(x, y, number, f"{setting.name}: size {x:.4f}, gas {y:.4f}"))
    return sorted(points, key=lambda point: not point.is_single)


def _has_both(entry: Entry) -> bool:
    return entry.measured is not None and entry.measured.gas is not None


def _point(entry: Entry, number: int) -> _Point:
    measured = entry.measured
    assert measured is not None
    assert measured.gas is not None
    size, gas = measured.deployed_bytes, measured.gas
    return _Point(size, gas, number, f"{entry.setting.name}: {size:,} bytes, {gas:,.0f} gas")


class _Scale:
    """Maps values to positions on an axis."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        low, high = min(values), max(values)
        margin = (high - low) * 0.08 or abs(high) * 0.01 or 1.0
        self._low, self._high = low - margin, high + margin
        self._start, self._end = start, end

    def __call__(self, value: float) -> float:
        share = (value - self._low) / (self._high - self._low)
        return self._start + share * (self._end - self._start)

    def ticks(self) -> list[float]:
        """Some round values, evenly spaced."""
        least = (self._high - self._low) / _TICKS
        power = 10 ** math.floor(math.log10(least))
        step = next(power * digit for digit in (1, 2, 5, 10) if power * digit >= least)
        first = math.ceil(self._low / step)
        return [step * number for number in range(first, math.floor(self._high / step) + 1)]


def _scatter(comparison: Comparison, points: Sequence[_Point]) -> str:
    several = len(comparison.programs) > 1
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    to_x = _Scale([point.x for point in points], _LEFT, right)
    to_y = _Scale([point.y for point in points], bottom, _TOP)
    parts = [_line("axis", _LEFT, bottom, right, bottom), _line("axis", _LEFT, _TOP, _LEFT, bottom)]
    for value in to_x.ticks():
        parts.append(_line("tick", to_x(value), _TOP, to_x(value), bottom))
        parts.append(_text(to_x(value), bottom + 18, _number(value, several), "middle"))
    for value in to_y.ticks():
        parts.append(_line("tick", _LEFT, to_y(value), right, to_y(value)))
        parts.append(_text(_LEFT - 8, to_y(value) + 4, _number(value, several), "end"))
    over = f" over that of '{shown(comparison.settings[0].name)}'" if several else ""
    parts.append(_text((_LEFT + right) / 2, _HEIGHT - 12, f"deployed bytes{over}", "middle"))
    parts.append(_text(_LEFT, _TOP - 8, f"gas{over}", "middle"))
    best = front((point.x, point.y) for point in points if not point.is_single)
    corners = " ".join(f"{to_x(x):.1f},{to_y(y):.1f}" for x, y in best)
    parts.append(f'<polyline class="front" points="{corners}"/>')
    for point in points:
        radius, kind = (3, ' class="single"') if point.is_single else (7, "")
        parts.append(
            f'<circle cx="{to_x(point.x):.1f}" cy="{to_y(point.y):.1f}" r="{radius}"{kind}'
            f' fill="{_colour(point.setting)}">{_title(point.title)}</circle>'
        )
    numbers = sorted({point.setting for point in points})
    for row, number in enumerate(numbers):
        y = _TOP + 10 + 22 * row
        parts.append(f'<circle cx="{right + 18}" cy="{y}" r="6" fill="{_colour(number)}"/>')
        parts.append(_text(right + 32, y + 4, shown(comparison.settings[number].name)))
    return _svg(_WIDTH, max(_HEIGHT, _TOP + 22 * len(numbers) + 10), parts)


def _bars(comparison: Comparison) -> str:
    """The bytes of each setting as bars: of a single program, or as means over all."""
    several = len(comparison.programs) > 1
    lengths: list[tuple[int, Setting, float]] = []
    for number, setting in enumerate(comparison.settings):
        value = comparison.mean(setting, DEPLOYED)
        if not several:
            value = DEPLOYED.of(comparison.entries[number])
        if value is not None:
            lengths.append((number, setting, value))
    longest = max((value for _, _, value in lengths), default=1.0)
    parts = []
    for row, (number, setting, value) in enumerate(lengths):
        y = _TOP + _BAR_STEP * row
        width = (_WIDTH - 2 * _RIGHT) * value / longest
        label = _number(value, several)
        parts.append(_text(_RIGHT - 10, y + 15, shown(setting.name), "end"))
        parts.append(
            f'<rect x="{_RIGHT}" y="{y}" width="{width:.1f}" height="{_BAR}"'
            f' fill="{_colour(number)}">{_title(f"{setting.name}: {label}")}</rect>'
        )
        parts.append(_text(_RIGHT + width + 8, y + 15, label))
    over = f" over those of '{shown(comparison.settings[0].name)}'" if several else ""
    y = _TOP + _BAR_STEP * len(lengths) + 16
    parts.append(_text(_RIGHT, y, f"deployed bytes{over}"))
    return _svg(_WIDTH, y + 16, parts)


def _number(value: float, is_ratio: bool) -> str:
    return f"{value:.3f}" if is_ratio else f"{value:,.0f}"


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    shown = html.escape(printable(text))
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{shown}</text>'


def _title(text: str) -> str:
    return f"<title>{html.escape(printable(text))}</title>"


def _svg(width: float, height: float, parts: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
        f' width="{width:.0f}" height="{height:.0f}" role="img">\n'
        f"<style>{_STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )
