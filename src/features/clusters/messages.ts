import { countText } from '#vocabulary/numbers.ts'
import type { ValueKind } from './rules.ts'

/** Sentences of the server and of the contract. */
export const messages = {
  changedSince: 'This cluster has changed in the meantime. Look at it again before you go on.',
  joinedAlready: 'This cluster is part of another one now.',
  sameCluster: 'Choose another cluster of the same company.',
  notJoinable:
    'Only clusters of a seller, a store, a phone number, an e-mail, a registrant or an address can be joined.',
  nothingChosen: 'Choose values or findings to take out.',
  nothingLeft: 'Leave at least one value in the cluster.',
  parted: 'Taken out of the cluster.',
  joined: 'Joined.',
  noneToDecide: 'No finding of this cluster can be given this status by you.',
  countChanged: (n: number) =>
    n === 1
      ? '1 finding would change now. Check the number and confirm again.'
      : `${countText(n)} findings would change now. Check the number and confirm again.`,
  decided: (n: number) => (n === 1 ? '1 finding updated.' : `${countText(n)} findings updated.`),
} as const

/** What two findings share, as the beginning of a sentence: Same phone +91 98… */
export const sameNames: Readonly<Record<ValueKind, string>> = {
  joined: 'Joined by',
  seller: 'Same seller',
  store: 'Same store',
  phone: 'Same phone',
  email: 'Same e-mail',
  registrant: 'Same registrant',
  address: 'Same address',
  picture: 'Same or nearly the same picture',
  host: 'Same host',
  reason: 'Same reason',
}
