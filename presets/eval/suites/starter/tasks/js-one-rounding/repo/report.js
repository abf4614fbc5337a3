'use strict';

// The average, as text with two digits.
function average(amounts) {
  if (amounts.length === 0) return '-';
  let sum = 0;
  for (const amount of amounts) sum += amount;
  const mean = sum / amounts.length;
  const sign = mean < 0 ? -1 : 1;
  const cents = Math.floor(Math.abs(mean) * 100 + 0.5 + 1e-9);
  return ((sign * cents) / 100).toFixed(2);
}

module.exports = { average };
