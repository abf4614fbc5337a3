import os
import subprocess
import sys
import tempfile
import unittest


class Hidden(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "n")

    def notes(self, *words):
        return subprocess.run([sys.executable, "notes.py", "--file", self.path, *words], check=True,
                              stdout=subprocess.PIPE, text=True).stdout

    def test_tags_are_stored_shown_and_filtered(self):
        self.notes("add", "buy milk", "--tag", "shop", "--tag", "Home")
        self.notes("add", "sleep", "--tag", "home")
        self.notes("add", "work")
        self.assertEqual(self.notes("list"), "1 buy milk [home, shop]\n2 sleep [home]\n3 work\n")
        self.assertEqual(self.notes("list", "--tag", "SHOP"), "1 buy milk [home, shop]\n")
        self.assertEqual(self.notes("list", "--tag", "none"), "")

    def test_a_tag_counts_once(self):
        self.notes("add", "x", "--tag", "a", "--tag", "A")
        self.assertEqual(self.notes("list"), "1 x [a]\n")

    def test_old_files_are_read(self):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write('{"number": 4, "text": "old"}\n')
        self.notes("add", "new", "--tag", "t")
        self.assertEqual(self.notes("list"), "4 old\n5 new [t]\n")


unittest.main(argv=["hidden"])
