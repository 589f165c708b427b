import { expect, test } from 'vitest'
import { platforms } from '#platforms/all.ts'
import { roles } from '#vocabulary/roles.ts'
import { decisionChoices, statusesOf } from '#vocabulary/status-moves.ts'
import { decisionsFor, decisionsOn, otherDecisionsFor } from './decision-keys.ts'

const places = roles.flatMap((role) => platforms.map(({ value }) => ({ role, platform: value })))

test.each(places)('$role on $platform: the keys and More… offer every move of the table, each once', (place) => {
  const { role, platform } = place
  for (const from of [...statusesOf(platform), 'unknown']) {
    const offered = [
      ...decisionsFor(role, platform, from).map(({ status }) => status),
      ...otherDecisionsFor(role, platform, from),
    ]
    expect(offered.toSorted(), from).toEqual([...decisionChoices(role, platform, from)].toSorted())
  }
})

test.each(places)(
  '$role on $platform: the menu of many findings has every status that is a move of the table',
  (place) => {
    const { role, platform } = place
    const moves = new Set(statusesOf(platform).flatMap((from) => decisionChoices(role, platform, from)))
    const offered = decisionsOn(role, platform).map(({ status }) => status)
    expect(offered.toSorted()).toEqual([...moves].toSorted())
  },
)

test('an Admin can take a finding of e-commerce to every status of a purchase', () => {
  const offered = decisionsOn('Admin', 'e-commerce').map(({ status }) => status)
  expect(offered).toEqual(expect.arrayContaining(['44', '66', '77', '101', '102', '99', '90']))
})
