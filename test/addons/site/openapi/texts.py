"""Keeps the generator of requests to texts that say something: the document cannot say all of that."""

import unicodedata
import urllib.parse

import schemathesis


def is_text(value):
    """Whether a value says something as text: the pattern lets stray accents and controls pass."""
    if not isinstance(value, str):
        return True
    # What a path holds comes with its escapes.
    text = unicodedata.normalize("NFKD", urllib.parse.unquote(value))
    kinds = [unicodedata.category(one) for one in text]
    # Some controls are white space, but not in the patterns of JSON Schema.
    if "Cc" in kinds or "Cs" in kinds:
        return False
    return not text.strip() or any(kind[0] in "LN" for kind in kinds)


def all_texts(values):
    return not values or all(is_text(value) for value in values.values())


@schemathesis.hook
def filter_query(context, query):
    return all_texts(query)


@schemathesis.hook
def filter_path_parameters(context, path_parameters):
    return all_texts(path_parameters)
