import { counted, countText } from '#vocabulary/numbers.ts'

/** Sentences of the server and of the contract. */
export const messages = {
  changedSince: 'This cluster has changed in the meantime. Check it again before you continue.',
  joinedAlready: 'This cluster is now part of another one.',
  sameCluster: 'Choose another cluster of the same company.',
  notJoinable:
    'Only clusters of a seller, a store, a phone number, an e-mail, a registrant or an address can be joined.',
  nothingChosen: 'Choose values or findings to remove.',
  noneToJoin: 'Choose findings of the same company.',
  nothingLeft: 'Leave at least one value in the cluster.',
  /** In place of the member of staff who joined findings. */
  team: 'Brand protection team',
  parted: 'Removed from the cluster.',
  joined: 'Joined.',
  putBack: (n: number) =>
    n === 1 ? '1 finding is back in the cluster.' : `${countText(n)} findings are back in the cluster.`,
  /** What the data log says of a change, after the name of the cluster (G106). */
  logged: {
    joined: (n: number) => `${counted(n, 'finding')} joined`,
    joinedCluster: (name: string) => `joined with ${name}`,
    parted: (values: readonly string[], n: number) =>
      [...values.map((value) => `${value} removed`), ...(n > 0 ? [`${counted(n, 'finding')} removed`] : [])].join(', '),
    putBack: (n: number) => `${counted(n, 'finding')} put back`,
  },
  nothingOutside: 'These findings are in the cluster again, or were deleted.',
  beingDecided: 'Somebody is setting the status of this cluster. Check it again in a moment.',
  noneToDecide: 'You cannot set any finding of this cluster to this status.',
  countChanged: (n: number) =>
    n === 1
      ? '1 finding would now change. Check the number and confirm again.'
      : `${countText(n)} findings would now change. Check the number and confirm again.`,
  closed: 'Closed already',
  deciding: (n: number) => `${countText(n)} findings are being updated.`,
  decided: (n: number) => `${counted(n, 'finding')} updated.`,
} as const
