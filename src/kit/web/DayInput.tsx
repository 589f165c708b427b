import { ActionIcon, Skeleton, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useContext, useEffect, useState } from 'react'
import { readDay, showDay, type Day } from '#vocabulary/dates.ts'
import { BlockSave } from './block-save.ts'
import { Dropdown, useDropdown } from './Dropdown.tsx'
import { lazyPart } from './lazy-part.tsx'

const DayCalendar = lazyPart(async () => (await import('./DayCalendar.tsx')).DayCalendar, {
  waiting: <Skeleton w={252} h={272} />,
})

type Props = Omit<TextInputProps, 'label' | 'value' | 'onChange' | 'type' | 'min' | 'max'> & {
  label: string
  /** YYYY-MM-DD; '' means no day. */
  value: Day
  onDay: (day: Day) => void
  /** Format of the day; DD/MM/YYYY unless the screen uses another one. Any order that readDay knows may be typed. */
  write?: (day: Day) => string
  /** The days the calendar offers. A typed day outside of them is left to the server to reject. */
  offered?: { first?: Day; last?: Day }
  /** Within another dropdown, which a click on the calendar must not close. */
  isNested?: boolean
}

/**
 * One day, typed or picked from a calendar, in the product's own format: the browser's input would use the order of the
 * person's computer. Text that is not a day shows an error when the field is left, counts as no day, and holds the Save of
 * its form: an optional day would be stored as none.
 */
export function DayInput({
  label,
  value,
  onDay,
  write = showDay,
  offered,
  error,
  isNested = false,
  ...inputProps
}: Props) {
  const dropdown = useDropdown({ preload: DayCalendar.preload })
  const { typed, isErrorShown, type, commit, choose } = useTypedDay(value, onDay)
  return (
    <Dropdown
      dropdown={dropdown}
      position="bottom-end"
      withRoles={false}
      withinPortal={!isNested}
      label={label}
      padding="xs"
      target={
        <TextInput
          {...inputProps}
          label={label}
          value={typed ?? (value && write(value))}
          error={isErrorShown ? `Enter the date as ${pattern(write)}.` : error}
          autoComplete="off"
          placeholder={pattern(write)}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit()
            if (event.key !== 'ArrowDown' || !event.altKey) return
            event.preventDefault()
            dropdown.open()
          }}
          rightSection={
            <ActionIcon {...dropdown.button} aria-label={`${label}: calendar`} disabled={inputProps.disabled}>
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          }
        />
      }
    >
      <DayCalendar
        value={value}
        offered={offered}
        choose={(day) => {
          dropdown.close()
          choose(day)
        }}
      />
    </Dropdown>
  )
}

/**
 * The text of a day while it is typed. A text that is no day counts as none, and is an error once it is committed. It
 * goes when the value becomes another one than it says, which somebody else set: a read file, or a discarded change.
 */
function useTypedDay(value: Day, onDay: (day: Day) => void) {
  const [typed, setTyped] = useState<string>()
  const [isCommitted, setCommitted] = useState(false)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (typed !== undefined && value !== (readDay(typed) ?? '')) setTyped(undefined)
  }
  const isUnreadable = typed !== undefined && typed.trim() !== '' && readDay(typed) === undefined
  const blockSave = useContext(BlockSave)
  useEffect(() => (isUnreadable ? blockSave() : undefined), [isUnreadable, blockSave])
  const change = (day: Day) => day !== value && onDay(day)
  return {
    typed,
    isErrorShown: isCommitted && isUnreadable,
    type: (text: string) => {
      setTyped(text)
      setCommitted(false)
      const day = readDay(text)
      if (day !== undefined || text.trim() === '') change(day ?? '')
    },
    commit: () => {
      if (isUnreadable) {
        setCommitted(true)
        change('')
      } else setTyped(undefined)
    },
    choose: (day: Day) => {
      setTyped(undefined)
      change(day)
    },
  }
}

/** The format as a pattern: DD/MM/YYYY. */
function pattern(write: (day: Day) => string): string {
  return write('2222-11-12').replace('2222', 'YYYY').replace('11', 'MM').replace('12', 'DD')
}
