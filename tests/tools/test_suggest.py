"""What ./lab says to a mistyped command, option, value or lesson."""

import unittest

import tools
from labkit import cli, lessons, suggest, ui


class Nearest(unittest.TestCase):
    def test_finds_what_was_probably_meant(self):
        known = ["blocking", "gather", "create_task", "yielding"]
        self.assertEqual(suggest.nearest("gahter", known), "gather")
        self.assertEqual(suggest.nearest("GATHER", known), "gather")
        self.assertEqual(suggest.nearest("task", known), "create_task")
        self.assertIsNone(suggest.nearest("zzz", known))
        self.assertEqual(suggest.did_you_mean("zzz", known), "")


class Mistakes(unittest.TestCase):
    def fails(self, words, *said):
        with self.assertRaises(ui.Failure) as caught:
            cli.main(words)
        self.assertEqual(caught.exception.status, 2)
        for part in said:
            self.assertIn(part, str(caught.exception))

    def test_a_command(self):
        self.fails(["rnu"], "no command rnu", "Did you mean run?")
        self.fails(["zzzz"], "no command zzzz", "./lab --help")

    def test_a_lesson_in_the_place_of_a_command(self):
        self.fails(["gather"], "Did you mean ./lab run gather?")

    def test_an_option(self):
        self.fails(["run", "gather", "--clokc", "real"], "unknown option --clokc", "Did you mean --clock?")
        self.fails(["test", "--matrx"], "unknown option --matrx", "Did you mean --matrix?")
        self.fails(["doctor", "now"], "unexpected now")

    def test_an_option_is_not_guessed_from_its_beginning(self):
        self.fails(["run", "gather", "--clo", "real"], "unknown option --clo")

    def test_the_value_of_an_option(self):
        self.fails(["run", "gather", "--clock", "rael"], "rael is not one of real, virtual", "Did you mean real?")
        self.fails(["run", "gather", "--clock"], "expected one argument")

    def test_nothing_to_run(self):
        self.fails(["run"], "LESSON")


class Lessons(unittest.TestCase):
    def setUp(self):
        context = tools.folder()
        self.root = tools.clone(context.__enter__())
        self.addCleanup(context.__exit__, None, None, None)

    def names(self, *words):
        return [part.name for part in lessons.select(list(words), self.root)]

    def test_are_found_by_id_number_folder_and_part(self):
        self.assertEqual(self.names("first"), ["first"])
        self.assertEqual(self.names("2"), ["second_a", "second_b"])
        self.assertEqual(self.names("02"), ["second_a", "second_b"])
        self.assertEqual(self.names("02_second"), ["second_a", "second_b"])
        self.assertEqual(self.names("lessons/02_second/second_b.cpp"), ["second_b"])
        self.assertEqual(self.names("second_b", "first"), ["second_b", "first"])
        self.assertEqual(self.names("all"), ["first", "second_a", "second_b"])
        self.assertEqual(self.names("first", "all"), ["first", "second_a", "second_b"])

    def test_a_mistyped_one_is_suggested(self):
        with self.assertRaises(ui.Failure) as caught:
            self.names("secnd")
        self.assertIn("Did you mean second?", str(caught.exception))

    def test_one_is_not_all(self):
        with self.assertRaises(ui.Failure):
            lessons.one("all", self.root)

    def test_a_bad_lesson_toml_is_named(self):
        file = self.root / "lessons" / "01_first" / "lesson.toml"
        for text, said in (
            ('title = "x"\nminutes = 5\n', "idea is missing"),
            ('title = "x"\nidea = "y"\nminutes = "5"\n', "minutes is missing or not a whole number"),
            ("title\n", "cannot be read"),
        ):
            file.write_text(text, encoding="utf-8")
            with self.assertRaises(ui.Failure) as caught:
                lessons.all_lessons(self.root)
            self.assertIn(said, str(caught.exception))
            self.assertIn("lesson.toml", str(caught.exception))
