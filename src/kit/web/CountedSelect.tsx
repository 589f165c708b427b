import { CheckIcon, Select } from '@mantine/core'
import { useState } from 'react'
import { countOf, OptionCount, useChoiceCounts } from './choice-counts.tsx'
import type { CountSource } from './filter-fields.ts'
import classes from './FilterBar.module.css'

type Props = {
  label: string
  width: number
  data: readonly (string | { value: string; label: string })[]
  value: string | undefined
  /** An empty text means no choice. */
  choose: (value: string) => void
  searchable?: boolean
  /** The column whose values are counted when the list is opened, and from where; undefined where nothing can be. */
  counts: { column: string; source: CountSource } | undefined
}

const noTexts = {}

/** A filter of a form with one choice of a list, which shows how many records each choice leaves. */
export function CountedSelect({ label, width, data, value, choose, searchable = false, counts: counted }: Props) {
  const [isOpen, setOpen] = useState(false)
  const counts = useChoiceCounts({ source: counted?.source, column: counted?.column, texts: noTexts, isShown: isOpen })
  return (
    <Select
      label={label}
      w={width}
      searchable={searchable}
      clearable
      placeholder="All"
      data={[...data]}
      value={value ?? null}
      onChange={(chosen) => choose(chosen ?? '')}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      maxDropdownHeight={480}
      comboboxProps={{ width: 264, position: 'bottom-start' }}
      renderOption={({ option, checked }) => {
        const count = countOf(counts, [option.value])
        return (
          <>
            {checked ? <CheckIcon className={classes.optionCheck!} /> : null}
            <span>{option.label}</span>
            {count === undefined ? null : <OptionCount count={count} counts={counts!} />}
          </>
        )
      }}
    />
  )
}
