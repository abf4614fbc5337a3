'use strict';

function total(lines) {
  let sum = 0;
  for (const line of lines) {
    const amount = line.count * line.price;
    const sign = amount < 0 ? -1 : 1;
    const cents = Math.floor(Math.abs(amount) * 100 + 0.5 + 1e-9);
    sum += (sign * cents) / 100;
  }
  return sum;
}

module.exports = { total };
