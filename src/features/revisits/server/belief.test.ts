import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Side } from '#features/revisits/rules.ts'
import { type Belief, updateBelief, initialBelief, proposalFor } from './belief.ts'

const day = 86_400_000
const rules = { confirmations: 3, apart: day / 2 }
const after = (sides: readonly (Side | null)[], gap = day): Belief =>
  sides.reduce((before, side, n) => updateBelief(before, { side, at: new Date(n * gap) }, rules), initialBelief)
const sidesOf = (text: string) =>
  text.split('').map((one) => (one === 'u' ? 'up' : one === 'd' ? 'down' : null) satisfies Side | null)

describe('what visits agree on', () => {
  test('three consecutive visits are believed, with the time of the first; two are not', () => {
    expect(after(sidesOf('dd')).believed).toBeNull()
    expect(after(sidesOf('uddd'))).toMatchObject({ believed: 'down', streak: 3, firstAt: new Date(day) })
  })

  test('flapping is never believed, whatever comes between', () => {
    expect(after(sidesOf('dudududududu')).believed).toBeNull()
    expect(after(sidesOf('ddudduddu')).believed).toBeNull()
  })

  test('inconclusive visits neither count nor interrupt', () => {
    expect(after(sidesOf('d.d..d'))).toMatchObject({ believed: 'down', streak: 3, firstAt: new Date(0) })
    expect(after(sidesOf('......'))).toEqual(initialBelief)
  })

  test('visits close together count once, so that nobody confirms by clicking often', () => {
    expect(after(sidesOf('dddddddddd'), 60_000)).toMatchObject({ believed: null, streak: 1 })
  })

  test('believed only if the last ones that count agree, for any visits', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<Side | null>('up', 'down', null), { maxLength: 40 }), (sides) => {
        const belief = after(sides)
        const proving = sides.filter((side) => side !== null)
        const runs = proving.map((_, n) => proving.slice(Math.max(0, n - 2), n + 1))
        const last = runs.findLast((run) => run.length === 3 && new Set(run).size === 1)
        expect(belief.believed).toBe(last?.[0] ?? null)
      }),
    )
  })
})

describe('what a belief proposes', () => {
  const down = after(sidesOf('ddd'))
  const upAgain = after(sidesOf('ddduuu'))
  test.each([
    ['11', 'success'],
    ['22', 'success'],
    ['55', undefined],
    ['99', undefined],
    ['33', undefined],
  ])('down in %s: %s', (status, kind) => expect(proposalFor(down, status, rules)).toBe(kind))
  test.each([
    ['55', 'reopen'],
    ['90', 'reopen'],
    ['11', undefined],
    ['99', undefined],
  ])('up in %s: %s', (status, kind) => expect(proposalFor(upAgain, status, rules)).toBe(kind))
  test('nothing while the last visit contradicts it, nor after one more visit that says down', () => {
    expect(proposalFor(after(sidesOf('dddu')), '11', rules)).toBeUndefined()
    expect(proposalFor(after(sidesOf('dddud')), '11', rules)).toBeUndefined()
    expect(proposalFor(after(sidesOf('dddudd')), '11', rules)).toBeUndefined()
    expect(proposalFor(after(sidesOf('dddddd')), '11', rules)).toBe('success')
  })
})
