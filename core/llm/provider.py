"""LiteLLM, kept at arm's length: the one module that imports it, lazily, with its bundled price list and nothing sent home."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from core.llm.model import Endpoint, Facts, Message, RequestFailed, Trouble

KEY_VARIABLE = "TREEPROOF_API_KEY"
"""A key for `api_base` servers that are no provider LiteLLM knows; all others have their usual variables."""
NO_KEY = "none"
"""Sent to servers on this machine, so that a real provider's key never goes to one."""
SHOWN = 300
"""Characters of a provider's own message that are passed on."""

_LOADING = threading.Lock()


class Reply(NamedTuple):
    """One answered request. Token counts are the provider's; `None` where it gave none."""

    text: str
    cut: bool
    tokens_in: int | None
    tokens_out: int | None


@cache
def _load() -> Any:
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    litellm.telemetry = False
    litellm.suppress_debug_info = True
    litellm.disable_hf_tokenizer_download = True
    litellm.disable_aiohttp_transport = True  # httpx closes a cancelled request at once, and is a dependency anyway
    return litellm


def library() -> Any:
    """LiteLLM itself. The first use takes seconds; later ones are free."""
    with _LOADING:
        return _load()


def facts(model: str) -> Facts:
    """What LiteLLM's bundled list says of a model, under its full name or without the provider's prefix."""
    listed = library().model_cost
    info = listed.get(model) or listed.get(model.partition("/")[2])
    if not isinstance(info, dict):
        return Facts(known=False)
    return Facts(
        known=True,
        context_tokens=_whole(info.get("max_input_tokens")),
        max_output_tokens=_whole(info.get("max_output_tokens")),
        input_price=_price(info.get("input_cost_per_token")),
        output_price=_price(info.get("output_cost_per_token")),
        schema_mode=bool(info.get("supports_response_schema")),
    )


def tokeniser(model: str) -> Callable[[str], int] | None:
    """A token counter for a model that the list knows, else `None`."""
    if not facts(model).known:
        return None
    litellm = library()
    return lambda text: int(litellm.token_counter(model=model, text=text))


async def send(
    endpoint: Endpoint, messages: list[Message], response_format: dict[str, Any] | None, max_tokens: int, seconds: float
) -> Reply:
    """One request, without any retry. Raises `RequestFailed`."""
    litellm = library()
    _check_name(litellm, endpoint)
    try:
        response = await litellm.acompletion(
            model=endpoint.model,
            messages=messages,
            temperature=0.0,
            max_tokens=max_tokens,
            timeout=seconds,
            num_retries=0,
            max_retries=0,
            drop_params=True,
            **({"response_format": response_format} if response_format else {}),
            **_address(endpoint),
        )
    except Exception as error:  # noqa: BLE001 (LiteLLM lets through whatever its providers' code raises; all becomes ours)
        raise _failure(litellm, error, endpoint) from None
    return _reply(response)


def _check_name(litellm: Any, endpoint: Endpoint) -> None:
    try:
        litellm.get_llm_provider(model=endpoint.model, api_base=endpoint.api_base or None)
    except litellm.BadRequestError:
        raise RequestFailed(Trouble.NAME, "") from None


def _address(endpoint: Endpoint) -> dict[str, str]:
    if not endpoint.api_base:
        return {}
    own = os.environ.get(KEY_VARIABLE)
    if own:
        return {"api_base": endpoint.api_base, "api_key": own}
    return {"api_base": endpoint.api_base, "api_key": NO_KEY} if endpoint.local else {"api_base": endpoint.api_base}


def _reply(response: Any) -> Reply:
    choices = getattr(response, "choices", None)
    if not choices:
        raise RequestFailed(Trouble.SERVER, "the provider's response holds no answer")
    usage = getattr(response, "usage", None)
    text = getattr(choices[0].message, "content", None)
    return Reply(
        text=text if isinstance(text, str) else "",
        cut=choices[0].finish_reason == "length",
        tokens_in=_whole(getattr(usage, "prompt_tokens", None)),
        tokens_out=_whole(getattr(usage, "completion_tokens", None)),
    )


def _failure(litellm: Any, error: Exception, endpoint: Endpoint) -> RequestFailed:
    """The kind of failure, from what LiteLLM's exception arose from, its class, or else its HTTP status."""
    message = redacted(str(getattr(error, "message", "") or error))
    status = getattr(error, "status_code", None)
    if variable := _missing_key(litellm, endpoint):
        return RequestFailed(Trouble.KEY, variable)
    if _never_connected(error):
        return RequestFailed(Trouble.CONNECTION, f"nothing answers at {endpoint.api_base or 'its provider'}")
    if isinstance(error, litellm.ContextWindowExceededError):
        return RequestFailed(Trouble.LENGTH, message)
    if isinstance(error, litellm.Timeout):
        return RequestFailed(Trouble.TIME, message)
    if isinstance(error, litellm.RateLimitError) or status == 429:
        return RequestFailed(Trouble.BUSY, message, _retry_after(error))
    if isinstance(error, litellm.APIConnectionError):
        return RequestFailed(Trouble.CONNECTION, message)
    if isinstance(error, litellm.AuthenticationError | litellm.PermissionDeniedError | litellm.NotFoundError) or status == 402:
        return RequestFailed(Trouble.REFUSED, message)
    if isinstance(error, litellm.BadRequestError | litellm.UnprocessableEntityError) or status in {400, 413, 422}:
        return RequestFailed(Trouble.REQUEST, message)
    return RequestFailed(Trouble.SERVER, message, _retry_after(error))


def _missing_key(litellm: Any, endpoint: Endpoint) -> str:
    """The one variable that a provider wants and that is not set; empty where it has a key, or wants none or more than that."""
    if endpoint.api_base:
        return ""
    missing = litellm.validate_environment(model=endpoint.model)["missing_keys"]
    return str(missing[0]) if len(missing) == 1 and missing[0].endswith("_KEY") else ""


def _never_connected(error: BaseException | None) -> bool:
    """Whether an error arose from a connection that could not be made."""
    import httpx

    while error is not None:
        if isinstance(error, httpx.ConnectError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _retry_after(error: Exception) -> float | None:
    """Seconds of a Retry-After header. A date instead of seconds is passed over: providers of models send seconds."""
    for holder in (getattr(error, "response", None), error):
        headers = getattr(holder, "headers", None) or getattr(holder, "litellm_response_headers", None)
        value = headers.get("retry-after") if headers else None
        if value is not None and re.fullmatch(r"\s*\d+(\.\d+)?\s*", str(value)):
            return float(value)
    return None


def redacted(message: str) -> str:
    """A provider's message in one short line, without any key of this environment."""
    for name, value in os.environ.items():
        if len(value) >= 8 and re.search(r"KEY|TOKEN|SECRET|PASSWORD", name):
            message = message.replace(value, "***")
    message = re.sub(r"\bsk[-_][\w*-]{8,}|\b(key|Bearer)[-_ ](?=[\w*-]*[\d*])[\w*-]{8,}", "***", message)
    message = re.sub(r"^((litellm\.)?\w+(Error|Exception)(:| -) )+", "", " ".join(message.split()))
    return message[:SHOWN].rstrip(".")


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and value >= 0 else None


def _price(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) else None
