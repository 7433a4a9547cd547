"""The choice of how to draft: engine, thorough or model, and the settings of a model. Remembered by the browser."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from core.errors import SettingsError
from core.model import ModelSettings, switched_off
from core.model.configure import configured
from pages.parts import markup, session
from pages.parts.ways import NAMES, WORDS, Mode, Way

CHOSEN = "way_chosen"
"""Key of the session state: the way taken last, which the next choice starts from."""
WAY_COOKIE = "treeproof_way"


class _Starts(NamedTuple):
    """What the fields of a model start from."""

    model: str
    api_base: str
    calls: int
    money: float | None
    summaries: bool


def chosen() -> Way:
    """The way taken last by this person, or the engine's."""
    held: Way | None = st.session_state.get(CHOSEN)
    if held is None:
        mode = st.context.cookies.get(WAY_COOKIE, "")
        held = Way(Mode(mode)) if mode in [each.value for each in offered()] else Way()
    return held if held.mode in offered() else Way()


def offered() -> list[Mode]:
    """The ways that are open here."""
    return [mode for mode in Mode if mode is not Mode.MODEL or session.may_ask_models()]


def choice(*, key: str, private: bool = False) -> Way:
    """Draw the choice and give what is chosen. Reruns with each change.

    `private`: the document at hand must not be sent to a model.
    """
    start = chosen()
    modes = [mode for mode in offered() if mode is not Mode.MODEL or not private]
    mode = st.segmented_control(
        "How to draft",
        modes,
        default=start.mode if start.mode in modes else Mode.ENGINE,
        required=True,
        format_func=NAMES.__getitem__,
        key=f"way_{key}",
    )
    mode = mode or Mode.ENGINE
    st.html(markup.quiet(WORDS[mode]))
    way = Way(mode, _settings(start, key) if mode is Mode.MODEL else start.given)
    if way != start:
        st.session_state[CHOSEN] = way
    return way


def why_no_model(*, private: bool) -> str:
    """Why no model is offered; empty where one is."""
    if (who := switched_off()) != "":
        return f"Language models are turned off here, by {who}."
    if not session.may_ask_models():
        return "No language model may be asked in this demo."
    return "This document is marked never to be sent to a model." if private else ""


def _settings(start: Way, key: str) -> dict[str, object]:
    """The fields of a model. Keys are no matter of the app: the provider's variables hold them.

    Strangers choose neither model nor server: an address that they give would be asked from inside.
    """
    first = _starts(start)
    if session.demo():
        st.html(markup.quiet(f"The model of this demo: {first.model or 'none is set'}"))
        return {"model": first.model or None, "api_base": first.api_base or None}
    left, right = st.columns(2)
    model = left.text_input(
        "Model",
        value=first.model,
        placeholder="gpt-5-mini, ollama/qwen3:8b ...",
        key=f"model_{key}",
        help="As LiteLLM names it. Its key is taken from the provider's usual environment variable on the server.",
    )
    base = right.text_input(
        "Server of your own (optional)",
        value=first.api_base,
        placeholder="http://localhost:11434",
        key=f"base_{key}",
        help="The address of a server that speaks OpenAI's protocol, such as Ollama, vLLM or llama.cpp",
    )
    calls = left.number_input("Calls at most", min_value=1, value=first.calls, step=10, key=f"calls_{key}")
    money = right.number_input(
        "US dollars at most",
        min_value=0.0,
        value=first.money,
        step=0.5,
        format="%.2f",
        placeholder="no limit",
        key=f"money_{key}",
        help="Kept only where the model's price is known: the estimate says so",
    )
    summaries = st.checkbox("Summarise every section as well", value=first.summaries, key=f"summaries_{key}")
    return {
        **start.given,
        "model": model.strip() or None,
        "api_base": base.strip() or None,
        "max_calls": calls,
        "max_cost": money,
        "summaries": summaries,
    }


def _starts(start: Way) -> _Starts:
    """What was given last, over what the server's command line, environment and file say."""
    settings: ModelSettings | None = None
    try:
        settings = configured()
    except SettingsError as error:
        st.html(markup.message("error", str(error)))
    endpoint, ceilings = (settings.endpoint, settings.ceilings) if settings else (None, None)
    given = start.given
    calls, money = given.get("max_calls"), given.get("max_cost", ceilings.money if ceilings else None)
    return _Starts(
        model=str(given.get("model") or (endpoint.model if endpoint else "")),
        api_base=str(given.get("api_base") or (endpoint.api_base if endpoint else "")),
        calls=calls if isinstance(calls, int) else ceilings.calls if ceilings else 2_000,
        money=float(money) if isinstance(money, int | float) else None,
        summaries=bool(given.get("summaries", settings.summaries if settings else False)),
    )
