import { z } from 'zod'

/** The largest page of any list; 'All' requests it (G12). */
export const largestPage = 20_000

/** A whole number in a query string, clamped to the range; anything unreadable counts as absent (G12). */
export function clamped(min: number, max: number) {
  return z
    .union([z.string(), z.number()])
    .optional()
    .transform((raw): number | undefined => {
      const text = String(raw ?? '').trim()
      if (!/^-?\d+$/.test(text)) return undefined
      return Math.min(max, Math.max(min, Number(text)))
    })
}

/** Query parameters of every paged list. */
export const pageParams = {
  page: clamped(1, 1_000_000),
  perPage: clamped(1, largestPage),
}

/** Sort direction in either spelling (G11): 1, -1, asc, desc; undefined if it is none of them. */
export const direction = z
  .union([z.string(), z.number()])
  .optional()
  .transform((raw): 'asc' | 'desc' | undefined => {
    const text = String(raw ?? '').toLowerCase()
    return text === '1' || text === 'asc' ? 'asc' : text === '-1' || text === 'desc' ? 'desc' : undefined
  })

/** Query parameters of an administration list: page, order and a search text (G11, G108). */
export const listParams = {
  ...pageParams,
  sortBy: z.string().max(60).optional(),
  sortDirection: direction,
  search: z.string().trim().max(200).optional(),
}

/** The paged envelope (C-150). */
export type Page<Doc> = {
  docs: Doc[]
  page: number
  nextPage: number | null
  prevPage: number | null
  hasNextPage: boolean
  hasPrevPage: boolean
  /** 1-based index of the first row of this page. */
  pagingCounter: number
  totalDocs: number
  totalPages: number
}

/** Schema of the paged envelope with documents of this schema. */
export function pageSchema<const D extends z.ZodType>(doc: D) {
  return z.object({
    docs: z.array(doc),
    page: z.number(),
    nextPage: z.number().nullable(),
    prevPage: z.number().nullable(),
    hasNextPage: z.boolean(),
    hasPrevPage: z.boolean(),
    pagingCounter: z.number(),
    totalDocs: z.number(),
    totalPages: z.number(),
  })
}

/** The paged envelope for one page of `size` out of `total` rows. */
export function pageOf<Doc>(docs: Doc[], page: number, size: number, total: number): Page<Doc> {
  const totalPages = Math.max(1, Math.ceil(total / size))
  return {
    docs,
    page,
    nextPage: page < totalPages ? page + 1 : null,
    prevPage: page > 1 ? page - 1 : null,
    hasNextPage: page < totalPages,
    hasPrevPage: page > 1,
    pagingCounter: (page - 1) * size + 1,
    totalDocs: total,
    totalPages,
  }
}

/** Schema of the `results` envelope of white lists and enforcement configurations (G10). */
export function resultsSchema<const D extends z.ZodType>(doc: D) {
  const { docs, ...parts } = pageSchema(doc).shape
  return z.object({ results: docs, pagination: z.object({ ...parts, perPage: z.number() }) })
}

export type Results<Doc> = { results: Doc[]; pagination: Omit<Page<Doc>, 'docs'> & { perPage: number } }

/** The `results` envelope for a page of at most `perPage` rows. */
export function resultsOf<Doc>({ docs: results, ...parts }: Page<Doc>, perPage: number): Results<Doc> {
  return { results, pagination: { ...parts, perPage } }
}

/** Converts the `results` envelope to the paged envelope, for screens that show either. */
export function pageOfResults<Doc>({ results, pagination }: Results<Doc>): Page<Doc> {
  const { perPage: _, ...parts } = pagination
  return { ...parts, docs: results }
}
