"""PNG files from drawn pictures, written so that the event loop goes on meanwhile.

Pillow's own encoder keeps Python's global lock for up to 80 ms a picture. `zlib` gives it up while it packs. Drawings
are flat, so rows without a filter pack even smaller. Format: Portable Network Graphics (RFC 2083).
"""

import contextlib
import struct
import zlib
from typing import TYPE_CHECKING, Final

# The first import of Pillow takes 0.1 s and holds the loop, so it is done when the adapters are loaded.
with contextlib.suppress(ImportError):
    from PIL import Image, ImageDraw, ImageFont  # noqa: F401

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_DEPTH, _RGB = 8, 2
"""Bits of a channel, and the colour type of three channels."""
_STRIP: Final = 64
"""Rows that are packed at once."""


def encoded(image: "Picture", factor: int) -> bytes:
    """Return an RGB picture, shrunk by a factor, as a PNG file. Strips keep every step of it short."""
    width, height = image.width // factor, image.height // factor
    packer, packed, row = zlib.compressobj(), [], 3 * width
    for top in range(0, height, _STRIP):
        box = (0, top * factor, width * factor, min(top + _STRIP, height) * factor)
        data = image.reduce(factor, box).tobytes()
        packed.append(packer.compress(b"".join(b"\0" + data[at : at + row] for at in range(0, len(data), row))))
    packed.append(packer.flush())
    head = struct.pack(">IIBBBBB", width, height, _DEPTH, _RGB, 0, 0, 0)
    return _SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", b"".join(packed)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
