# syntax=docker/dockerfile:1

# Stage one: an environment with every run-time extra, from hashed pins.
FROM python:3.12-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_ROOT_USER_ACTION=ignore
WORKDIR /src
RUN python -m venv /opt/parley
COPY requirements/all.txt requirements/all.txt
RUN /opt/parley/bin/pip install --quiet --require-hashes --requirement requirements/all.txt
COPY pyproject.toml README.md LICENSE ./
COPY games games
COPY storage storage
COPY bot bot
RUN /opt/parley/bin/pip install --quiet --no-deps --no-build-isolation . \
    && /opt/parley/bin/parley --version

# Stage two: that environment and nothing else. The root may be mounted read-only; only /data (and /tmp, for figures) is
# written to. Tokens and keys come from the environment at start, never from the image.
FROM python:3.12-slim-bookworm
RUN groupadd --gid 10001 parley \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin parley \
    && install --directory --owner 10001 --group 10001 --mode 0700 /data
COPY --from=build /opt/parley /opt/parley
ENV PATH=/opt/parley/bin:$PATH \
    HOME=/data \
    MPLCONFIGDIR=/tmp/matplotlib \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PARLEY_HTTP=0.0.0.0:8080 \
    PARLEY_LOG=json \
    PARLEY_STORE=sqlite:////data/parley.db \
    PARLEY_WAIT_STORE=on
USER 10001:10001
WORKDIR /data
VOLUME ["/data"]
# Health and metrics; pages for browsers, where PARLEY_WEB=0.0.0.0:8765 switches them on.
EXPOSE 8080 8765
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen('http://127.0.0.1:' + os.environ['PARLEY_HTTP'].rpartition(':')[2] + '/healthz', timeout=4)"]
ENTRYPOINT ["parley"]
CMD ["serve"]
