"""The small virtual-clock asyncio loop that the twins run on: time costs
nothing, is exact, and everything else is as asyncio has it."""

import sys
import tempfile
import textwrap
import time
import unittest
from pathlib import Path

import support

LOOP = support.LESSONS / "common" / "virtual_asyncio.py"


class VirtualAsyncio(unittest.TestCase):
    def run_program(self, text: str):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program_asyncio.py"
            program.write_text("import asyncio, lesson\n" + textwrap.dedent(text), encoding="utf-8")
            return support.run([sys.executable, "-W", "error", str(LOOP), str(program)])

    def check(self, text: str, printed: str):
        ended = self.run_program(text)
        self.assertEqual(ended.stderr, "")
        self.assertEqual(ended.stdout.split(), printed.split())

    def test_an_hour_takes_no_time_and_is_exact(self):
        start = time.monotonic()
        self.check("""
            async def main():
                for _ in range(36000):
                    await asyncio.sleep(0.1)
                print(lesson.clock.now())
            asyncio.run(main())
            """, "3600.0")
        self.assertLess(time.monotonic() - start, 30)

    def test_equal_deadlines_keep_their_order_and_others_are_sorted(self):
        self.check("""
            async def wait(name, seconds):
                await asyncio.sleep(seconds)
                print(name, lesson.clock.now())
            async def main():
                await asyncio.gather(wait("c", 0.3), wait("a", 0.1), wait("b", 0.1), wait("z", 0))
            asyncio.run(main())
            """, "z 0.0 a 0.1 b 0.1 c 0.3")

    def test_holding_the_thread_moves_the_clock_without_yielding(self):
        self.check("""
            async def other():
                await asyncio.sleep(1)
                print("other", lesson.clock.now())
            async def main():
                task = asyncio.create_task(other())
                await asyncio.sleep(0)
                lesson.block_for(2)
                lesson.burn_cpu(0.5)
                print("main", lesson.clock.now())
                await task
            asyncio.run(main())
            lesson.block_for(1)
            print("after", lesson.clock.now())
            lesson.measured("only on the real clock")
            """, "main 2.5 other 2.5 after 3.5")

    def test_sockets_with_both_ends_in_the_loop_work(self):
        self.check("""
            async def serve(reader, writer):
                line = await reader.readline()
                await asyncio.sleep(3)
                writer.write(line)
                await writer.drain()
                writer.close()
            async def main():
                server = await asyncio.start_server(serve, "127.0.0.1", 0)
                port = server.sockets[0].getsockname()[1]
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"hello\\n")
                print((await reader.readline()).decode(), lesson.clock.now())
                writer.close()
                await writer.wait_closed()
                server.close()
            asyncio.run(main())
            """, "hello 3.0")

    def test_threads_hold_the_jump_until_they_have_answered(self):
        self.check("""
            import time
            def work(seconds):
                lesson.block_for(seconds)
                return seconds
            async def main():
                print(await asyncio.gather(asyncio.to_thread(work, 2), asyncio.to_thread(work, 1),
                                           asyncio.to_thread(time.sleep, 0.05)))
                print(lesson.clock.now())
                try:
                    await asyncio.wait_for(asyncio.to_thread(work, 2), 0.5)
                except asyncio.TimeoutError:
                    print("timeout", lesson.clock.now())
            asyncio.run(main())
            """, "[2, 1, None] 2.0 timeout 2.5")

    def test_a_deadlock_is_an_error_and_not_a_test_that_hangs(self):
        ended = self.run_program("""
            async def main():
                await asyncio.Event().wait()
            asyncio.run(main())
            """)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("deadlock: nothing is left that could wake a task", ended.stderr)

    def test_an_error_of_the_program_is_shown(self):
        ended = self.run_program("""
            async def main():
                raise ValueError("as it should")
            asyncio.run(main())
            """)
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("ValueError: as it should", ended.stderr)

    def test_without_a_program_it_says_how_it_is_used(self):
        ended = support.run([sys.executable, str(LOOP)])
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("usage: ", ended.stderr)


if __name__ == "__main__":
    unittest.main()
