#!/usr/bin/env -S MALLOC_ARENA_MAX=2 node --max-semi-space-size=8
// What a document leaves behind is garbage at once: with the default of 16 MB a burst holds 40 MB more, and is no quicker.
// Plain JavaScript that also an old Node can read: it says which one is needed before anything else is loaded.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`gateway needs Node 22.19 or later; this is ${process.version}. Install Node 24 (LTS).`);
  process.exit(2);
}
await import('./compile-cache.js');
await import('../dist/main.js');
