import { z } from 'zod'

/** The formats of a list that is taken out as a file. */
export const sheetFormat = z.enum(['csv', 'excel']).default('excel')
