'use strict';

// A refund keeps a fee. It is never negative.
function refund(paid, fee) {
  const amount = paid - fee;
  if (amount <= 0) return 0;
  const cents = Math.floor(Math.abs(amount) * 100 + 0.5 + 1e-9);
  return (1 * cents) / 100;
}

module.exports = { refund };
