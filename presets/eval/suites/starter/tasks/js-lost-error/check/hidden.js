'use strict';
const assert = require('assert');
const { importAll } = require('./import.js');

process.on('unhandledRejection', (error) => {
  console.error('a rejection was lost:', error.message);
  process.exit(1);
});

async function main() {
  const stored = [];
  const target = {
    async put(id) {
      await new Promise((resolve) => setImmediate(resolve));
      if (id % 3 === 0) throw new Error('refused');
      stored.push(id);
    },
  };
  const records = [6, 1, 2, 3, 4].map((id) => ({ id }));
  const result = await importAll(records, target);
  assert.deepStrictEqual([...stored].sort(), [1, 2, 4]);
  assert.strictEqual(result.imported, 3);
  assert.strictEqual(result.all, 5);
  assert.deepStrictEqual(result.failed, [6, 3]);
  const direct = await importAll([{ id: 1 }, { id: 2 }], {
    put(id) {
      if (id === 1) throw new Error('at once');
    },
  });
  assert.deepStrictEqual([direct.imported, direct.failed], [1, [1]]);
  assert.deepStrictEqual(await importAll([], target), { imported: 0, all: 0, failed: [] });
}

main().then(
  () => require('./test.js'),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
