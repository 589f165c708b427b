import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { platforms } from '#platforms/all.ts'
import { domain } from '#platforms/domain.ts'
import type { Platform } from '#platforms/platform.ts'

const { at, get, post, one, stored } = setUpActionTests()

describe('comments', () => {
  const paths = {
    domain: 'C-285',
    website: 'C-286',
    'social-media': 'C-287',
    'app-store': 'C-288',
    'e-commerce': 'C-289',
  }
  const pathOf = (platform: Platform, id: string) =>
    `${platform.path}/${id}/${platform.value === 'e-commerce' ? 'update-client-comment' : 'update-comment'}`

  test.each(platforms.map((platform) => [paths[platform.value], platform.title, platform] as const))(
    '%s C-317 C-318 a comment on %s is shown on the record, each one is stored, and the message is the platform’s',
    async (_id, title, platform) => {
      const id = await one(platform, '55')
      const comment = (clientComment: string) => post(pathOf(platform, id), { clientComment, module: 'trap-purchase' })
      const answer = await comment('  Please act.  ')
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { message: title === 'E-commerce' ? 'Comment upated successfully.' : 'Comment updated successfully.' },
      ])
      await comment('Done?')
      expect(await stored(id)).toMatchObject({ client_comment: 'Done?', version: 3, status: '55' })
      const saved = await rows(
        at.database.db,
        sql`select comment, user_id from comments where finding_id = ${id} order by id`,
      )
      expect(saved).toEqual([
        { comment: 'Please act.', user_id: at.world.people.client },
        { comment: 'Done?', user_id: at.world.people.client },
      ])
    },
  )
  test('an empty or too long comment, a stranger and staff are rejected, and nothing is stored', async () => {
    const id = await one(domain, '33')
    const status = async (clientComment: unknown, who?: string) =>
      (await post(pathOf(domain, id), { clientComment }, who)).statusCode
    expect(await status('   ')).toBe(422)
    expect(await status(undefined)).toBe(422)
    expect(await status('x'.repeat(2001))).toBe(422)
    // Control characters are rejected (G107); tabs and line breaks are allowed.
    for (const sign of ['\u0000', '\u0007', '\u001b', '\u007f']) expect(await status(`a${sign}b`)).toBe(422)
    expect(await status('hello', 'foreignClient')).toBe(404)
    expect(await status('hello', 'admin')).toBe(403)
    expect(await stored(id)).toMatchObject({ client_comment: null, version: 1 })
    expect(await status('a\tb\nc')).toBe(200)
    expect(await status('x'.repeat(2000))).toBe(200)
  })

  type Answer = { comments: { comment: string; author: string | null; createdAt: string | null }[] }
  const commentsOf = async (id: string, who = 'client') => {
    const answer = await get(`domain/${id}/comments`, who)
    return { status: answer.statusCode, comments: answer.statusCode === 200 ? answer.json<Answer>().comments : [] }
  }

  test('all comments are listed, the newest first, with author, time and lines', async () => {
    const id = await one(domain, '33')
    expect(await commentsOf(id)).toEqual({ status: 200, comments: [] })
    const lines = 'Please act:\n- the shop\n- the pictures'
    for (const clientComment of [lines, 'Any news?', 'Any news?'])
      expect((await post(pathOf(domain, id), { clientComment })).statusCode).toBe(200)
    const { comments } = await commentsOf(id)
    expect(comments.map(({ comment }) => comment)).toEqual(['Any news?', 'Any news?', lines])
    for (const { author, createdAt } of comments) {
      expect(author).toBe('First Last')
      expect(Date.parse(createdAt!)).toBeGreaterThan(Date.now() - 60_000)
    }
    expect((await commentsOf(id, 'analyst')).comments).toHaveLength(3)
    expect((await commentsOf(id, 'foreignClient')).status).toBe(404)
    expect((await commentsOf(newId())).status).toBe(404)
  })

  test('a comment that came with the data is listed without an author, and kept when a Client writes another', async () => {
    const id = await one(domain, '33')
    await sql`update findings set client_comment = 'From the sheet' where id = ${id}`.execute(at.database.db)
    const imported = { comment: 'From the sheet', author: null }
    expect((await commentsOf(id)).comments).toEqual([{ id, ...imported, createdAt: null }])
    await post(pathOf(domain, id), { clientComment: 'Seen' })
    await post(pathOf(domain, id), { clientComment: 'Seen again' })
    expect((await commentsOf(id)).comments).toMatchObject([
      { comment: 'Seen again' },
      { comment: 'Seen' },
      { ...imported, author: null },
    ])
    expect(await stored(id)).toMatchObject({ client_comment: 'Seen again' })
  })
})
