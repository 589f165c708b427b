import { expect, onTestFinished, test, vi } from 'vitest'
import { lastUndo, type StoredDecision } from './last-undo.ts'

function decision() {
  const undone = vi.fn<() => boolean>(() => true)
  const showAgain = vi.fn<(milliseconds: number) => void>()
  const stored = { run: undone, showAgain }
  const { promise, resolve } = Promise.withResolvers<StoredDecision | undefined>()
  return { sent: promise, stored, undone, showAgain, store: () => resolve(stored), refuse: () => resolve(undefined) }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('Undo before the answer undoes that decision, not the one before it', async () => {
  const last = lastUndo(10_000)
  const [first, second] = [decision(), decision()]
  last.offer(first.sent)
  first.store()
  await settled()
  last.offer(second.sent)
  last.undo()
  second.store()
  await settled()
  expect([first.undone.mock.calls.length, second.undone.mock.calls.length]).toEqual([0, 1])
})

test('each further Undo undoes the decision before, and offers the one before that again', async () => {
  const last = lastUndo(10_000)
  const all = [decision(), decision(), decision(), decision()]
  for (const one of all) last.offer(one.sent)
  for (const one of all) one.store()
  await settled()
  const undone = () => all.map((one) => one.undone.mock.calls.length)
  last.undo()
  last.undo()
  await settled()
  expect(undone()).toEqual([0, 0, 1, 1])
  expect(all[1]!.showAgain).toHaveBeenCalledOnce()
  // Undone by its own button.
  last.undone(all[1]!.stored)
  last.undo()
  last.undo()
  await settled()
  expect(undone()).toEqual([1, 0, 1, 1])
})

test('a decision that was undone by its own button meanwhile is passed over', async () => {
  const last = lastUndo(10_000)
  const [first, second] = [decision(), decision()]
  last.offer(first.sent)
  last.offer(second.sent)
  first.store()
  second.store()
  await settled()
  second.undone.mockReturnValue(false)
  last.undo()
  await settled()
  expect(first.undone).toHaveBeenCalledOnce()
})

test('the last decision is the one made last, whichever answer comes last', async () => {
  const last = lastUndo(10_000)
  const [first, second] = [decision(), decision()]
  last.offer(first.sent)
  last.offer(second.sent)
  second.store()
  await settled()
  first.store()
  await settled()
  last.undo()
  await settled()
  expect([first.undone.mock.calls.length, second.undone.mock.calls.length]).toEqual([0, 1])
})

test('a refused decision, and one that is too old, is not undone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const last = lastUndo(10_000)
  const [refused, old] = [decision(), decision()]
  last.offer(refused.sent)
  last.undo()
  refused.refuse()
  last.offer(old.sent)
  old.store()
  await settled()
  vi.advanceTimersByTime(10_001)
  last.undo()
  await settled()
  expect(old.undone).not.toHaveBeenCalled()
})
