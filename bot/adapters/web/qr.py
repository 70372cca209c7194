"""Addresses as pictures that a phone photographs."""

from io import BytesIO


def qr(address: str) -> bytes | None:
    """Return an address as a QR picture; None without the library that draws it."""
    try:
        import segno
    except ImportError:
        return None
    drawn = BytesIO()
    segno.make_qr(address, error="m").save(drawn, kind="svg", border=4, light="#fff", xmldecl=False, omitsize=True)
    return drawn.getvalue()
