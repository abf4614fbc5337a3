'use strict';
const assert = require('assert');
const fs = require('fs');
const { roundMoney } = require('./money.js');
const { total } = require('./invoice.js');
const { refund } = require('./refund.js');
const { average } = require('./report.js');

const rule = (amount) => ((amount < 0 ? -1 : 1) * Math.floor(Math.abs(amount) * 100 + 0.5 + 1e-9)) / 100;
let state = 7;
const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
const amounts = [0, 1.005, 2.675, -1.005, -2.5, 0.005, -0.004, 1e6 + 0.015];
for (let i = 0; i < 500; i++) amounts.push((next() - 0.5) * 1000);
for (const amount of amounts) {
  assert.strictEqual(roundMoney(amount), rule(amount), `roundMoney(${amount})`);
  const lines = [{ count: 1, price: amount }, { count: 3, price: -amount / 7 }];
  assert.strictEqual(total(lines), 0 + rule(amount) + rule(3 * (-amount / 7)), `total of ${amount}`);
  const fee = next() * 100;
  assert.strictEqual(refund(amount, fee), amount - fee <= 0 ? 0 : rule(amount - fee), `refund(${amount}, ${fee})`);
  assert.strictEqual(average([amount, fee]), rule((0 + amount + fee) / 2).toFixed(2), `average of ${amount}, ${fee}`);
}
assert.strictEqual(average([]), '-');
assert.strictEqual(total([]), 0);
for (const file of ['invoice.js', 'refund.js', 'report.js']) {
  const text = fs.readFileSync(file, 'utf8');
  assert(/require\(['"]\.\/money(\.js)?['"]\)/.test(text), `${file} does not use money.js`);
  assert(!/Math\.(floor|round|trunc)/.test(text), `${file} still rounds by itself`);
}
require('./test.js');
