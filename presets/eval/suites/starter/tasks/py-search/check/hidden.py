import unittest

from people import search

PEOPLE = ["Ada Lovelace", "José Ørsted", "Alan Turing", "Adam Smith"]


class Hidden(unittest.TestCase):
    def finds(self, wanted, *names):
        self.assertEqual(list(search(PEOPLE, wanted)), list(names), wanted)

    def test_case_and_accents(self):
        self.finds("jose", "José Ørsted")
        self.finds("JOSÉ", "José Ørsted")
        self.finds("turing", "Alan Turing")
        self.finds("jose\u0301", "José Ørsted")  # written with a combining accent

    def test_words_in_any_order(self):
        self.finds("lovelace ada", "Ada Lovelace")
        self.finds("smith love")

    def test_what_comes_with_a_copy(self):
        self.finds("  Alan\u00a0Turing \n", "Alan Turing")
        self.finds("Ada   Lovelace", "Ada Lovelace")

    def test_what_worked_before(self):
        self.finds("Ada", "Ada Lovelace", "Adam Smith")
        self.finds("Love", "Ada Lovelace")
        self.finds("Grace")


unittest.main(argv=["hidden"])
