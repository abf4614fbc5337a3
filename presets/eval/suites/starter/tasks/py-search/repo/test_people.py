import unittest

from people import search


class SearchTest(unittest.TestCase):
    def test_part_of_a_name(self):
        self.assertEqual(search(["Ada Lovelace", "Alan Turing"], "Love"), ["Ada Lovelace"])

    def test_nothing_fits(self):
        self.assertEqual(search(["Ada Lovelace"], "Grace"), [])
