"""The samples, as cards."""

from __future__ import annotations

import streamlit as st

from pages.parts import intake, markup
from pages.parts.samples import catalog


def draw() -> None:
    """Draw the cards. A click opens a sample; the session then goes there."""
    st.html(markup.quiet("Small documents to try things on; each faulty draft holds a handful of faults."))
    columns = st.columns(3, gap="small")
    for nth, sample in enumerate(catalog()):
        with columns[nth % 3], st.container(border=True):
            st.html(markup.card(sample.title, sample.description, f"{sample.pages} pages"))
            with st.container(horizontal=True):
                for faulty, label in ((True, "Open faulty draft"), (False, "Engine's draft")):
                    if not faulty or sample.draft is not None:
                        st.button(
                            label,
                            key=f"sample_{sample.file}_{faulty}",
                            type="primary" if faulty else "secondary",
                            on_click=intake.open_sample,
                            args=(sample,),
                            kwargs={"faulty": faulty},
                        )
