import { InputBase, Popover, Skeleton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { type Day, type DayRange, showDay } from '#vocabulary/dates.ts'
import { closeByEscape } from './close-by-escape.ts'
import classes from './DateRange.module.css'
import { lazyPart } from './lazy-part.tsx'

const RangeCalendar = lazyPart(async () => (await import('./RangeCalendar.tsx')).RangeCalendar, {
  waiting: <Skeleton w={400} h={272} />,
})

type Props = {
  label: string
  value: DayRange
  onChange: (range: DayRange) => void
  /** Format of the days; DD/MM/YYYY unless the screen uses another one (C-342). */
  write?: (day: Day) => string
  /** One of the fields of a form: of their size, with its label above. */
  field?: 'xs' | 'sm'
}

/**
 * Picker of the first and last day a screen shows. `onChange` is called once both ends are chosen. The calendar's code
 * is loaded when it is opened.
 */
export function DateRange({ label, value, onChange, write = showDay, field }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={classes['box']} data-field={field}>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withRoles={false}>
        <Popover.Target>
          <InputBase
            component="button"
            type="button"
            pointer
            id={id}
            size={field ?? 'xs'}
            className={classes['input']!}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            leftSection={<IconCalendar size={14} aria-hidden />}
            onPointerEnter={() => void RangeCalendar.preload()}
            // Opened with the calendar in it, which then gets the focus.
            onClick={() => (isOpen ? setOpen(false) : void RangeCalendar.preload().then(() => setOpen(true)))}
            onKeyDown={closeByEscape(isOpen, () => setOpen(false))}
          >
            {`${write(value.startDate)} – ${write(value.endDate)}`}
          </InputBase>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={label} p="xs">
          <RangeCalendar
            value={value}
            choose={(range) => {
              setOpen(false)
              onChange(range)
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </span>
  )
}
