'use strict';
const assert = require('assert');
const { total } = require('./invoice.js');

assert.strictEqual(total([{ count: 2, price: 1.25 }]), 2.5);
console.log('ok');
