import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#vocabulary/numbers.ts'

/** One record to choose, as a picker shows it. */
export type Picked = { id: string; name: string }

/** How a picker looks; `isBare`: without a label to be seen, for a row of filters; `isFirst`: a dialog begins in it. */
export type PickLook = {
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
  /** The first matches of a text and how many there are; `name` tells one question from another. */
  find: {
    name: readonly unknown[]
    ask: (text: string, signal: AbortSignal) => Promise<{ found: One[]; total: number }>
  }
  error?: string | undefined
  isOff?: boolean
  /** May be emptied again. */
  clearable?: boolean
  look?: PickLook
}

/**
 * Chooses a record by typing part of its name. The server searches, so that every record is within reach however many
 * there are; the chosen one shows its name also when it is not among the matches.
 */
export function SearchPick<One extends Picked>(of: Props<One>) {
  const { label, chosen, find } = of
  const { isBare = false, isFirst = false, ...look } = of.look ?? {}
  const [typed, setTyped] = useState('')
  const text = typed.trim() === chosen?.name ? '' : typed.trim()
  const [asked] = useDebouncedValue(text, 250)
  const { data, isError, isFetching } = useQuery({
    queryKey: ['pick', ...find.name, asked],
    queryFn: ({ signal }) => find.ask(asked, signal),
    placeholderData: keepPreviousData,
    enabled: !of.isOff,
  })
  const found = data?.found ?? []
  const options = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  const left = (data?.total ?? 0) - found.length
  return (
    <Select
      {...(isBare ? { 'aria-label': label } : { label })}
      {...look}
      {...(isFirst ? { 'data-autofocus': true, openOnFocus: false } : {})}
      placeholder={look.placeholder ?? `Choose ${label.toLowerCase()}`}
      searchable
      clearable={of.clearable ?? false}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      allowDeselect={false}
      disabled={of.isOff ?? false}
      error={of.error ?? (isError ? 'Could not be loaded' : undefined)}
      description={left > 0 && typed !== '' && text !== '' ? `${countText(left)} more: type on` : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      maxDropdownHeight={320}
      nothingFoundMessage={isFetching ? 'Searching …' : 'Nothing found'}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      // The server has searched.
      filter={({ options: all }) => all}
      value={chosen?.id ?? null}
      onSearchChange={setTyped}
      onChange={(id) => of.choose(found.find((one) => one.id === id))}
    />
  )
}
