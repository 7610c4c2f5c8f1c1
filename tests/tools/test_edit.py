"""Work copies: edit, diff, reset, and that CORO_WORK moves them."""

import unittest

import tools


class WorkCopies(unittest.TestCase):
    def setUp(self):
        context = tools.folder("Übung eins")  # a space and a letter that is not ASCII
        self.root = tools.clone(context.__enter__())
        self.addCleanup(context.__exit__, None, None, None)
        self.work = self.root.parent / "my work"

    def lab(self, *words, status=0):
        answer = tools.lab(self.root, *words, CORO_WORK=self.work)
        self.assertEqual(answer.returncode, status, answer.stderr)
        return answer

    def test_edit_copies_the_programs_and_says_where(self):
        said = self.lab("edit", "second").stdout
        names = {path.name for path in (self.work / "second").iterdir()}
        self.assertEqual(
            names, {"second_a.cpp", "second_a_asyncio.py", "second_b.cpp", "second_b_asyncio.py"}
        )
        self.assertIn("second_a.cpp", said)
        self.assertIn("./lab reset second", said)
        self.assertFalse((self.root / "work").exists())

    def test_edit_again_keeps_the_copy(self):
        self.lab("edit", "first")
        file = self.work / "first" / "first.cpp"
        file.write_text("mine")
        self.assertIn("Your copy of first is in", self.lab("edit", "01").stdout)
        self.assertEqual(file.read_text(), "mine")

    def test_diff_shows_changes_and_new_files(self):
        self.lab("edit", "first")
        self.assertIn("is the same as the lesson", self.lab("diff", "first").stdout)
        file = self.work / "first" / "first.cpp"
        file.write_text(file.read_text().replace("shared.hpp", "other.hpp"))
        (file.parent / "other.hpp").write_text("// new\n")
        said = self.lab("diff", "first").stdout
        self.assertIn('-#include "../common/shared.hpp"', said)
        self.assertIn('+#include "../common/other.hpp"', said)
        self.assertIn("+// new", said)
        self.assertNotIn("\033[", said)  # no terminal, no colour

    def test_reset_keeps_every_backup(self):
        self.lab("edit", "first")
        file = self.work / "first" / "first.cpp"
        original = file.read_text()
        for text in ("first try", "second try", "third try"):
            file.write_text(text)
            self.lab("reset", "first")
            self.assertEqual(file.read_text(), original)
        kept = [path.read_text() for path in (self.work / "backup").rglob("first.cpp")]
        self.assertEqual(sorted(kept), ["first try", "second try", "third try"])

    def test_without_a_copy(self):
        for command in ("diff", "reset"):
            said = self.lab(command, "first", status=1).stderr
            self.assertIn("./lab edit first makes one", said)

    def test_a_read_only_lesson_can_be_changed_in_its_copy(self):
        lesson = self.root / "lessons" / "01_first" / "first.cpp"
        lesson.chmod(0o444)
        self.lab("edit", "first")
        self.assertTrue((self.work / "first" / "first.cpp").stat().st_mode & 0o200)

    def test_a_work_folder_that_cannot_be_made(self):
        blocker = self.root / "file"
        blocker.touch()
        answer = tools.lab(self.root, "edit", "first", CORO_WORK=blocker / "work")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("Set CORO_WORK to a folder", answer.stderr)
