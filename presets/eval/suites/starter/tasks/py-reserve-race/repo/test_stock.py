import unittest

from stock import SoldOut, Stock


class StockTest(unittest.TestCase):
    def test_reserve_takes_one(self):
        stock = Stock({"pen": 1}, lambda item: 5)
        self.assertEqual(stock.reserve("pen"), 5)
        self.assertEqual(stock.left("pen"), 0)
        with self.assertRaises(SoldOut):
            stock.reserve("pen")
