import { expect, test } from 'vitest'
import { nextTurn } from './visit-due.ts'

/** Many watches of one host that are due at once, processed whenever a slot is free, a little early or late. */
function queue(many: number, gap: number, jitter: (n: number) => number): number[] {
  const waiting = Array.from({ length: many }, () => 0)
  const visits: number[] = []
  let pace: Parameters<typeof nextTurn>[0]
  for (let n = 0; waiting.length > 0; n++) {
    const soonest = Math.min(...waiting)
    const now = new Date(soonest + jitter(n))
    waiting.splice(waiting.indexOf(soonest), 1)
    const turn = nextTurn(pace, now, gap)
    pace = turn.pace
    if (turn.slot === null) visits.push(now.getTime())
    else waiting.push(turn.slot.getTime())
    expect(n, 'examined more often than needed').toBeLessThan(many * 3)
  }
  return visits
}

test('many watches of one host are visited one by one, none before its slot, none starved', () => {
  for (const jitter of [() => 0, (n: number) => (n * 37) % 200, (n: number) => (n * 91) % 2400]) {
    const visits = queue(300, 10_000, jitter)
    expect(visits).toHaveLength(300)
    const gaps = visits.slice(1).map((at, n) => at - visits[n]!)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(7_500 - 2_400)
    expect(visits.at(-1)! - visits[0]!).toBeGreaterThanOrEqual(299 * 10_000 - 5_000)
    expect(visits.at(-1)! - visits[0]!).toBeLessThan(299 * 10_000 * 1.1)
  }
})
