"""Lessons' files that were mixed up, and what ./lab says: with the real lessons, in a work
folder of its own. The page docs/mistakes.md shows the same words.
"""

import contextlib
import io
import os
import shutil
import unittest

import tools
from labkit import edit, lessons, mixed_up, ui


class MixedUp(unittest.TestCase):
    def setUp(self):
        context = tools.folder("lab")
        self.place = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        surroundings = tools.environment(CORO_WORK=self.place / "work")
        surroundings.__enter__()
        self.addCleanup(surroundings.__exit__, None, None, None)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.place)
        self.work = self.place / "work"
        self.page = (tools.ROOT / "docs" / "mistakes.md").read_text(encoding="utf-8")

    def copy(self, name):
        with contextlib.redirect_stdout(io.StringIO()):
            edit.edit(type("Arguments", (), {"lesson": name}))

    def original(self, name):
        return lessons.select([name])[0].source

    def said(self, *names):
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            mixed_up.warn(lessons.select(list(names)))
        return errors.getvalue().splitlines()

    def says(self, name, *words):
        """One warning, which is the page's."""
        (line,) = self.said(name)
        warning = "lab: warning: "
        self.assertTrue(line.startswith(warning), line)
        self.assertIn(f"| {line[len(warning):]} |\n", self.page)
        for word in words:
            self.assertIn(word, line)

    def test_nothing_is_said_of_copies_as_they_are_to_be(self):
        self.assertEqual(self.said("all"), [])
        for lesson in lessons.all_lessons():
            self.copy(lesson.id)
        (self.work / "gather" / "helpers.hpp").write_text("// mine\n")
        (self.work / "gather" / "notes.txt").write_text("mine\n")
        (self.work / "blocking" / "blocking.cpp").write_text("")
        self.assertEqual(self.said("all"), [])

    def test_nothing_is_said_of_a_program_of_ones_own(self):
        program = (
            '#include "lesson.hpp"\n\nusing namespace std::chrono_literals;\n\n'
            'coro::task<> async_main() {\n    co_await coro::sleep(1s);\n    lesson::say("hello");\n}\n\n'
            'int main() {\n    coro::run(async_main());\n}\n'
        )
        for lesson in lessons.all_lessons():
            self.copy(lesson.id)
            for name in lesson.parts:
                (self.work / lesson.id / f"{name}.cpp").write_text(program)
        self.assertEqual(self.said("all"), [])

    def test_every_lesson_is_known_in_the_place_of_another(self):
        every = [lessons.Part(lesson, name) for lesson in lessons.all_lessons() for name in lesson.parts]
        wrong = [
            (part.name, other.name)
            for part in every
            for other in every
            if other != part and mixed_up._really(other.source, part, every) != other
        ]
        self.assertEqual(wrong, [])

    def test_another_lessons_file_in_the_place_of_this_ones(self):
        self.copy("blocking")
        shutil.copy(self.original("gather"), self.work / "blocking" / "blocking.cpp")
        self.says("blocking", "holds lesson gather, not blocking", "./lab reset blocking")
        self.assertEqual(self.said("gather"), [])

    def test_another_lessons_file_that_was_changed_since(self):
        self.copy("blocking")
        text = self.original("gather").read_text(encoding="utf-8")
        changed = "int extra = 1;\n" + text.replace("// Can two waits", "// May two").replace("add_a", "first")
        (self.work / "blocking" / "blocking.cpp").write_text(changed, encoding="utf-8")
        self.says("blocking", "holds lesson gather")

    def test_another_part_of_the_same_lesson(self):
        self.copy("create_task")
        shutil.copy(self.original("create_task_b"), self.work / "create_task" / "create_task_a.cpp")
        (line,) = self.said("create_task")
        self.assertIn("create_task_a.cpp holds lesson create_task_b, not create_task_a", line)

    def test_a_copy_that_was_changed_a_lot_is_still_its_own(self):
        self.copy("gather")
        file = self.work / "gather" / "gather.cpp"
        lines = file.read_text(encoding="utf-8").splitlines()
        file.write_text("\n".join(f"{line} // changed" for line in lines[::2]), encoding="utf-8")
        self.assertEqual(self.said("gather"), [])

    def test_a_part_under_another_name(self):
        self.copy("create_task")
        shutil.copy(self.original("create_task_b"), self.work / "create_task" / "create_task.cpp")
        self.says("create_task", "is not run")

    def test_a_file_in_another_lessons_folder(self):
        self.copy("gather")
        shutil.copy(self.original("blocking"), self.work / "gather")
        self.says("gather", "belongs to lesson blocking")

    def test_a_folder_with_its_number(self):
        shutil.copytree(self.original("gather").parent, self.work / "02_gather")
        self.says("gather", "is not used")

    def test_a_file_beside_the_folders(self):
        self.work.mkdir()
        shutil.copy(self.original("gather"), self.work)
        self.says("gather", "is not run")

    def test_diff_says_it_too(self):
        self.copy("blocking")
        shutil.copy(self.original("gather"), self.work / "blocking" / "blocking.cpp")
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
            edit.diff(type("Arguments", (), {"lesson": "blocking"}))
        self.assertIn("holds lesson gather", errors.getvalue())

    def test_a_file_that_is_named_and_would_not_be_run(self):
        (self.place / "other").mkdir()
        shutil.copy(self.original("gather"), self.place / "other")
        with self.assertRaises(ui.Failure) as caught:
            mixed_up.refuse_other_file("other/gather.cpp")
        self.assertEqual(caught.exception.status, 2)
        self.assertIn(f"| {caught.exception} |\n", self.page)

    def test_a_file_that_is_named_and_will_be_run(self):
        self.copy("gather")
        mixed_up.refuse_other_file("work/gather/gather.cpp")
        mixed_up.refuse_other_file(str(self.original("gather")))
        mixed_up.refuse_other_file("gather")
        mixed_up.refuse_other_file("nowhere/gather.cpp")  # as a name it will do


if __name__ == "__main__":
    unittest.main()
