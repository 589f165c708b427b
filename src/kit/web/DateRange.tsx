import { InputBase, Skeleton } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useId } from 'react'
import { type Day, type DayRange, showDay } from '#vocabulary/dates.ts'
import classes from './DateRange.module.css'
import { Dropdown, useDropdown } from './Dropdown.tsx'
import { lazyPart } from './lazy-part.tsx'

const RangeCalendar = lazyPart(async () => (await import('./RangeCalendar.tsx')).RangeCalendar, {
  waiting: <Skeleton w={400} maw="100%" h={272} />,
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
  const dropdown = useDropdown({ preload: RangeCalendar.preload })
  return (
    <span className={classes['box']} data-field={field}>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      <Dropdown
        dropdown={dropdown}
        position="bottom-start"
        withRoles={false}
        label={label}
        padding="xs"
        target={
          <InputBase
            {...dropdown.button}
            component="button"
            type="button"
            pointer
            id={id}
            size={field ?? 'xs'}
            className={classes['input']!}
            leftSection={<IconCalendar size={14} aria-hidden />}
          >
            {`${write(value.startDate)} – ${write(value.endDate)}`}
          </InputBase>
        }
      >
        <RangeCalendar
          value={value}
          choose={(range) => {
            dropdown.close()
            onChange(range)
          }}
        />
      </Dropdown>
    </span>
  )
}
