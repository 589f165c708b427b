import { expect, test } from 'vitest'
import { decisionQueue } from './decision-queue.ts'

/** Decides in turn, without waiting, on a row in status 11; the row shows each decision at once. Returns where each goes back to. */
async function backTo(decided: readonly { status: string; fails: boolean }[]) {
  const queue = decisionQueue<string | undefined>()
  const found: string[] = []
  let shown = '11'
  for (const { status, fails } of decided) {
    void queue.add(
      { id: 'one', status: shown },
      (before) => {
        found.push(before)
        return Promise.resolve(fails ? undefined : status)
      },
      (now) => now,
    )
    shown = status
  }
  await queue.stored()
  return found
}

test('a decision that fails after another one goes back to the status that the server has', async () => {
  const second = { status: '33', fails: true }
  expect(await backTo([{ status: '22', fails: true }, second])).toEqual(['11', '11'])
  expect(await backTo([{ status: '22', fails: false }, second])).toEqual(['11', '22'])
})

test('decisions on one finding run one after another, on two at once', async () => {
  const queue = decisionQueue<number>()
  const first = Promise.withResolvers<number>()
  const begun: string[] = []
  const add = (id: string, result: Promise<number>) =>
    queue.add(
      { id, status: '11' },
      () => {
        begun.push(id)
        return result
      },
      () => undefined,
    )
  void add('one', first.promise)
  void add('one', Promise.resolve(2))
  void add('other', Promise.resolve(3))
  await new Promise((done) => setTimeout(done))
  expect(begun).toEqual(['one', 'other'])
  first.resolve(1)
  await queue.stored()
  expect(begun).toEqual(['one', 'other', 'one'])
})
