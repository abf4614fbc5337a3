"""Two threads meet in the price service if the code lets them."""
import threading
import unittest

from stock import SoldOut, Stock


def sell(stock, buyers):
    prices, refused = [], []

    def buy():
        try:
            prices.append(stock.reserve("pen"))
        except SoldOut:
            refused.append(1)

    threads = [threading.Thread(target=buy) for _ in range(buyers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive(), "reserve does not return"
    return prices, refused


class Hidden(unittest.TestCase):
    def test_the_last_piece_is_sold_once(self):
        meeting = threading.Barrier(2)

        def slow(item):
            try:
                meeting.wait(1)
            except threading.BrokenBarrierError:
                pass
            return 7

        stock = Stock({"pen": 1}, slow)
        prices, refused = sell(stock, 2)
        self.assertEqual((prices, len(refused), stock.left("pen")), ([7], 1, 0))

    def test_every_piece_is_sold(self):
        stock = Stock({"pen": 30}, lambda item: 1)
        prices, refused = sell(stock, 40)
        self.assertEqual((len(prices), len(refused), stock.left("pen")), (30, 10, 0))

    def test_a_failing_price_costs_no_piece(self):
        def broken(item):
            raise OSError("no price")

        stock = Stock({"pen": 1}, broken)
        with self.assertRaises(OSError):
            stock.reserve("pen")
        self.assertEqual(stock.left("pen"), 1)
        with self.assertRaises(SoldOut):
            stock.reserve("ink")


unittest.main(argv=["hidden"])
