"""Serves a folder to a browser, and reports each request that the browser makes to another host."""

from __future__ import annotations

import base64
import json
import threading
import zlib
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

_REPORTS: Final = "/reports"
# Workers have the policy of their own script, not that of the page.
_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline';"
    f" img-src 'self' data:; report-uri {_REPORTS}"
)


class SiteServer(ThreadingHTTPServer):
    """`asked` has the paths that were asked for, `violations` what was forbidden."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        self.asked: list[str] = []
        self.violations: list[str] = []
        super().__init__(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
        self._thread = threading.Thread(target=self.serve_forever, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """The address of the folder."""
        return f"http://127.0.0.1:{self.server_port}/"

    def stop(self) -> None:
        """End serving."""
        self.shutdown()
        self.server_close()


class _Handler(SimpleHTTPRequestHandler):
    server: SiteServer
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        super().do_GET()

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        assert self.path == _REPORTS
        self.server.violations.append(content.decode())
        self.send_response(204)
        self.end_headers()

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", _POLICY)
        # As servers of static pages do.
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Tests do not print."""


def link_fragment(source: object, **settings: object) -> str:
    """The fragment of a link to the playground with a source and settings."""
    state = json.dumps({"source": source, **settings}).encode()
    packed = zlib.compress(state, wbits=-zlib.MAX_WBITS)
    return "#" + base64.urlsafe_b64encode(packed).decode().rstrip("=")
