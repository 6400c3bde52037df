"""Streams of luck that do not meet: one for each seed and number."""

_WORD = (1 << 64) - 1


def luck_of(seed: int, number: int) -> int:
    """Where the luck of this stream begins, as a signed word."""
    start = _mixed(_mixed(seed & _WORD) + number & _WORD)
    return start - (1 << 64) if start >> 63 else start


def _mixed(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31
