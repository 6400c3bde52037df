"""What a client hears of a server that answers badly."""

import socket
import threading

import pytest

from secret_hitler.client import play_now
from secret_hitler.client.http import ServerError

HALF = b"HTTP/1.1 201 Created\r\ncontent-length: 177\r\n\r\n"


@pytest.mark.parametrize("answer", [b"", HALF, b"what?\r\n\r\n"], ids=["nothing", "half", "nonsense"])
async def test_a_server_that_breaks_off_its_answer_is_one_that_does_not_answer(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def break_off() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.sendall(answer)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65_536):
                    pass

        answering = threading.Thread(target=break_off)
        answering.start()
        with pytest.raises(ServerError, match="doesn't answer"):
            await play_now(f"http://127.0.0.1:{listening.getsockname()[1]}", "Ann")
        answering.join()
