"""build/compile_commands.json, which an editor reads, and what ./lab gdb needs."""

import json
import shlex
import unittest
from pathlib import Path
from unittest import mock

import tools
from labkit import build, cli, compilers, editors, lessons, paths, run, ui


def entry(command, file="../lessons/01_first/first.cpp"):
    return {"directory": "/build", "file": file, "command": command, "output": "first.o"}


class Commands(unittest.TestCase):
    def plain(self, command):
        return editors.plain(entry(command))["command"]

    def test_precompiled_headers_are_left_out(self):
        clang = "clang++ -Ia -include-pch lessons/pch.hpp.pch -Winvalid-pch -fpch-instantiate-templates -g -c first.cpp"
        self.assertEqual(self.plain(clang), "clang++ -Ia -g -c first.cpp")
        gcc = "g++ -Ia -fpch-preprocess -include pch.hpp -g -c first.cpp"
        self.assertEqual(self.plain(gcc), "g++ -Ia -g -c first.cpp")

    def test_everything_else_stays(self):
        command = "c++ -include config.h '-DNAME=\"a b\"' -c first.cpp"
        self.assertEqual(self.plain(command), command)


class Written(unittest.TestCase):
    def setUp(self):
        context = tools.folder("Schöne Übung")
        self.root = tools.clone(context.__enter__())
        self.addCleanup(context.__exit__, None, None, None)
        for patch in (mock.patch.object(paths, "ROOT", self.root), tools.environment(CORO_BUILD=None, CORO_WORK=None)):
            patch.__enter__()
            self.addCleanup(patch.__exit__, None, None, None)
        self.build = build.Build(compilers.Compiler("clang++", "clang", "19.1.7", ""), "lessons")
        self.build.folder.mkdir(parents=True)
        self.source = self.root / "lessons" / "01_first" / "first.cpp"
        made = [
            {**entry(f"clang++ -g -o first.o -c {name}", name), "directory": str(self.build.folder)}
            for name in (f"../../../lessons/01_first/{self.source.name}", "../../../lessons/common/pch.hpp")
        ]
        (self.build.folder / editors.NAME).write_text(json.dumps(made), encoding="utf-8")

    def read(self):
        editors.write(self.build)
        return json.loads((self.root / "build" / editors.NAME).read_text(encoding="utf-8"))

    def test_where_an_editor_looks(self):
        (only,) = self.read()
        self.assertEqual((Path(only["directory"]) / only["file"]).resolve(), self.source.resolve())
        self.assertEqual(set(only), {"directory", "file", "command"})

    def test_a_work_copy_is_built_as_its_original(self):
        copy = self.root / "work" / "first" / "first.cpp"
        copy.parent.mkdir(parents=True)
        copy.write_text("int main() {}\n")
        (copy.parent / "other.cpp").write_text("")  # no lesson has that
        _, copied = self.read()
        self.assertEqual(copied["file"], str(copy))
        self.assertEqual(shlex.split(copied["command"])[-1], str(copy))

    def test_it_is_written_only_if_something_changed(self):
        self.read()
        file = self.root / "build" / editors.NAME
        before = file.stat().st_mtime_ns, file.stat().st_ino
        self.read()
        self.assertEqual((file.stat().st_mtime_ns, file.stat().st_ino), before)


class Debugger(unittest.TestCase):
    def setUp(self):
        context = tools.folder()
        root = tools.clone(context.__enter__())
        self.addCleanup(context.__exit__, None, None, None)
        real = lessons.select
        for patch in (
            mock.patch.object(lessons, "select", lambda words: real(words, root)),
            mock.patch.object(run, "prepare", self.prepare),
        ):
            patch.start()
            self.addCleanup(patch.stop)

    def prepare(self, parts, original, flavour):
        self.flavour = flavour
        return {part: Path("/build/lessons") / part.name for part in parts}

    def test_the_path_alone(self):
        with mock.patch.object(ui, "show") as shown:
            self.assertEqual(cli.main(["gdb", "second_a", "--path"]), 0)
        shown.assert_called_once_with("/build/lessons/second_a")
        self.assertEqual(self.flavour, "debug")

    def test_gdb_starts_on_the_virtual_clock(self):
        with mock.patch.object(run, "run_child", return_value=(0, 1.0)) as child, mock.patch.object(ui, "say"):
            with tools.environment(CORO_CLOCK=None, CORO_KERNEL=None):
                self.assertEqual(cli.main(["gdb", "first", "--kernel", "epoll"]), 0)
        command, environment = child.call_args[0]
        self.assertEqual((command[0], command[-1]), ("gdb", "/build/lessons/first"))
        self.assertEqual((environment["CORO_CLOCK"], environment["CORO_KERNEL"]), ("virtual", "epoll"))

    def test_one_program_at_a_time(self):
        with self.assertRaises(ui.Failure) as caught:
            cli.main(["gdb", "second"])
        self.assertIn("name one of second_a, second_b", str(caught.exception))
        self.assertEqual(caught.exception.status, 2)


if __name__ == "__main__":
    unittest.main()
