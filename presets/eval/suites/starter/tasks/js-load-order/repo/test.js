'use strict';
const assert = require('assert');
const { loadOrder } = require('./load-order.js');

assert.deepStrictEqual(loadOrder([{ name: 'a' }, { name: 'b', needs: ['a'] }]), ['a', 'b']);
console.log('ok');
