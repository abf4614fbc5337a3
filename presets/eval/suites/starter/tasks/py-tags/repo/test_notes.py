import contextlib
import io
import os
import tempfile
import unittest

import notes


class NotesTest(unittest.TestCase):
    def test_what_is_added_is_listed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "n")
            notes.main(["--file", path, "add", "buy milk"])
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                notes.main(["--file", path, "list"])
            self.assertEqual(out.getvalue(), "1 buy milk\n")
