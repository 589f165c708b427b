import { invalid } from './problem.ts'

/**
 * Waits for a statement; if it violates one of the named unique indexes, because somebody has saved the same value,
 * that becomes a 422 '{Label} already exists' on the field (G107).
 */
export async function uniqueViolationAsProblem<T>(
  work: Promise<T>,
  indexes: Readonly<Record<string, readonly [field: string, label: string]>>,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const violation = code === '23505' && constraint ? indexes[constraint] : undefined
    if (!violation) throw error
    throw invalid({ [violation[0]]: `${violation[1]} already exists` })
  }
}
