import { expect, test } from 'vitest'
import type { AppContext } from '#kit/server/serve.ts'
import { readyEmail } from './tool-email.ts'

const app = {
  settings: { appUrl: 'https://console.test', productName: 'Brandkeep', signingSecret: 'secret' },
  files: { bucket: 'bucket' },
} as AppContext

test('S-278 the email of a result of more than 25,000 records has no link to it', () => {
  const file = { name: 'meesho.xlsx', key: 'tools/1.xlsx', mediaType: 'application/zip', bytes: 9, sha256: 'ab' }
  const textOf = (records: number) =>
    readyEmail(app, { jobId: '1', userId: '2', title: { title: 'Meesho Search', path: '/tools' } }, [
      { ...file, records },
    ]).text
  expect(textOf(25_000)).toContain('/api/files/')
  expect(textOf(25_001)).not.toContain('/api/files/')
  expect(textOf(25_001)).toContain('More than 25,000 records cannot be downloaded. Please contact administrator.')
})
