"""How pages of HTML look, light and dark."""

from __future__ import annotations

PALETTE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #1c1c1c; --pale: #666; --line: #ddd; }
@media (prefers-color-scheme: dark) { :root { --ground: #161616; --ink: #e4e4e4; --pale: #9a9a9a; --line: #383838; } }
"""
"""The colours that all pages share."""

STYLE = (
    PALETTE
    + """
:root { --added: #c7f0cf; --removed: #ffd3d0; --changed: #ffe9ae; --moved: #e6e6e6; --renamed: #d5e4ff;
  --relinked: #ead9ff; --evidence: #f1efe6; }
@media (prefers-color-scheme: dark) { :root { --added: #14532d; --removed: #6b1f1f; --changed: #614a06;
  --moved: #3a3a3a; --renamed: #1f3a6b; --relinked: #4a2a6b; --evidence: #34322a; } }
body { background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; max-width: 1200px;
  margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.3em; } h2 { font-size: 1em; overflow-wrap: anywhere; } h3 { font-size: 1em; margin: 0 0 .5em; }
.table { overflow-x: auto; } table { border-collapse: collapse; } th, td { padding: .1em .7em; text-align: right; }
section { border-top: 1px solid var(--line); margin-top: 1.5em; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5em; }
.sides p { overflow-wrap: anywhere; margin: 0; }
@media (max-width: 700px) { .sides { grid-template-columns: 1fr; } }
mark { color: inherit; border-radius: 3px; padding: 0 .15em; print-color-adjust: exact;
  -webkit-print-color-adjust: exact; }
@media print { h2 { break-after: avoid; } li { break-inside: avoid; } }
mark.added { background: var(--added); } mark.removed { background: var(--removed); text-decoration: line-through; }
mark.changed { background: var(--changed); } mark.moved { background: var(--moved); }
mark.renamed { background: var(--renamed); } mark.relinked { background: var(--relinked); }
mark.evidence { background: var(--evidence); }
mark.rewritten { background: none; border-bottom: 2px dotted var(--pale); }
small, .none, .note { color: var(--pale); }
"""
)
