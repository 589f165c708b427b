import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longer than their size suggests. Without a cache of durations, as in a fresh clone, vitest starts with
 * the largest files, and one of these at the end leaves the other processors without work.
 */
const longest = [
  // The first journey creates the demo data; the system tests beside it need none, while a second journey would wait.
  'tests/journeys/theme.test.ts',
  'tests/system/start.test.ts',
  'tests/system/backup.test.ts',
  'tests/journeys/security.test.ts',
  'src/features/demo/server/fill-demo-world.db.test.ts',
  'src/app/backup/restore.db.test.ts',
  'src/app/access.db.test.ts',
  'src/features/exports/server/interrupted.db.test.ts',
  'src/features/intake/server/killed-save.db.test.ts',
  'src/kit/server/migrate.db.test.ts',
  'src/app/every-platform.db.test.ts',
  'src/features/page-reading/server/hostile-pages.test.ts',
  'src/kit/server/browser/hostile-pages.test.ts',
  'src/kit/server/workbook-bombs.test.ts',
]

/** Vitest's order, which goes project by project, with the files of a project that are known to be long first. */
export class LongestFirst extends BaseSequencer {
  /** The files in the order in which they start. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(name))
      return at === -1 ? longest.length : at
    }
    const ordered = await super.sort(files)
    const projects = [...new Set(ordered.map(({ project }) => project))]
    // A worker is used again for the next file of its project, and the long journeys leave no tail when they come first.
    return projects.flatMap((one) =>
      ordered.filter(({ project }) => project === one).toSorted((a, b) => rank(a) - rank(b)),
    )
  }
}
