import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { countText } from '#vocabulary/numbers.ts'
import type { ChoiceCounts, CountSource, FilterTexts } from './filter-fields.ts'
import classes from './FilterBar.module.css'

type Wanted = {
  /** Undefined where nothing counts the choices. */
  source: CountSource | undefined
  /** The column whose values are counted; undefined where they are not. */
  column: string | undefined
  /** The other filters. */
  texts: FilterTexts
  /** Whether the choices are shown now; those read before stay. */
  isShown?: boolean
}

/** How many records each choice of a filter leaves under the other filters; undefined until known, or without any. */
export function useChoiceCounts({ source, column, texts, isShown = true }: Wanted): ChoiceCounts | undefined {
  const { data } = useQuery({
    queryKey: ['filter counts', source?.key, column, texts],
    queryFn: ({ signal }) => source!.load(column!, texts, signal),
    enabled: isShown && source !== undefined && column !== undefined,
    staleTime: 15_000,
    retry: false,
  })
  return data
}

/** How many records these values have together; undefined while that is not known. */
export function countOf(counts: ChoiceCounts | undefined, values: readonly string[]): number | undefined {
  const sum = counts && values.reduce((all, value) => all + (counts.counts[value] ?? 0), 0)
  // None of some findings says nothing about the others.
  return sum === 0 && counts?.atLeast ? undefined : sum
}

/** A count; one of which there may be more ends with a plus. */
export const shownCount = (count: number, { atLeast }: ChoiceCounts): string =>
  `${countText(count)}${atLeast ? '+' : ''}`

type CountProps = { count: number; counts: ChoiceCounts }

/** The count beside a choice, which it describes to a screen reader by its id. */
export function ChoiceCount({ id, count, counts }: CountProps & { id: string }) {
  return (
    <span id={id} className={classes.count} data-none={count === 0 || undefined}>
      {shownCount(count, counts)}
      <VisuallyHidden> records</VisuallyHidden>
    </span>
  )
}

/** The count within an option of a list: it describes the option, whose name stays that of the choice. */
export function OptionCount({ count, counts }: CountProps) {
  const id = useId()
  const part = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Mantine renders the option and passes nothing on to it.
    const option = part.current?.closest('[role=option]')
    option?.setAttribute('aria-describedby', id)
    return () => option?.removeAttribute('aria-describedby')
  }, [id])
  return (
    <span ref={part} className={classes.optionCount} aria-hidden>
      <ChoiceCount id={id} count={count} counts={counts} />
    </span>
  )
}
