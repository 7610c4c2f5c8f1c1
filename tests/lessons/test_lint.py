"""Proves of every rule of the lint that it fires where it should and not where
it should not, and then holds the lessons and examples to all of them."""

import unittest

import cpp_source
import lint
import support

# For every rule, what it must find: in line 2, or 3 where a variable is stored first.
BAD = {
    "condition": [
        "task<> f() {\n  if (co_await read() == 0) co_return;\n}",
        "task<> f() {\n  while (co_await next()) {\n  }\n}",
        "task<> f() { int x;\n  do {} while (co_await next());\n}",
        "task<> f() {\n  for (; co_await next();) {\n  }\n}",
        "task<> f() {\n  switch (co_await next()) {\n  case 1: break;\n  }\n}",
        "task<> f() {\n  if constexpr (co_await next()) {\n  }\n}",
    ],
    "two-awaits": [
        "task<> f() {\n  g(co_await a(), co_await b());\n}",
        "task<> f() {\n  const int sum = co_await a() + co_await b();\n}",
        "task<> f() {\n  co_await g(co_await a());\n}",
    ],
    "unnamed-result": [
        "task<> f() {\n  lesson::say(\"{}\", co_await a());\n}",
        "task<> f() {\n  const auto size = (co_await fetch()).size();\n}",
        "task<> f() {\n  const int x = 1 + co_await a();\n}",
        "task<> f() {\n  total += co_await a();\n}",
    ],
    "ternary": [
        "task<> f() {\n  auto x = b ? co_await g() : h;\n}",
        "task<> f() {\n  co_await (b ? f() : g());\n}",
    ],
    "braced-argument": [
        "task<> f() {\n  co_await g({1, 2, 3});\n}",
        "task<> f() {\n  auto x = co_await g(1, {2, 3});\n}",
    ],
    "temporary": [
        "task<> f() {\n  co_await g(options{1, 2});\n}",
        "task<> f() {\n  R r{co_await g(), \"s\"};\n}",
        "task<> f() {\n  auto p = new T(co_await g());\n}",
        "task<> f() {\n  co_await g(std::string(\"x\"));\n}",
        "task<> f() {\n  co_await g(std::vector<int>(3));\n}",
    ],
    "capturing-lambda": [
        "task<> f() {\n  co_await g([x] { return x; });\n}",
        "task<> f() {\n  co_await g([&](int a) -> task<> { co_return; });\n}",
        "task<> f() {\n  auto r = co_await coro::to_thread([=] { return 1; }, 2);\n}",
    ],
    "named-task": [
        "task<> f() {\n  auto t = g(1);\n  co_await t;\n}",
        "task<> f() {\n  coro::task<int> t = g(1);\n  auto x = co_await std::move(t);\n}",
        "task<> f() {\n  auto t = coro::gather(a(), b());\n  co_await t;\n}",
        "task<> f() {\n  auto t = g<int>(1);\n  co_await t;\n}",
    ],
    "borrowed-parameter": [
        "\ncoro::task<> f(const std::string& name) { co_return; }",
        "\ncoro::task<int> f(int a, std::string const& name);",
        "\ncoro::task<std::vector<int>> f(std::string_view name) { co_return g; }",
        "\nauto f = [](std::span<const char> bytes) -> coro::task<> { co_return; };",
        "\ncoro::task<> f(std::initializer_list<int> all) { co_return; }",
        "\ncoro::task<> server::serve(page&& p) { co_return; }",
    ],
    "using-namespace": [
        "\nusing namespace coro;",
        "\nusing namespace std;",
        "task<> f() {\n  using namespace coro;\n}",
    ],
    "dropped-guard": [
        "task<> f() {\n  co_await limit.acquire();\n}",
        "task<> f() {\n  co_await lock->lock();\n}",
        "task<> f() {\n  if (x) co_await limit.acquire();\n}",
    ],
}

