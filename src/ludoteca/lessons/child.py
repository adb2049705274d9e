"""A student's file in a process of its own: `python -m ludoteca.lessons.child FILE`.

Requests and answers are lines of JSON over the standard input and output as they were at the start. The student's code
finds others in their place, so that what it prints or reads does not get between.
"""

import json
import os
import sys
from pathlib import Path
from typing import BinaryIO

from ludoteca.lessons.answering import Student


def main(path: str) -> None:
    reads, writes = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    with os.fdopen(reads, "rb") as requests, os.fdopen(writes, "wb") as replies:
        key = json.loads(requests.readline())["key"]
        student = Student.read(Path(path))
        _send(replies, {"key": key, **student.hello()})
        for line in requests:
            request = json.loads(line)
            _send(replies, {"key": request["key"], **student.answer(request)})


def _send(replies: BinaryIO, message: dict[str, object]) -> None:
    replies.write(json.dumps(message).encode() + b"\n")
    replies.flush()


if __name__ == "__main__":
    main(sys.argv[1])
