import { z } from 'zod'
import type { Role } from '#vocabulary/roles.ts'
import { endpoint } from './endpoint.ts'
import { messageResponse } from './texts.ts'

/** Maximum rows of one sheet of master data. */
export const maxImportRows = 2000

const importedRow = z.object({
  /** The row's number in the sheet, from 1. */
  sn: z.number(),
  outcome: z.enum(['add', 'update', 'refused']),
  errors: z.array(z.object({ column: z.string(), message: z.string() })),
})

/** What an import did or would do, row by row. Nothing is stored if any row is rejected. */
export const importReport = messageResponse.extend({
  applied: z.boolean(),
  added: z.number(),
  updated: z.number(),
  refused: z.number(),
  rows: z.array(importedRow),
})
export type ImportReport = z.output<typeof importReport>

/** The three calls for Excel import and export of a record type; `path` is the first part of their paths. */
export function importCalls<const P extends string>(options: { path: P; noun: string; access: readonly Role[] }) {
  const file = { method: 'GET', access: options.access, streams: true } as const
  return {
    importRows: endpoint({
      method: 'POST',
      path: `/${options.path}/import`,
      access: options.access,
      summary: `Preview the import of a sheet of ${options.noun}; with apply, import all rows or none`,
      takes: z.object({
        rows: z
          .array(z.record(z.string(), z.unknown()))
          .min(1, 'Rows is required')
          .max(maxImportRows, `Rows must be between 1 and ${maxImportRows}`),
        apply: z.boolean().default(false),
        /**
         * The columns that the sheet has: of a stored record, what the others say stays. Left out: those that any row
         * has a cell of.
         */
        columns: z.array(z.string().max(100)).max(200, 'Columns is not valid').optional(),
      }),
      answers: importReport,
      bodyLimit: 16 * 1024 * 1024,
      ownTransactions: true,
    }),
    importTemplate: endpoint({
      ...file,
      path: `/${options.path}/import/template`,
      summary: `The empty sheet of ${options.noun} (.xlsx)`,
      takes: z.object({}),
      answers: z.unknown(),
    }),
    exportAll: endpoint({
      ...file,
      path: `/${options.path}/export`,
      summary: `All ${options.noun} as a sheet (.xlsx)`,
      takes: z.object({}),
      answers: z.unknown(),
    }),
  }
}
