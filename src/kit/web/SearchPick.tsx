import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { previousOf } from './previous-of.ts'
import { refusable } from './refusable.ts'
import { countText } from '#vocabulary/numbers.ts'

/** A record as a picker shows it. */
export type Picked = { id: string; name: string }

/** Appearance of a picker. `isBare`: without a visible label, for a filter row; `isFirst`: focused in its dialog. */
export type PickerAppearance = {
  w?: number
  size?: string
  required?: boolean
  placeholder?: string
  isBare?: boolean
  isFirst?: boolean
}

type Props<One extends Picked> = {
  label: string
  chosen: Picked | undefined
  choose: (one: One | undefined) => void
  /** `fetch` returns the first matches of a text and their total; `name` is the query key. */
  find: {
    name: readonly unknown[]
    fetch: (text: string, signal: AbortSignal) => Promise<{ found: One[]; total: number }>
  }
  error?: string | undefined
  isOff?: boolean
  /** The choice can be cleared. */
  clearable?: boolean
  appearance?: PickerAppearance
}

const failed = 'Could not be loaded'

/**
 * Picks a record by typing part of its name. The server searches, so that every record can be found however many there
 * are; the chosen record shows its name even when it is not among the matches.
 */
export function SearchPick<One extends Picked>(props: Props<One>) {
  const { label, chosen, find } = props
  const { isBare = false, isFirst = false, ...appearance } = props.appearance ?? {}
  const [typed, setTyped] = useState('')
  const text = typed.trim() === chosen?.name ? '' : typed.trim()
  const [debouncedText] = useDebouncedValue(text, 250)
  const list = ['pick', ...find.name]
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...list, debouncedText],
    queryFn: ({ signal }) => find.fetch(debouncedText, signal),
    placeholderData: previousOf(list),
    enabled: !props.isOff,
  })
  const found = data?.found ?? []
  const options = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  const left = (data?.total ?? 0) - found.length
  return (
    <Select
      {...(isBare ? { 'aria-label': label } : { label })}
      {...appearance}
      {...refusable(props.error)}
      // The first field of a form gets the focus by itself, too.
      {...(isFirst ? { 'data-autofocus': true, openOnFocus: false } : {})}
      placeholder={appearance.placeholder ?? `Choose ${label.toLowerCase()}`}
      searchable
      clearable={props.clearable ?? false}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      disabled={props.isOff ?? false}
      error={props.error ?? (isError ? failed : undefined)}
      description={left > 0 && typed !== '' && text !== '' ? `${countText(left)} more: keep typing` : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      maxDropdownHeight={320}
      // Only an answer says that nothing was found: without one, it is on its way or failed.
      nothingFoundMessage={isError && !isFetching ? failed : data && !isFetching ? 'Nothing found' : 'Searching…'}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      // The server has filtered already.
      filter={({ options: all }) => all}
      value={chosen?.id ?? null}
      onSearchChange={setTyped}
      onDropdownOpen={() => isError && void refetch()}
      onChange={(id) => props.choose(found.find((one) => one.id === id))}
    />
  )
}
