"""Lines as the programs print them, for cases in which the dialect matters."""
from parts import Case, event, text

ZERO = (0, 0, 0, 0)
COUNTERS = ("input", "cache_creation", "cache_read", "output")
CALL = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"cmd": "ls"}}
ANSWER = {"type": "tool_result", "tool_use_id": "t1", "content": "ok", "is_error": False}
OTHER = "22222222-2222-4222-8222-222222222222"
KEYS = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
MODEL_KEYS = ("inputTokens", "cacheCreationInputTokens", "cacheReadInputTokens", "outputTokens")


def counts(*values):
    return dict(zip(KEYS, values))


def model_counts(*values, **more):
    return {**dict(zip(MODEL_KEYS, values)), **more}


class Amp:
    """Amp's output."""

    @staticmethod
    def init(**more):
        return event(text({"type": "system", "subtype": "init", "cwd": "/w", "session_id": "T-1", "tools": ["Bash"],
                "mcp_servers": []}, **more))

    @staticmethod
    def user(*blocks, **more):
        return event(text(type="user", message={"role": "user",
                "content": list(blocks) or [{"type": "text", "text": "grind it"}]}, parent_tool_use_id=None,
                          session_id="T-1", **more))

    @staticmethod
    def assistant(usage=None, *blocks, **more):
        message = {"type": "message", "role": "assistant", "content": list(blocks) or [{"type": "text", "text": "ground"}],
                "stop_reason": "end_turn"}
        if usage is not None:
            message["usage"] = {**usage, "max_tokens": 968000, "service_tier": "standard"} if isinstance(usage, dict) else usage
        return event(text({"type": "assistant", "message": message, "parent_tool_use_id": None, "session_id": "T-1"}, **more))

    @staticmethod
    def result(**more):
        return event(text({"type": "result", "subtype": "success", "duration_ms": 900, "is_error": False, "num_turns": 1,
                "result": "ground", "session_id": "T-1"}, **more))


UUID = "11111111-1111-4111-8111-11111111%04d"
SESSION = "11111111-1111-4111-8111-111111111111"


class Claude:
    """Claude Code's stream. `n` makes the line's uuid."""

    @staticmethod
    def line(n, kind, session=SESSION, **more):
        return event(text(type=kind, **more, session_id=session, uuid=UUID % n))

    @classmethod
    def init(cls, n, session=SESSION):
        return cls.line(n, "system", session, subtype="init", cwd="/w", tools=["Bash"], mcp_servers=[], model="mill-1",
                permissionMode="default", slash_commands=[],
                        apiKeySource="none", claude_code_version="2.1.178")

    @classmethod
    def assistant(cls, n, usage, *blocks, id="msg_1", parent=None, session=SESSION, model="mill-1"):
        message = {"id": id, "type": "message", "role": "assistant", "model": model,
                "content": list(blocks) or [{"type": "text", "text": "ground"}], "stop_reason": None}
        if usage is not None:
            message["usage"] = usage
        return cls.line(n, "assistant", session, message=message, parent_tool_use_id=parent)

    @classmethod
    def user(cls, n, *blocks):
        return cls.line(n, "user", message={"role": "user", "content": list(blocks)}, parent_tool_use_id=None)

    @classmethod
    def result(cls, n, usage=None, models=None, cost=None, session=SESSION, **more):
        members = {"subtype": "success", "is_error": False, "duration_ms": 1200, "num_turns": 1, "result": "ground"}
        if cost is not None:
            members["total_cost_usd"] = cost
        if usage is not None:
            members["usage"] = usage
        if models is not None:
            members["modelUsage"] = models
        return cls.line(n, "result", session, **{**members, **more})


class Transcript:
    """Claude Code's session files."""

    @staticmethod
    def line(n, kind, **more):
        return event(text({"parentUuid": UUID % (n - 1) if n > 1 else None, "isSidechain": False, "userType": "external",
                "cwd": "/w", "sessionId": SESSION, "version": "2.1.144",
                           "type": kind}, {**more, "uuid": UUID % n, "timestamp": "2026-05-01T10:00:%02d.000Z" % n}))

    @classmethod
    def user(cls, n, content="grind it", **more):
        return cls.line(n, "user", message={"role": "user", "content": content}, **more)

    @classmethod
    def assistant(cls, n, usage, *blocks, id="msg_1", request="req_1", model="mill-1", **more):
        message = {"id": id, "type": "message", "role": "assistant", "model": model,
                "content": list(blocks) or [{"type": "text", "text": "ground"}], "stop_reason": None,
                   "usage": usage}
        if id is None:
            del message["id"]
        if request is not None:
            more["requestId"] = request
        return cls.line(n, "assistant", message=message, **more)


class Afk:
    """AFK's output."""

    @staticmethod
    def chunk(**chunk):
        return event(text(type="chunk", chunk=chunk))

    @staticmethod
    def message(content="ground", **more):
        return event(text(type="message",
                message={"role": "assistant", "content": content, "timestamp": "2026-06-10T12:00:01.234Z", **more}))

    @staticmethod
    def done(**metadata):
        return event(text(type="done", metadata=metadata))


def amp_input(content="grind it", **more):
    return event(text({"type": "user"}, {**more, "message": {"role": "user", "content": [{"type": "text", "text": content}]}}))


def case(dialect, name, why, lines, **facts):
    """A case named by its dialect; whether it is sound shows by its lines."""
    prefix = "n_" if any(line.kind for line in lines) else "y_"
    return Case(f"{prefix}{dialect}-{name}", why, lines, **({} if prefix == "n_" else {"kind": "dialect"}), **facts)


def results(lines):
    """The end events of lines of Amp or Claude Code, by what they were made as."""
    return [(n, "result") for n, line in enumerate(lines, 1) if line.content.startswith(b'{"type":"result"')]
