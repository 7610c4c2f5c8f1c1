"""What else an installed library has to bear, and takes a while to try: every header
by itself, the shared form, a program under sanitizers."""

import os
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

from installed import PROGRAM, Installed, WithScratch, compiler, configure_and_build, run

RUN_PER = "matrix"


class InstallFurther(WithScratch):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.static = cls.install_static()
        cls.shared = cls.install_shared()

    def test_nothing_is_installed_but_the_libraries_the_headers_and_the_pc_file(self):
        self.assertEqual(self.shared.others(), {"libcoro.so", "libcoro-held-locks.a", "coro.pc"})

    def test_each_header_compiles_alone(self):
        flags = [*self.static.flags("--cflags"), "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                 "-fsyntax-only"]

        def alone(name: str) -> subprocess.CompletedProcess:
            source = self.folder / (name.replace("/", "_") + ".cpp")
            source.write_text(f"#include <{name}>\n", encoding="utf-8")
            return run([*compiler(), source, *flags], check=False)

        headers = self.static.headers()
        self.assertGreater(len(headers), 20)
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            for name, ended in zip(headers, pool.map(alone, headers)):
                with self.subTest(header=name):
                    self.assertEqual((ended.returncode, ended.stderr), (0, ""))

    def test_a_program_uses_the_shared_library(self):
        self.compile(PROGRAM, self.shared.flags("--cflags", "--libs"))
        self.check_program(LD_LIBRARY_PATH=str(self.shared.libraries))
        needed = run(["ldd", self.folder / "program"],
                     LD_LIBRARY_PATH=str(self.shared.libraries)).stdout
        self.assertIn(str(self.shared.libraries / "libcoro.so"), needed)

    def test_a_program_may_be_sanitized_though_the_library_is_not(self):
        """Frames are pooled in the one and not in the other, and must not meet."""
        optimized = Installed(
            configure_and_build(self.folder / "build-optimized", "static", optimization=2),
            self.folder / "optimized")
        for form in (self.static, self.shared, optimized):
            self.compile(PROGRAM, [*form.flags("--cflags", "--libs"), "-fsanitize=address,undefined"])
            self.check_program(LD_LIBRARY_PATH=str(form.libraries), CORO_DEBUG="1")


if __name__ == "__main__":
    unittest.main()
