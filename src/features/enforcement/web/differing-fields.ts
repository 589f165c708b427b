import { type HostField, hostFields } from '#features/enforcement/rules.ts'

/** The values of which these findings have more than one, in any letter case. */
export const differingFields = (rows: readonly Readonly<Record<string, unknown>>[]): HostField[] =>
  hostFields.filter((name) => {
    const values = rows.map((row) =>
      String(row[name] ?? '')
        .trim()
        .toLowerCase(),
    )
    return new Set(values.filter((value) => value !== '')).size > 1
  })
