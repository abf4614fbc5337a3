"""What is in stock, and selling it."""


class SoldOut(Exception):
    pass


class Stock:
    def __init__(self, pieces, price_of):
        self._pieces = dict(pieces)
        self._price_of = price_of

    def left(self, item):
        return self._pieces.get(item, 0)

    def reserve(self, item):
        """Takes one piece and returns its price. Raises SoldOut when there is none."""
        left = self.left(item)
        if left == 0:
            raise SoldOut(item)
        price = self._price_of(item)
        self._pieces[item] = left - 1
        return price
