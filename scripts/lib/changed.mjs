import { root, run } from './node.mjs'

/**
 * Files that differ from the branch `base`, committed or not, and new ones. On that branch itself: what is not
 * committed. Throws when there is no such branch.
 */
export async function changedFiles(base) {
  const git = async (...flags) => {
    const { code, text } = await run('git', flags, { output: 'captured', cwd: root })
    if (code !== 0) throw new Error(`git ${flags.join(' ')}: ${text.trim()}`)
    return text.split('\n').filter(Boolean)
  }
  const [start = ''] = await git('merge-base', base, 'HEAD')
  const known = await git('diff', '--name-only', '--no-renames', start)
  return [...known, ...(await git('ls-files', '--others', '--exclude-standard'))]
}

/**
 * What `npm test -- --changed` runs besides all checks and unit tests: path prefixes of server tests and of journeys.
 * The server's import graph does not help, since most of its tests use the complete API. So: the tests of the features
 * that changed, and those of src/app, which go through every feature; for a tool or a platform those of findings too.
 */
export function testsFor(files) {
  const server = new Set()
  const journeys = new Set()
  for (const file of files) {
    const feature = /^src\/features\/[^/]+\//.exec(file)?.[0]
    if (/^tests\/.*\.test\.ts$/.test(file)) journeys.add(file)
    if (!feature && !/^(src|db)\//.test(file)) continue
    if (/\/web\//.test(file)) continue
    server.add('src/app/')
    if (feature) server.add(feature)
    else for (const folder of ['src/kit/', 'src/features/findings/']) server.add(folder)
  }
  return { server: [...server].sort(), journeys: [...journeys].sort() }
}
