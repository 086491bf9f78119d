import { defineConfig } from 'vitest/config';

// Tests name a room by its source path and run what is built, so that a class exists once in a process and
// worker threads find their files.
export default defineConfig({
  resolve: { alias: [{ find: /^((?:\.\.\/)+)src\//, replacement: '$1dist/' }] },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Most of a test is waiting for a program or the disk.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    server: { deps: { external: [/\/dist\//] } },
    env: { LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  },
});
