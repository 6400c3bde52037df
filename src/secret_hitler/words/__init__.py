"""Every sentence that people read: one catalogue a language, and one place that says which sentence something becomes."""

from .sentences import EventSentence, Voice, event_in_words, event_sentence, news_in_words, refusal_in_words, remark_in_words, said_in_words
from .speaker import ENGLISH, LANGUAGES, WORDINGS, Words, known_as, language_here

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "WORDINGS",
    "EventSentence",
    "Voice",
    "Words",
    "event_in_words",
    "event_sentence",
    "known_as",
    "language_here",
    "news_in_words",
    "refusal_in_words",
    "remark_in_words",
    "said_in_words",
]
