'use strict';
const assert = require('assert');
const { loadOrder } = require('./load-order.js');

const list = (text) =>
  text.split(' ').map((word) => {
    const [name, needs] = word.split(':');
    return needs ? { name, needs: needs.split(',') } : { name };
  });
const order = (text) => loadOrder(list(text)).join(' ');
assert.strictEqual(order('b:a a'), 'a b');
assert.strictEqual(order('c b a'), 'c b a');
assert.strictEqual(order('d:b,c a b:a c:a e'), 'a b c d e');
assert.strictEqual(order('x:z y z'), 'y z x');
assert.deepStrictEqual(loadOrder([]), []);
const given = list('b:a a');
loadOrder(given);
assert.deepStrictEqual(given, list('b:a a'), 'the list of the caller was changed');
assert.throws(() => order('a b:x'), { message: 'plugin "b" needs "x", which is not installed' });
assert.throws(() => order('a:b b:c c:a'), { message: 'plugins need each other: a -> b -> c -> a' });
assert.throws(() => order('free c:a a:b b:c'), { message: 'plugins need each other: c -> a -> b -> c' });
assert.throws(() => order('s:s'), { message: 'plugins need each other: s -> s' });
assert.throws(() => order('out:a a:b b:a'), { message: 'plugins need each other: a -> b -> a' });
require('./test.js');
