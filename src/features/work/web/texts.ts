import { counted, countText } from '#vocabulary/numbers.ts'

/** Texts of assigned work. */
export const texts = {
  myWork: 'My Work',
  findings: 'Findings',
  workOf: (name: string) => `Work of ${name}`,
  colleague: 'a colleague',
  workload: 'Workload',
  none: 'Nothing is assigned to you',
  noneHint: 'Take approved findings from the queue, or wait for a colleague to assign some.',
  noneOfOther: 'Nothing is assigned to this person',
  overdueOnly: 'Overdue only',
  dueTodayOnly: 'Due today only',
  overduePeople: 'Only people with overdue work',
  noneOverdue: 'Nobody has overdue work',
  due: 'Due',
  overdue: 'Overdue',
  take: 'Take 10 from the queue',
  takeFrom: 'Platform to take from',
  platform: 'Platform',
  assign: 'Assign',
  assignTo: 'Assign to',
  me: 'Me',
  noPeople: 'The people could not be loaded.',
  tryAgain: 'Try again',
  toQueue: 'Return to the queue',
  move: 'Move all work',
  moveTitle: 'Move all work?',
  moveText: (count: number, from: string, to: string | undefined) =>
    to === undefined
      ? `${countText(count)} open ${count === 1 ? 'finding' : 'findings'} of ${from} will be returned to the queue.`
      : `${countText(count)} open ${count === 1 ? 'finding' : 'findings'} of ${from} will be assigned to ${to}.`,
  moveNow: (count: number) => `Move ${counted(count, 'finding')}`,
  undo: 'Undo',
  selected: (count: number) => `${countText(count)} selected`,
  changed: 'Somebody has changed what is assigned.',
  showChanged: 'Show',
  skipped: (count: number) =>
    count === 1
      ? '1 left out: somebody else has reassigned it, or it no longer exists.'
      : `${countText(count)} left out: somebody else has reassigned them, or they no longer exist.`,
  person: 'Person',
  open: 'Open',
  high: 'High priority',
  queue: 'In the queue',
  queueHint: 'Approved findings that are assigned to nobody',
  returned: (name: string, count: number) =>
    `${counted(count, 'finding')} of ${name} returned to the queue: ${name} can no longer sign in as staff.`,
  noStaff: 'There is nobody to assign work to',
} as const
