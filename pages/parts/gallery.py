"""The samples, as cards."""

from __future__ import annotations

import streamlit as st

from pages.parts import intake, markup
from pages.parts.samples import Sample, catalog
from pages.parts.text import counted

IN_A_ROW = 3


def draw() -> None:
    """Draw the cards. A click opens a sample; the session then goes there."""
    st.html(markup.quiet("Small documents to try things on; each faulty draft holds a handful of faults."))
    samples = catalog()
    for first in range(0, len(samples), IN_A_ROW):
        for column, sample in zip(st.columns(IN_A_ROW, gap="small"), samples[first : first + IN_A_ROW], strict=False):
            with column:
                _card(sample)


def _card(sample: Sample) -> None:
    with st.container(border=True, height="stretch", vertical_alignment="distribute"):
        st.html(markup.card(sample.title, sample.description, counted(sample.pages, "page")))
        with st.container(horizontal=True, gap="small"):
            for faulty, label in ((True, "Open faulty draft"), (False, "Open engine's draft")):
                if not faulty or sample.draft is not None:
                    st.button(
                        label,
                        key=f"sample_{sample.file}_{faulty}",
                        type="primary" if faulty else "secondary",
                        on_click=intake.open_sample,
                        args=(sample,),
                        kwargs={"faulty": faulty},
                    )
