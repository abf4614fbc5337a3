'use strict';
const assert = require('assert');
const { importAll } = require('./import.js');

const stored = new Map();
const target = { put: async (id, record) => void stored.set(id, record) };
importAll([{ id: 1 }, { id: 2 }], target).then((result) => {
  assert.strictEqual(result.imported, 2);
  assert.strictEqual(stored.size, 2);
  console.log('ok');
});
