'use strict';

// plugins: [{ name, needs: [names] }], as in the file; `needs` may be missing.
function loadOrder(plugins) {
  return plugins.map((plugin) => plugin.name);
}

module.exports = { loadOrder };
