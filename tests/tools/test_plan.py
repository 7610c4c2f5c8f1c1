"""./lab plan: what it prints for a course that is half written, that its file fits the
lessons there are, and what it says to a mistake."""

import unittest

import tools
from labkit import cli, lessons, plan, ui

KNOWN = {
    "course": ["01_first", "02_second", "03_third"],
    "plan-90": ["first", "second", "third"],
    "length-90": 90,
    "step": ["third", "second"],
    "before": ["./lab setup  the day before"],
    "projector": ["./lab doctor  there"],
    "first": "Why?",
    "second": "How?",
    "third": "When?",
}


class Printed(unittest.TestCase):
    def setUp(self):
        context = tools.folder()
        self.root = tools.clone(context.__enter__())  # with the first two
        self.addCleanup(context.__exit__, None, None, None)

    def made(self):
        return plan.make("90", KNOWN, lessons.all_lessons(self.root))

    def test_lessons_in_order_with_minutes_and_questions(self):
        text = "\n".join(plan.lines(self.made()))
        self.assertIn("01   first   5    0:00  Why?\n02   second  5    0:05  How?\n", text)
        self.assertIn("The day before:\n    ./lab setup  the day before\n", text)
        self.assertIn("machine:\n    ./lab doctor  there\n", text)

    def test_what_is_not_written_takes_no_minutes(self):
        made = self.made()
        self.assertEqual((made.minutes, made.unwritten), (10, ["third"]))
        text = "\n".join(plan.lines(made))
        self.assertIn("03   third   -    -     (not written yet) When?", text)
        self.assertIn("\n10 minutes of 90; 1 lesson is not written yet.", text)

    def test_it_counts_once_it_is_written(self):
        folder = self.root / "lessons" / "03_third"
        folder.mkdir()
        (folder / "lesson.toml").write_text('title = "T"\nidea = "I."\nminutes = 75\n', encoding="utf-8")
        text = "\n".join(plan.lines(self.made()))
        self.assertIn("03   third   75   0:10  When?", text)
        self.assertIn("\n85 minutes of 90.", text)

    def test_a_plan_may_give_a_lesson_other_minutes(self):
        known = {**KNOWN, "plan-90": ["first 3", "second", "third 70"]}
        made = plan.make("90", known, lessons.all_lessons(self.root))
        self.assertEqual([row.minutes for row in made.rows], [3, 5, None])
        self.assertEqual(made.minutes, 8)

    def test_what_is_to_be_stepped(self):
        text = "\n".join(plan.lines(self.made()))
        self.assertIn("To be stepped: second (", text)
        self.assertNotIn("stepped: third", text)

    def test_a_narrow_terminal(self):
        rows = [line for line in plan.lines(self.made(), 44) if line[:2] in ("no", "01", "02", "03", "  ")]
        self.assertGreater(len(rows), 4)
        self.assertLessEqual(max(map(len, rows)), 44)


class File(unittest.TestCase):
    """lessons/plans.toml."""

    def setUp(self):
        self.known = plan.facts()
        self.course = self.known["course"]
        self.ids = [entry[3:] for entry in self.course]

    def test_it_knows_every_lesson_there_is(self):
        for lesson in lessons.all_lessons():
            self.assertIn(lesson.folder.name, self.course)

    def test_each_plan_has_only_lessons_of_the_course_in_their_order(self):
        self.assertEqual(plan.names(self.known), ["90", "120", "day"])
        for name in plan.names(self.known):
            with self.subTest(plan=name):
                places = [self.ids.index(each) for each, _ in plan.entries(name, self.known)]
                self.assertEqual(places, sorted(set(places)))

    def test_each_has_a_question_that_fits_on_a_line(self):
        for name in plan.names(self.known):
            for each, _ in plan.entries(name, self.known):
                with self.subTest(plan=name, lesson=each):
                    self.assertTrue(self.known[each].endswith("?"))
                    self.assertLess(len(self.known[each]), 90)

    def test_a_longer_plan_has_all_of_a_shorter_one(self):
        short, middle, long = (set(dict(plan.entries(name, self.known))) for name in ("90", "120", "day"))
        self.assertLess(short, middle)
        self.assertLess(middle, long)

    def test_the_minutes_fit(self):
        written = lessons.all_lessons()
        for name in plan.names(self.known):
            made = plan.make(name, self.known, written)
            # What the plan itself gives a lesson counts before that is written.
            to_come = sum(minutes or 0 for each, minutes in plan.entries(name, self.known) if each in made.unwritten)
            self.assertLessEqual(made.minutes + to_come, made.length, f"the lessons of plan {name} take too long")

    def test_the_commands_it_names_exist(self):
        for item in self.known["before"] + self.known["projector"]:
            self.assertIn(item.split()[1], cli.COMMANDS)
        self.assertLessEqual(set(self.known["step"]), set(self.ids))


class Mistakes(unittest.TestCase):
    def fails(self, words, *said):
        with self.assertRaises(ui.Failure) as caught:
            cli.main(words)
        self.assertEqual(caught.exception.status, 2)
        for part in said:
            self.assertIn(part, str(caught.exception))

    def test_no_plan_or_one_that_there_is_not(self):
        self.fails(["plan"], "90|120|day")
        self.fails(["plan", "dya"], "dya is not one of 90, 120, day", "Did you mean day?")
        self.fails(["plan", "90", "120"], "unexpected 120")

    def test_a_file_that_cannot_be_read(self):
        with tools.folder() as place:
            for text in (None, "course = 7 8\n"):
                if text:
                    (place / "lessons").mkdir()
                    (place / "lessons" / "plans.toml").write_text(text, encoding="utf-8")
                with self.assertRaises(ui.Failure) as caught:
                    plan.facts(place)
                self.assertIn("plans.toml cannot be read", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
