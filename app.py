"""The door of the web app: its server when Streamlit looks for one, its screens when a session runs it.

`treeproof` starts it through `pages.parts.server.serve`; `streamlit run app.py` works as well.
"""

from __future__ import annotations

from streamlit import App, runtime

if runtime.exists():
    from pages.parts.frame import run

    run()
else:
    from pages.parts.server import SCRIPT, routes

    app = App(SCRIPT, routes=routes())
