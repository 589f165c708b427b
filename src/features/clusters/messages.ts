import { countText } from '#vocabulary/numbers.ts'

/** Sentences of the server and of the contract. */
export const messages = {
  changedSince: 'This cluster has changed in the meantime. Look at it again before you go on.',
  joinedAlready: 'This cluster is part of another one now.',
  sameCluster: 'Choose another cluster of the same company.',
  notJoinable:
    'Only clusters of a seller, a store, a phone number, an e-mail, a registrant or an address can be joined.',
  nothingChosen: 'Choose values or findings to take out.',
  nothingLeft: 'Leave at least one value in the cluster.',
  /** In place of the member of staff who joined findings. */
  team: 'Brand protection team',
  parted: 'Taken out of the cluster.',
  joined: 'Joined.',
  beingDecided: 'Somebody is setting the status of this cluster. Look at it again in a moment.',
  noneToDecide: 'No finding of this cluster can be given this status by you.',
  countChanged: (n: number) =>
    n === 1
      ? '1 finding would change now. Check the number and confirm again.'
      : `${countText(n)} findings would change now. Check the number and confirm again.`,
  deciding: (n: number) => `${countText(n)} findings are being updated.`,
  decided: (n: number) => (n === 1 ? '1 finding updated.' : `${countText(n)} findings updated.`),
} as const
