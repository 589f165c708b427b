import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/setup/longest-first.ts'

const shared = { environment: 'node', globals: false, testTimeout: 30_000 } as const
/** PostgreSQL starts once for the whole run; each file gets databases of its own. */
const withDatabase = { ...shared, globalSetup: ['tests/setup/postgres.ts'], testTimeout: 30_000, hookTimeout: 60_000 }

/** unit: no database. server: a real PostgreSQL. journeys: the whole program, some in a real browser. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          // Modules are loaded once for all test files of a worker; tests mock none of them.
          isolate: false,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
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
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
