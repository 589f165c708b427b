import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { TestDatabase } from '#kit/server/testing.ts'
import { addCaseFile } from './queries.ts'
import { verifyFile, type VerifyOptions } from '#kit/evidence/verify-file.ts'

/** The parts of the test app that these helpers use. */
type At = {
  database: TestDatabase
  testApp: { app: AppContext; server: FastifyInstance; runJobs: () => Promise<void> }
  world: { companies: { parent: string }; people: { analyst: string } }
  tokens: Record<string, string>
}

/** For tests: requests, builds and downloads case files. */
export function caseFileHelpers(at: At) {
  const headers = (who: string) => ({ authorization: `Bearer ${at.tokens[who]!}` })
  const get = (path: string, who = 'analyst') =>
    at.testApp.server.inject({ url: `/api/${path}`, headers: headers(who) })
  const request = (recordIds: unknown, who = 'analyst', platform = 'domain') =>
    at.testApp.server.inject({
      method: 'POST',
      url: '/api/case-files',
      payload: { platform, recordIds },
      headers: headers(who),
    })
  return {
    get,
    request,
    made: async (recordIds: readonly string[], platform = 'domain') => {
      const response = await request(recordIds, 'analyst', platform)
      expect(response.statusCode, response.body).toBe(200)
      await at.testApp.runJobs()
      return response.json().id as string
    },
    /** Adds a request without a job that would build it. */
    waiting: async (findingIds: readonly string[], title: string) => {
      const id = newId()
      const { companies, people } = at.world
      const caseFile = { id, platform: 'domain', companyIds: [companies.parent], findingIds, title }
      await addCaseFile(at.database.db, { ...caseFile, userId: people.analyst })
      return id
    },
    fileOf: async (id: string) => (await get(`case-files/${id}`)).json(),
    zipOf: async (id: string) => (await get(`case-files/${id}/download`)).rawPayload,
    /** Stores a picture as an upload does; returns the image columns of its finding. */
    storedPicture: async (bytes: Buffer, recorded = sha256(bytes), extension = 'png') => {
      const key = `2026/01/01/${newId()}.${extension}`
      const { bucket } = at.testApp.app.files
      await at.testApp.app.files.put(key, bytes, 'image/png')
      await rows(
        at.database.db,
        sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
          values (${newId()}, ${bucket}, ${key}, 'images', 'shot of it.png', 'image/png', ${bytes.length}, decode(${recorded}, 'hex'))`,
      )
      return { image: 'shot of it.png', imageBucket: bucket, imageKey: key }
    },
  }
}

/** For tests: verifies the bytes of a case file. */
export const verifyBytes = (bytes: Buffer, options?: VerifyOptions) =>
  verifyFile(
    { bytes: bytes.length, read: (from, length) => Promise.resolve(bytes.subarray(from, from + length)) },
    options,
  )

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
