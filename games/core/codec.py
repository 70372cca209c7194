"""The one canonical encoding of states, moves, facts and posts: JSON whose bytes depend on the value alone.

Plain msgspec orders a `frozenset[str]` by the process's hash seed and cannot encode fractions; this codec sorts sets
and writes a fraction as "n/d", so equal values are equal bytes in every process and on every machine.
"""

import re
from fractions import Fraction
from hashlib import blake2b
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")

_FRACTION = re.compile(r"(-?[0-9]+)/([1-9][0-9]*)")


def _enc(value: Any) -> Any:
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    raise NotImplementedError(f"{type(value).__name__} has no canonical form")


def _dec(kind: type, value: Any) -> Any:
    if kind is Fraction:
        # `Fraction(text)` takes more: "1e999999999" would exhaust the memory, and "1/0" raises another error.
        parts = _FRACTION.fullmatch(value) if isinstance(value, str) else None
        if parts is None:
            raise ValueError("a fraction is written n/d")
        return Fraction(int(parts[1]), int(parts[2]))
    raise NotImplementedError(f"{kind.__name__} has no canonical form")


_HALF = re.compile("[\ud800-\udfff]")
_encoder = msgspec.json.Encoder(enc_hook=_enc, order="deterministic")
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}

encode = _encoder.encode


def encode_whole(value: Any) -> bytes:
    """Return canonical bytes of a value that may quote anybody. Each lone surrogate, for which UTF-8 has no bytes,
    becomes U+FFFD; `encode` raises `UnicodeEncodeError` for it.
    """
    try:
        return encode(value)
    except UnicodeEncodeError:
        return encode(_whole(msgspec.to_builtins(value, enc_hook=_enc, order="deterministic")))


def _whole(value: Any) -> Any:
    match value:
        case str():
            return _HALF.sub("\ufffd", value)
        case dict():
            return {_whole(key): _whole(held) for key, held in value.items()}
        case list() | tuple():
            return [_whole(held) for held in value]
    return value


@overload
def decode(data: bytes | str, kind: type[T]) -> T: ...
@overload
def decode(data: bytes | str, kind: object) -> Any: ...
def decode(data: bytes | str, kind: Any) -> Any:
    """Decode a value of type `kind` from canonical bytes. Raises `msgspec.DecodeError` for anything else."""
    decoder = _decoders.get(kind)
    if decoder is None:
        decoder = _decoders[kind] = msgspec.json.Decoder(kind, dec_hook=_dec)
    return decoder.decode(data)


def digest(*parts: bytes) -> str:
    """Return a short hash (64 bits, hexadecimal) of canonical bytes; each part counts with its length."""
    return blake2b(b"".join([len(part).to_bytes(4) + part for part in parts]), digest_size=8).hexdigest()


def shape(kind: Any) -> str:
    """Return a hash of a type's schema. A snapshot written under another schema is folded afresh instead of decoded."""
    schema = msgspec.json.schema(kind, schema_hook=lambda k: {"type": "string", "format": k.__name__})
    return digest(_encoder.encode(schema))