GOOD = [
    "task<> f() {\n  const int first = co_await a;\n  auto [b, c] = co_await g(1, 2);\n}",
    "task<> f() {\n  auto t = coro::create_task(g(1), \"g\");\n  const int x = co_await t;\n}",
    "task<> f() {\n  auto h = group.start(g(1));\n  auto x = co_await std::move(h);\n}",
    "task<> f() {\n  for (auto& next : coro::as_completed(all)) {\n    auto r = co_await next;\n  }\n}",
    "task<> f() {\n  auto body = [&](coro::task_group& group) -> coro::task<> {\n"
    "    co_await g();\n    co_await h();\n  };\n  co_await coro::with_task_group(body);\n}",
    "task<> f() {\n  if (x) co_await a(); else co_await b();\n}",
    "task<> f() {\n  switch (x) {\n  case 1: co_await a(); break;\n  default: co_await b();\n  }\n}",
    "task<> f() {\n  for (int i = 0; i < 3; ++i) {\n    co_await coro::yield();\n  }\n}",
    "task<> f() {\n  auto guard = co_await limit.acquire();\n}",
    "task<int> f() {\n  co_return co_await g();\n}",
    "task<> f() {\n  auto x = co_await g(values[3], names[i]);\n}",
    "task<> f() {\n  auto& [a, b] = co_await g();\n}",
    "task<> f() {\n  auto r = co_await coro::to_thread([] { return 1; });\n}",
    "coro::task<> f(coro::semaphore& limit, std::string name, const int n) { co_return; }",
    "coro::task<> f(std::vector<std::string> names, lesson::stopwatch watch) { co_return; }",
    "void g(const std::string& name, std::string_view other);",
    "using namespace std::chrono_literals;\nusing namespace std::literals;",
    "// if (co_await read()) and using namespace coro;\nconst char* s = \"co_await ? {\";",
    "int g() {\n  std::vector<int> v{1, 2};\n  return x ? 1 : 2;\n}",
    "const int n = 100'000; const char q = '\"'; const char b = '{';",
    "auto s = R\"(if (co_await x) {)\";",
    "#define AWAIT if (co_await x) {\nint y;",
]


class Rules(unittest.TestCase):
    def test_every_rule_has_something_it_must_find(self):
        self.assertEqual(set(BAD), set(lint.RULES))

    def test_every_rule_fires(self):
        for rule, sources in BAD.items():
            for text in sources:
                with self.subTest(rule=rule, source=text):
                    found = [(one.line, one.rule) for one in lint.check(text)]
                    self.assertIn((3 if rule == "named-task" else 2, rule), found)

    def test_what_is_well_written_passes(self):
        for text in GOOD:
            with self.subTest(source=text):
                self.assertEqual([str(one) for one in lint.check(text)], [])

    def test_a_finding_names_the_cure(self):
        (found,) = lint.check(BAD["dropped-guard"][0])
        self.assertRegex(str(found), r"^line 2: dropped-guard: .*auto guard = co_await")


class Reading(unittest.TestCase):
    def test_the_body_of_a_lambda_is_not_part_of_its_statement(self):
        text = "auto f = [&](int x) mutable -> task<> { co_await a(); g(); };"
        shown = [" ".join(cpp_source.texts(one)) for one in cpp_source.statements(text)]
        self.assertEqual(shown, [
            "co_await a ( )", "g ( )",
            "auto f = [ & ] ( int x ) mutable -> task < > {lambda}"])

    def test_blocks_end_statements_and_lists_do_not(self):
        text = "int main() { struct s { int x = 1; }; f({1, 2}); T t{3}; if (a) { b(); } else c(); }"
        shown = [" ".join(cpp_source.texts(one)) for one in cpp_source.statements(text)]
        self.assertEqual(shown, [
            "int main ( )", "struct s", "int x = 1", "f ( { 1 , 2 } )", "T t { 3 }", "if ( a )",
            "b ( )", "else c ( )"])

    def test_tokens_know_their_line(self):
        text = "/* a\n b */ x\n\n// c\ny \"s\" 1'000 z"
        self.assertEqual([(one.text, one.line) for one in cpp_source.tokens(text)],
                         [("x", 2), ("y", 5), ('"s"', 5), ("1'000", 5), ("z", 5)])


class Sources(unittest.TestCase):
    def test_lessons_and_examples_follow_every_rule(self):
        files = support.cpp_files()
        self.assertTrue(files)
        for path in files:
            with self.subTest(file=str(path.relative_to(support.ROOT))):
                found = lint.check(path.read_text(encoding="utf-8"))
                self.assertEqual([str(one) for one in found], [])


if __name__ == "__main__":
    unittest.main()
