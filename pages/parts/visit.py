"""The script that Streamlit runs for each visitor, anew at every interaction.

It stands here and not beside `pages/`, since Streamlit takes a folder of that name for screens of its older kind: the first
visitor of a server who came in by a screen's address would be shown the bare module.
"""

from pages.parts.frame import run

run()
