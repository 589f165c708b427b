import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import type { StatusCode } from '#vocabulary/statuses.ts'

type Weights = readonly (readonly [status: StatusCode, weight: number])[]

/** Status weights by age: new findings mostly wait for approval, old ones are mostly closed. */
export function statusWeights(platform: FindingPlatform, ageInDays: number): Weights {
  const age = ages.find((one) => ageInDays <= one.upTo) ?? ages[ages.length - 1]!
  return platform === 'e-commerce' ? [...age.weights, ...purchases(ageInDays)] : age.weights
}

const ages: readonly { upTo: number; weights: Weights }[] = [
  {
    upTo: 14,
    weights: [
      ['33', 68],
      ['22', 14],
      ['11', 6],
      ['88', 6],
      ['00', 3],
      ['55', 2],
      ['90', 1],
    ],
  },
  {
    upTo: 45,
    weights: [
      ['33', 22],
      ['22', 18],
      ['11', 26],
      ['55', 18],
      ['88', 5],
      ['99', 4],
      ['00', 4],
      ['90', 3],
    ],
  },
  {
    upTo: 120,
    weights: [
      ['33', 5],
      ['22', 6],
      ['11', 18],
      ['55', 50],
      ['88', 3],
      ['99', 8],
      ['00', 5],
      ['90', 5],
    ],
  },
  {
    upTo: 9999,
    weights: [
      ['33', 1],
      ['22', 1],
      ['11', 5],
      ['55', 68],
      ['88', 1],
      ['99', 11],
      ['00', 6],
      ['90', 7],
    ],
  },
]

function purchases(ageInDays: number): Weights {
  if (ageInDays <= 14)
    return [
      ['44', 3],
      ['66', 1],
    ]
  if (ageInDays <= 45)
    return [
      ['44', 1.5],
      ['66', 2],
      ['77', 1],
      ['101', 0.4],
      ['102', 0.4],
    ]
  return [
    ['44', 0.1],
    ['66', 0.2],
    ['77', 1.6],
    ['101', 0.5],
    ['102', 0.5],
  ]
}

/** The statuses a finding passed through before the one it has; every finding begins with 33. */
export const statusPaths: Readonly<Record<StatusCode, readonly StatusCode[]>> = {
  '33': ['33'],
  '22': ['33', '22'],
  '11': ['33', '22', '11'],
  '55': ['33', '22', '11', '55'],
  '99': ['33', '22', '11', '99'],
  '90': ['33', '22', '90'],
  '00': ['33', '00'],
  '88': ['33', '88'],
  '44': ['33', '44'],
  '66': ['33', '44', '66'],
  '77': ['33', '44', '66', '77'],
  '101': ['33', '44', '66', '101'],
  '102': ['33', '44', '66', '102'],
}
