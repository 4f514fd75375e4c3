"""The command line: one command a file, each of which parses options, makes one library call and prints.

Everything but argparse is imported by the command that needs it, so that `--help` and `--version` answer at once.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from typing import TYPE_CHECKING, NoReturn

from extractor.cli import (
    board,
    card,
    diff,
    explain,
    formats,
    gold,
    report,
    rules,
    run,
    schema,
    score,
    stats,
    tables,
    train,
    validate,
)
from extractor.cli.output import to_stderr
from extractor.errors import ExtractorError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

COMMANDS = {
    "run": run,
    "diff": diff,
    "tables": tables,
    "board": board,
    "stats": stats,
    "card": card,
    "report": report,
    "validate": validate,
    "score": score,
    "explain": explain,
    "rules": rules,
    "formats": formats,
    "schema": schema,
    "gold": gold,
    "train": train,
}
"""The commands, in the order of `--help`."""

_DEBUG = "EXTRACTOR_DEBUG"
_INTERRUPTED, _TERMINATED, _PIPE_CLOSED = 130, 143, 141  # what a shell calls an end by SIGINT, SIGTERM, SIGPIPE


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"extractor: error: {message}; see {self.prog} --help\n")


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_args: object, **_options: object) -> NoReturn:
        from importlib.metadata import version

        sys.stdout.write(f"extractor {version('extractor')}\n")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    whole = _Parser(
        prog="extractor",
        description="Abstracts of machine-learning papers in, validated JSON records of what they state out.",
        epilog="example: extractor run papers.txt -o records.jsonl",
        allow_abbrev=False,
    )
    whole.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    for name, module in COMMANDS.items():
        one = commands.add_parser(
            name,
            help=module.HELP,
            description=module.DESCRIPTION,
            epilog=module.EPILOG,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        module.add_options(one)
        one.set_defaults(call=module.call)
    return whole


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 done, 1 faults found, 2 trouble, 3 something was rejected."""
    before = _end_on_sigterm()
    try:
        arguments = parser().parse_args(argv)
        code: int = arguments.call(arguments)
        sys.stdout.flush()
    except ExtractorError as error:
        to_stderr(f"extractor: error: {error}")
        return error.exit_code
    except KeyboardInterrupt:
        heeded = signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is said once, however often it is asked for
        to_stderr("extractor: interrupted")
        signal.signal(signal.SIGINT, heeded)
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read has had enough. Python would complain when it flushes at exit: give it somewhere to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _PIPE_CLOSED
    except Exception as error:
        if os.environ.get(_DEBUG):
            raise
        what = f"{type(error).__name__}: {error}"
        to_stderr(f"extractor: error: a defect of extractor: {what}; please report it ({_DEBUG}=1 shows where)")
        return ExtractorError.exit_code
    finally:
        if before is not None:
            signal.signal(signal.SIGTERM, before)
    return code


def _end_on_sigterm() -> signal._HANDLER:
    """Let SIGTERM end the program as an exception does, so that no draft of a file is left behind."""

    def end(_number: int, _frame: FrameType | None) -> NoReturn:
        raise SystemExit(_TERMINATED)

    try:
        return signal.signal(signal.SIGTERM, end)
    except ValueError:  # not the main thread: somebody else's program, and its own affair
        return None
