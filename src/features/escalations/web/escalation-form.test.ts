import { expect, test } from 'vitest'
import { defaultTexts } from '#features/escalations/messages.ts'
import { moved, payloadOf, type TypedStep, valuesOf, withKind, withStep } from './escalation-form.ts'
import { eventLine, statusText, stepsLine } from './texts.ts'

const added = (n: number) =>
  Array.from({ length: n }).reduce<TypedStep[]>((steps, _, at) => withStep(steps, `k${at}`), [])

test('steps are added in the default order with their default texts; the complaint stays last', () => {
  expect(added(6).map(({ kind }) => kind)).toEqual(['reminder', 'host', 'registrar', 'reminder', 'reminder', 'icann'])
  expect(added(1)[0]!.text).toBe(defaultTexts.reminder.join('\n'))
})

test('changing the kind changes the default text, but never a text that somebody wrote', () => {
  const [step] = added(1)
  expect(withKind(step!, 'host').text).toBe(defaultTexts.host.join('\n'))
  expect(withKind({ ...step!, text: 'My own words' }, 'host').text).toBe('My own words')
})

test('steps move by one position and stay within the list', () => {
  const steps = added(3)
  expect(moved(steps, 0, 1).map(({ key }) => key)).toEqual(['k1', 'k0', 'k2'])
  expect(moved(steps, 0, -1)).toEqual(steps)
  expect(moved(steps, 2, 1)).toEqual(steps)
})

test('a form is sent as it was read; empty days are 0, which is rejected', () => {
  const steps = [{ id: 'a', kind: 'host' as const, days: 3, text: ['one', 'two'] }]
  const escalation = { enabled: false, stopsOnReply: true, steps, version: 2 } as never
  expect(payloadOf(valuesOf(escalation))).toEqual({
    enabled: false,
    stopsOnReply: true,
    steps: [{ id: 'a', kind: 'host', days: 3, text: 'one\ntwo' }],
  })
  expect(payloadOf({ enabled: true, stopsOnReply: true, steps: [{ ...added(1)[0]!, days: ' ' }] }).steps[0]!.days).toBe(
    0,
  )
})

test('the status, an event and the steps are each shown on one line', () => {
  const run = { state: 'waiting', kind: 'reminder', nextAt: '2026-12-01T20:00:00.000Z', reason: null } as const
  expect(statusText(run, 'Asia/Kolkata')).toBe('Next step on 02/12/2026: Reminder')
  expect(statusText({ ...run, state: 'paused' }, 'Asia/Kolkata')).toBe('Paused before: Reminder')
  expect(statusText({ ...run, state: 'done', kind: null }, 'Asia/Kolkata')).toBe('All steps done')
  const event = {
    id: '',
    at: '',
    what: 'skipped',
    kind: 'host',
    reason: 'Email to a@b.test bounced.',
    by: 'A B',
  } as const
  expect(eventLine(event)).toBe("Skipped: Host's abuse desk · by A B · Email to a@b.test bounced.")
  expect(stepsLine({ steps: [{ id: '', kind: 'icann', days: 1, text: [] }] })).toBe('ICANN complaint after 1 day')
})
