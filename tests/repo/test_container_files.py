"""Properties of Dockerfile and compose.yaml that make a safe service. No container engine is needed."""

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.runtime.listening import clash, planned, sharing
from bot.runtime.settings import Settings

ROOT = Path(__file__).parents[2]
INSTRUCTIONS = {
    "FROM", "RUN", "CMD", "LABEL", "EXPOSE", "ENV", "ADD", "COPY", "ENTRYPOINT", "VOLUME", "USER", "WORKDIR", "ARG",
    "ONBUILD", "STOPSIGNAL", "HEALTHCHECK", "SHELL",
}  # fmt: skip


def stages(text: str) -> list[list[tuple[str, str]]]:
    """The instructions of each stage, as (name, rest); raises on a line that is none."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    found: list[list[tuple[str, str]]] = []
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        name, _, rest = line.partition(" ")
        if name not in INSTRUCTIONS or not rest.strip():
            raise ValueError(f"not an instruction: {line}")
        if name == "FROM":
            found.append([])
        found[-1].append((name, rest.strip()))
    return found


STAGES = stages((ROOT / "Dockerfile").read_text())


def last(name: str) -> str:
    """The instruction of that name that counts in the image: the last one of the last stage."""
    return [rest for instruction, rest in STAGES[-1] if instruction == name][-1]


def environment() -> dict[str, str]:
    pairs = (word for name, rest in STAGES[-1] if name == "ENV" for word in shlex.split(rest))
    return dict(pair.split("=", 1) for pair in pairs)


class TestDockerfile:
    def test_two_stages_on_one_slim_pinned_base(self) -> None:
        bases = [stage[0][1].split(" AS ")[0] for stage in STAGES]
        assert len(bases) == 2
        assert len(set(bases)) == 1
        assert re.fullmatch(r"python:3\.1[123]-slim-\w+", bases[0])

    def test_installs_only_hashed_pins(self) -> None:
        installs = [rest for stage in STAGES for name, rest in stage if name == "RUN" and "pip install" in rest]
        assert installs
        for command in installs:
            assert "--require-hashes" in command or {"--no-deps", "--no-build-isolation"} <= set(command.split())

    def test_runs_as_a_numeric_user_without_rights(self) -> None:
        assert re.fullmatch(r"[1-9]\d{4,}:[1-9]\d{4,}", last("USER"))
        after_user = [name for name, _ in STAGES[-1]]
        assert "RUN" not in after_user[after_user.index("USER") :]

    def test_starts_the_service_in_exec_form(self) -> None:
        assert json.loads(last("ENTRYPOINT")) == ["parley"]
        assert json.loads(last("CMD")) == ["serve"]
        assert last("STOPSIGNAL") == "SIGTERM"

    def test_writes_only_below_the_volume(self) -> None:
        env = environment()
        assert json.loads(last("VOLUME")) == ["/data"]
        assert env["PARLEY_STORE"] == "sqlite:////data/parley.db"
        assert env["HOME"] == "/data"
        assert env["MPLCONFIGDIR"].startswith("/tmp/")
        assert env["PYTHONDONTWRITEBYTECODE"] == "1"

    def test_asks_its_own_health(self) -> None:
        options, _, command = last("HEALTHCHECK").partition(" CMD ")
        program, flag, code = json.loads(command)
        assert (program, flag) == ("python", "-c")
        compile(code, "HEALTHCHECK", "exec")
        assert "/healthz" in code
        assert "--start-period" in options
        assert environment()["PARLEY_HTTP"].endswith(":" + last("EXPOSE").split()[0])

    def test_can_serve_pages(self) -> None:
        pins = (ROOT / "requirements" / "all.txt").read_text()
        libraries = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["web"]
        assert [name for name in libraries if f"{name.partition('>')[0].lower()}==" not in pins.lower()] == []
        assert last("EXPOSE").split()[1] == SERVICES["parley"]["environment"]["PARLEY_WEB"].rpartition(":")[2]

    def test_no_secret_enters_a_layer(self) -> None:
        for stage in STAGES:
            for name, rest in stage:
                assert not re.search(r"TOKEN|SECRET|PASSWORD|API_KEY", rest), f"{name} {rest}"
                assert name not in {"ADD", "ARG"}
                if name == "COPY" and "--from" not in rest:
                    assert "." not in rest.split(), "copies name what they take"

    def test_context_holds_only_what_is_copied(self) -> None:
        rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
        assert rules[0] == "*"
        admitted = {rule[1:] for rule in rules if rule.startswith("!")}
        copied = {
            word
            for name, rest in STAGES[0]
            if name == "COPY"
            for word in rest.split()[:-1]
        }  # fmt: skip
        assert copied == admitted
        assert all((ROOT / name).exists() for name in copied)


COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


class TestCompose:
    def test_services(self) -> None:
        assert set(COMPOSE) == {"name", "services", "networks", "volumes"}
        assert set(SERVICES) == {"parley", "redis"}

    @pytest.mark.parametrize("name", SERVICES)
    def test_is_locked_down(self, name: str) -> None:
        service = SERVICES[name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert "cap_add" not in service
        assert "privileged" not in service
        assert "no-new-privileges:true" in service["security_opt"]
        assert any(entry.startswith("/tmp") for entry in service["tmpfs"])
        assert service["pids_limit"] > 0
        assert service["mem_limit"]
        assert service["stop_grace_period"] == "20s"
        assert service["restart"] == "unless-stopped"

    @pytest.mark.parametrize("name", SERVICES)
    def test_volumes_and_networks_are_declared(self, name: str) -> None:
        for mount in SERVICES[name]["volumes"]:
            source, target = mount.split(":")
            assert source in COMPOSE["volumes"]
            assert target == "/data"
        assert set(SERVICES[name]["networks"]) <= set(COMPOSE["networks"])

    def test_redis_keeps_what_it_acknowledged(self) -> None:
        redis = SERVICES["redis"]
        command = redis["command"]
        options = dict(zip(command[1::2], command[2::2], strict=True))
        assert command[0] == "redis-server"
        assert options["--appendonly"] == "yes"
        assert options["--maxmemory-policy"] == "noeviction"
        assert re.match(r"redis:7\.", redis["image"])
        assert redis["healthcheck"]["test"][0] == "CMD-SHELL"
        assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", redis["user"])

    def test_redis_is_reached_from_parley_alone(self) -> None:
        assert "ports" not in SERVICES["redis"]
        assert SERVICES["redis"]["networks"] == ["inside"]
        assert COMPOSE["networks"]["inside"] == {"internal": True}

    def test_parley_waits_for_redis_and_needs_no_file(self) -> None:
        parley = SERVICES["parley"]
        assert parley["build"] == "."
        assert parley["environment"]["PARLEY_STORE"] == "redis://redis:6379/0"
        assert parley["depends_on"] == {"redis": {"condition": "service_healthy"}}
        assert parley["env_file"] == [{"path": ".env", "required": False}]
        assert all(port.startswith("127.0.0.1:") for port in parley["ports"])

    def test_what_it_serves_is_published_on_this_host_alone_and_at_two_addresses(self) -> None:
        parley = SERVICES["parley"]
        given = {key: str(value) for key, value in parley["environment"].items()}
        settings = Settings(web=given["PARLEY_WEB"], http=given["PARLEY_HTTP"])
        parts = planned(settings)
        assert clash(parts) == ""
        assert not any(sharing(part, parts) for part in parts)
        assert [f"127.0.0.1:{part.at[1]}:{part.at[1]}" for part in parts] == parley["ports"]
        assert parley["ulimits"]["nofile"] >= 10_000
        assert "PARLEY_WEB_PLAY" not in given  # nobody opens games to the world unasked

    def test_no_secret_stands_in_it(self) -> None:
        for service in SERVICES.values():
            assert not [key for key in service.get("environment", {}) if re.search(r"TOKEN|SECRET|PASSWORD|KEY", key)]
