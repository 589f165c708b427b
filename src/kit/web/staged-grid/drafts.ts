import type { GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'

/** Unsaved rows, with what the screen needs besides them (its head) to continue after a reload. */
export type Draft<Head> = { head: Head; rows: GridRows }

const rowsPerBlock = 500

/**
 * The unsaved sheet of one person in this browser (IndexedDB). Rows are stored in blocks by sn; only changed blocks are
 * written, one at a time, so that saving 25,000 rows never blocks the page. Calls must not overlap.
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
      await inStore('readwrite', (store) => store.put({ head }, [owner, 'head']))
      for (const [block, now] of blocks) {
        const before = savedBlocks.get(block)
        if (before?.length === now.length && before.every((row, i) => row === now[i])) continue
        await inStore('readwrite', (store) => store.put({ block, rows: now }, key(block)))
        savedBlocks.set(block, now)
      }
      for (const block of [...savedBlocks.keys()].filter((one) => !blocks.has(one))) {
        await inStore('readwrite', (store) => store.delete(key(block)))
        savedBlocks.delete(block)
      }
    },
    remove: async () => {
      await inStore('readwrite', (store) => store.delete(ownerKeys))
      savedBlocks = new Map()
    },
  }
}

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
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('error', () => reject(transaction.error ?? new Error('The draft could not be saved')))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The draft could not be saved')))
  })
}
