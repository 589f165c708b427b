import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/setup/longest-first.ts'

const shared = {
  environment: 'node',
  globals: false,
  testTimeout: 30_000,
  setupFiles: 'tests/setup/time-limits.ts',
} as const
/** PostgreSQL starts once for all projects of a run; each file gets databases of its own. */
const withDatabase = {
  ...shared,
  globalSetup: ['tests/setup/postgres.ts'],
  testTimeout: 120_000,
  hookTimeout: 150_000,
  // What is waited for here a worker or a browser does; vitest's own limit of one second is over on a busy machine.
  expect: { poll: { timeout: 30_000 } },
}

/** `npx vitest run --project server --sequence.shuffle.files --sequence.seed 1` finds tests that depend on their order. */
const isShuffled = process.argv.some((one) => one.startsWith('--sequence.shuffle'))

/** unit: no database. server: a real PostgreSQL. journeys: the whole program, some in a real browser. */
export default defineConfig({
  test: {
    // One more than processors: a test that waits for a browser, a database or a process leaves one of them idle.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    globalSetup: ['tests/setup/run-folder.ts'],
    ...(isShuffled ? {} : { sequence: { sequencer: LongestFirst } }),
    projects: [
      {
        test: {
          ...shared,
          // Modules are loaded once for all test files of a worker; tests mock none of them.
          isolate: false,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/mutations/*.test.ts'],
          exclude: ['src/**/*.db.test.ts', 'src/app/*.test.ts'],
        },
      },
      {
        test: {
          ...withDatabase,
          isolate: false,
          name: 'server',
          include: ['src/**/*.db.test.ts', 'src/app/*.test.ts'],
        },
      },
      {
        test: {
          ...withDatabase,
          isolate: false,
          name: 'journeys',
          include: ['tests/{system,journeys}/**/*.test.ts'],
          testTimeout: 180_000,
          // The first journeys of a run fill the demo data.
          hookTimeout: 400_000,
        },
      },
    ],
  },
})
