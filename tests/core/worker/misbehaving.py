"""A far side that does what a hostile file could make one do: run as `python -m tests.core.worker.misbehaving MEMORY_BYTES`."""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import IO, Any

from core.worker.confine import channels, confine
from core.worker.frames import LENGTHS, receive, send


def main() -> None:
    requests, answers = channels()
    confine(int(sys.argv[1]))
    send(answers, {"ready": True})
    while True:
        request, body = receive(requests)
        misbehave(request, body, answers)


def misbehave(request: dict[str, Any], body: bytes, answers: IO[bytes]) -> None:  # one case an offence
    match request["op"]:
        case "echo":
            send(answers, {"pid": os.getpid()}, body)
        case "die":
            os.kill(os.getpid(), request["signal"])
        case "exit":
            os._exit(3)
        case "hang":
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGALRM})
            time.sleep(600)
        case "exhaust":
            try:
                hoard = [bytes(32 * 1024 * 1024) for _ in range(1_000)]
                send(answers, {"held": len(hoard)})
            except MemoryError:
                send(answers, {"error": "ReaderOutOfMemory", "message": "no more"})
        case "progress":
            for done in range(1, 4):
                send(answers, {"progress": [done, 3]})
            send(answers, {"done": True})
        case "babble":
            answers.write(b"not a message at all")
            answers.close()
            os._exit(0)
        case "flood":
            answers.write(LENGTHS.pack(2**32 - 1, 2**63))
            answers.flush()
        case "raise":
            send(answers, {"error": request["kind"], "message": request["message"]})


if __name__ == "__main__":
    main()
