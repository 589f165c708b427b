import { expect, onTestFinished, test, vi } from 'vitest'
import { lastUndo } from './last-undo.ts'

function decision() {
  const undone = vi.fn<() => void>()
  const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
  return { sent: promise, undone, store: () => resolve(undone), refuse: () => resolve(undefined) }
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
  last.undo()
  second.store()
  await settled()
  expect([first.undone.mock.calls.length, second.undone.mock.calls.length]).toEqual([0, 1])
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
