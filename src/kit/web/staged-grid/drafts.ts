import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'

/** Unsaved rows, with what the screen needs besides them (its head) to continue after a reload. */
export type Draft<Head> = { head: Head; rows: GridRows }

const rowsPerBlock = 500

/**
 * The unsaved sheet of one person in this browser (IndexedDB). Rows are stored in blocks by sn; only changed blocks are
 * written, one at a time, so that saving 25,000 rows never blocks the page, and all in one transaction: a page that is
 * closed meanwhile leaves the draft of before. Calls must not overlap.
 */
export function openDrafts<Head>(owner: string): {
  read: () => Promise<Draft<Head> | undefined>
  write: (draft: Draft<Head>) => Promise<void>
  remove: () => Promise<void>
} {
  let savedBlocks = new Map<number, GridRows>()
  const ownerKeys = IDBKeyRange.bound([owner, ''], [owner, '\uffff'])
  const key = (block: number) => [owner, `rows ${String(block).padStart(8, '0')}`]
  return {
    read: async () => {
      const found = await inStore('readonly', (store) => store.getAll(ownerKeys))
      const head = found.find((part): part is { head: Head } => 'head' in part)
      const blocks = found.filter((part): part is { block: number; rows: GridRow[] } => 'rows' in part)
      if (!head || blocks.length === 0) return undefined
      savedBlocks = new Map(blocks.map(({ block, rows }) => [block, rows]))
      return { head: head.head, rows: blocks.flatMap(({ rows }) => rows) }
    },
    write: async ({ head, rows }) => {
      const blocks = Map.groupBy(rows, (row) => Math.floor(row.sn / rowsPerBlock))
      const changed = [...blocks].filter(([block, now]) => !isSame(savedBlocks.get(block), now))
      const gone = [...savedBlocks.keys()].filter((block) => !blocks.has(block))
      await inSteps(function* steps(store) {
        yield store.put({ head }, [owner, 'head'])
        for (const [block, now] of changed) yield store.put({ block, rows: now }, key(block))
        for (const block of gone) yield store.delete(key(block))
      })
      savedBlocks = blocks
    },
    remove: async () => {
      await inStore('readwrite', (store) => store.delete(ownerKeys))
      savedBlocks = new Map()
    },
  }
}

const isSame = (before: GridRows | undefined, now: GridRows): boolean =>
  before?.length === now.length && before.every((row, i) => row === now[i])

const kinds = { upload: '', edits: ' edits', staging: ' staging' } as const

/** The storage key of a person's drafts of one kind; of one of several, by its id. */
export const draftOwner = (userId: string, kind: keyof typeof kinds, id?: string): string =>
  `${userId}${kinds[kind]}${id === undefined ? '' : ` ${id}`}`

/** The range of all drafts of a person: the keys of every kind begin with the person's id. */
const allKeysOf = (userId: string) => IDBKeyRange.bound([userId], [`${userId}\uffff`])

/** Whether this browser has drafts of a person. Rejects where the browser cannot store any. */
export async function hasDrafts(userId: string): Promise<boolean> {
  return (await inStore('readonly', (store) => store.count(allKeysOf(userId)))) > 0
}

/** Deletes all drafts of a person in this browser. */
export async function dropDrafts(userId: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(allKeysOf(userId)))
}

const database = 'brandkeep-drafts'
const storeName = 'parts'
let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => {
      // The next call tries again.
      opened = undefined
      reject(request.error ?? new Error('The browser cannot store drafts'))
    })
  })
  return opened
}

async function inStore<T>(mode: IDBTransactionMode, operation: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await open()).transaction(storeName, mode)
  const request = operation(transaction.objectStore(storeName))
  await ended(transaction)
  return request.result
}

/** Does one step after another in one transaction: all of them are stored, or none. */
async function inSteps(operations: (store: IDBObjectStore) => Iterator<IDBRequest>): Promise<void> {
  const transaction = (await open()).transaction(storeName, 'readwrite')
  const steps = operations(transaction.objectStore(storeName))
  const goOn = () => {
    const { value, done } = steps.next()
    if (!done) value.addEventListener('success', goOn)
  }
  goOn()
  await ended(transaction)
}

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('The draft could not be saved'))
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('error', fail)
    transaction.addEventListener('abort', fail)
  })
