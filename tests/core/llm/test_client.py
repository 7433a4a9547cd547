"""Asking a model through LiteLLM: what the client does about a provider's faults."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import Cancelled, CeilingReached, ModelRefused, ModelUnavailable
from core.llm import AnswerCache, Ceilings, Client, Endpoint, Facts, Ledger, Message, Mode, Retries, facts, rough_tokens
from core.llm.provider import redacted
from core.llm.tokens import counter
from tests.model_server import Faults, ModelServer, serving

ASKED = [Message(role="user", content="Which section is it?")]
SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"], "additionalProperties": False}
UNKNOWN = Facts(known=False)
PRICED = Facts(known=True, input_price=1e-3, output_price=1e-3, schema_mode=True)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving(ModelServer()) as running:
        yield running


def client(
    server: ModelServer,
    *,
    known: Facts = UNKNOWN,
    ceilings: Ceilings | None = None,
    retries: Retries | None = None,
    cache: AnswerCache | None = None,
    cancel: threading.Event | None = None,
) -> Client:
    ledger = Ledger("openai/scripted", known, ceilings or Ceilings(seconds_per_call=5.0))
    quick = retries or Retries(first_wait=0.01, longest_wait=0.5)
    endpoint = Endpoint(model="openai/scripted", api_base=server.base, max_output_tokens=500)
    return Client(endpoint, ledger, cache=cache, retries=quick, cancel=cancel)


def test_an_answer_and_what_it_cost(server: ModelServer) -> None:
    server.script = ['{"text": "the third"}']
    asking = client(server, known=PRICED)
    answer = asking.ask(ASKED, stage="test", schema=SCHEMA)
    assert answer.text == '{"text": "the third"}'
    total = asking.ledger.costs.total
    assert (total.calls, total.tokens_in, total.retries) == (1, 5, 0)
    assert total.cost == pytest.approx((total.tokens_in + total.tokens_out) * 1e-3)
    assert server.requests[0]["response_format"]["json_schema"]["strict"] is True


@pytest.mark.parametrize("kind", ["429", "500", "reset"])
def test_passing_faults_are_tried_again(server: ModelServer, kind: str) -> None:
    server.faults = Faults({kind: 0.6}, seed=7)
    asking = client(server, retries=Retries(attempts=10, first_wait=0.01, longest_wait=0.5, breaker=20))
    assert asking.ask(ASKED, stage="test").text
    assert asking.ledger.costs.total.retries == len(server.requests) - 1 > 0


def test_retry_after_is_honoured(server: ModelServer) -> None:
    server.faults, server.retry_after = Faults({"429": 1.0}), "0.4"
    began = time.monotonic()
    with pytest.raises(ModelUnavailable):
        client(server, retries=Retries(attempts=3, first_wait=0.0, longest_wait=1.0)).ask(ASKED, stage="test")
    assert time.monotonic() - began >= 0.8


def test_a_provider_that_asks_for_hours_is_given_up(server: ModelServer) -> None:
    server.faults, server.retry_after = Faults({"429": 1.0}), "7200"
    with pytest.raises(ModelUnavailable, match="7200 seconds"):
        client(server).ask(ASKED, stage="test")
    assert len(server.requests) == 1


def test_a_call_that_hangs_ends_in_time_and_is_really_closed(server: ModelServer) -> None:
    server.faults = Faults({"hang": 1.0})
    began = time.monotonic()
    with pytest.raises(ModelUnavailable, match="in time"):
        client(server, ceilings=Ceilings(seconds_per_call=0.4), retries=Retries(first_wait=0.0)).ask(ASKED, stage="test")
    assert time.monotonic() - began < 6
    for _ in range(100):
        if server.abandoned == len(server.requests):
            break
        time.sleep(0.05)
    assert server.abandoned == len(server.requests) == 2


def test_the_breaker_leaves_a_provider_alone(server: ModelServer) -> None:
    server.faults = Faults({"500": 1.0})
    asking = client(server, retries=Retries(attempts=3, first_wait=0.0, breaker=3, rest=30.0))
    for _ in range(4):
        with pytest.raises(ModelUnavailable):
            asking.ask(ASKED, stage="test")
    assert len(server.requests) == 3


def test_schema_mode_rejected_falls_to_object_mode_for_good(server: ModelServer) -> None:
    server.faults = Faults({"no schema": 1.0})
    asking = client(server)
    asking.ask(ASKED, stage="test", schema=SCHEMA)
    asking.ask(ASKED, stage="test", schema=SCHEMA)
    formats = [request["response_format"]["type"] for request in server.requests]
    assert formats == ["json_schema", "json_object", "json_object"]
    assert '"required":["text"]' in server.prompts[-1]
    assert asking.mode is Mode.OBJECT


def test_ceilings_refuse_the_call_that_could_exceed_them(server: ModelServer) -> None:
    for limits in (Ceilings(tokens=400), Ceilings(money=0.4), Ceilings(seconds=0.001)):
        bounded = client(server, known=PRICED, ceilings=limits)
        time.sleep(0.01)
        with pytest.raises(CeilingReached):
            bounded.ask(ASKED, stage="test")
    asking = client(server, ceilings=Ceilings(calls=1))
    asking.ask(ASKED, stage="test")
    with pytest.raises(CeilingReached, match="1 calls"):
        asking.ask(ASKED, stage="test")
    assert len(server.requests) == 1


def test_cancel_stops_a_waiting_call(server: ModelServer) -> None:
    server.faults = Faults({"hang": 1.0})
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    began = time.monotonic()
    with pytest.raises(Cancelled):
        client(server, cancel=stop).ask(ASKED, stage="test")
    assert time.monotonic() - began < 3


def test_answers_are_kept_by_request_and_can_be_forgotten(server: ModelServer, tmp_path: Path) -> None:
    server.script = ["one", "two", "three"]
    cache = AnswerCache(tmp_path)
    first = client(server, cache=cache).ask(ASKED, stage="test")
    again = client(server, cache=cache)
    assert again.ask(ASKED, stage="test").text == "one"
    assert (again.ledger.costs.total.calls, again.ledger.costs.total.cache_hits) == (0, 1)
    assert again.ask([Message(role="user", content="Another?")], stage="test").text == "two"
    again.forget(first)
    assert again.ask(ASKED, stage="test").text == "three"
    next(tmp_path.rglob("*.json")).write_text("damaged")
    assert not list(tmp_path.rglob("*.part"))


def test_a_wrong_key_is_refused_at_once_and_never_shown(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "sk-very-secret-value")
    assert "secret" not in redacted("Incorrect API key provided: sk-very-secret-value.")
    assert "abcdefgh1234" not in redacted("Authorization: Bearer abcdefgh1234 is wrong")
    server.faults = Faults({})
    missing = Client(Endpoint(model="openai/x", api_base=server.base + "/nowhere"), Ledger("openai/x", UNKNOWN, Ceilings()))
    with pytest.raises(ModelRefused):
        missing.ask(ASKED, stage="test")


def test_a_local_server_gets_no_key_of_a_provider(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-mine")
    client(server).ask(ASKED, stage="test")
    assert server.keys == ["Bearer none"]


def test_tokens_are_counted_for_any_model_and_any_text() -> None:
    for model in ("gpt-4o", "nobody/knows-this", "ollama/qwen3"):
        count = counter(model)
        for text in ("", "word " * 1000, "." * 50_000, "海港的钟" * 100, "\ud800", "<|endoftext|>"):
            assert count(text) >= 0
    assert facts("nobody/knows-this") == Facts(known=False)
    assert facts("gpt-4o").priced
    assert rough_tokens("海港的钟") == 4


def test_litellm_is_loaded_only_when_asked() -> None:
    script = "import sys, core.llm, core.model; sys.exit('litellm' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
