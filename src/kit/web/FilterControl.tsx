import '@mantine/dates/styles.css'
import { Button, Checkbox, Group, NumberInput, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { Mark } from './cells.tsx'
import { delays } from './delays.ts'
import { manyOf, sidesOf, rangeText, type FilterField, type Option } from './filter-fields.ts'
import { useInputText } from './use-input-text.ts'

type Props = { field: FilterField; text: string; onText: (text: string) => void; onDone: () => void }

/** The control of a filter, by its kind of search. */
export function FilterControl(props: Props) {
  switch (props.field.search) {
    case 'part':
      return <PartControl {...props} />
    case 'many':
      return <ManyControl {...props} />
    case 'day':
      return <DayControl {...props} />
    case 'range':
      return <RangeControl {...props} />
  }
}

function PartControl({ field, text, onText, onDone }: Props) {
  const [typed, setTyped] = useInputText(text)
  const applyDebounced = useDebouncedCallback((value: string) => onText(value.trim()), delays.fetch)
  return (
    <TextInput
      size="xs"
      w={240}
      label={`${field.label} contains`}
      value={typed}
      data-autofocus
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        applyDebounced(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        applyDebounced.cancel()
        onText(typed.trim())
        onDone()
      }}
    />
  )
}

function ManyControl({ field, text, onText }: Props) {
  const [search, setSearch] = useState('')
  const chosen = manyOf(text)
  const offered = field.options ?? []
  // A value from the address that is no longer offered can still be removed.
  const options: Option[] = [
    ...chosen.filter((value) => !offered.some((o) => o.value === value)).map((value) => ({ value, label: value })),
    ...offered,
  ]
  const wanted = search.trim().toLowerCase()
  const shown = options.filter((option) => option.label.toLowerCase().includes(wanted) || option.value.includes(wanted))
  const flip = (value: string) =>
    onText((chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]).join(','))
  return (
    <Stack gap={6} w={280}>
      {options.length > 8 && (
        <TextInput
          size="xs"
          aria-label={`Find ${field.label}`}
          placeholder="Find…"
          value={search}
          data-autofocus
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ScrollArea.Autosize mah={300} type="auto" offsetScrollbars viewportProps={{ tabIndex: -1 }}>
        <Stack gap={2} role="group" aria-label={field.label}>
          {shown.map((option) => (
            <Checkbox
              key={option.value}
              size="xs"
              py={4}
              checked={chosen.includes(option.value)}
              onChange={() => flip(option.value)}
              label={option.colour ? <Mark name={option.label} colour={option.colour} /> : <span>{option.label}</span>}
            />
          ))}
          {shown.length === 0 && (
            <Text size="xs" c="dimmed" py={4}>
              {options.length === 0 ? 'No options yet.' : 'No matches.'}
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {chosen.length === 0 ? 'Any' : `${chosen.length} selected`}
        </Text>
        <Button size="compact-xs" variant="subtle" disabled={chosen.length === 0} onClick={() => onText('')}>
          Clear
        </Button>
      </Group>
    </Stack>
  )
}

function DayControl({ text, onText, onDone }: Props) {
  return (
    <DatePicker
      size="xs"
      value={text || null}
      defaultDate={text || undefined}
      allowDeselect
      onChange={(day) => {
        onText(day ?? '')
        onDone()
      }}
    />
  )
}

function RangeControl({ field, text, onText, onDone }: Props) {
  const [sides, setSides] = useState(sidesOf(text))
  const isInvalid = sides.from !== '' && sides.to !== '' && Number(sides.from) > Number(sides.to)
  const apply = () => {
    if (isInvalid) return
    onText(rangeText(sides.from, sides.to))
    onDone()
  }
  const side = (name: 'from' | 'to', label: string) => (
    <NumberInput
      size="xs"
      label={label}
      min={0}
      max={100_000_000}
      decimalScale={2}
      hideControls
      value={sides[name]}
      data-autofocus={name === 'from' || undefined}
      error={isInvalid && name === 'to' ? 'Must not be below the minimum' : undefined}
      onChange={(value) => setSides({ ...sides, [name]: String(value) })}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
  return (
    <Stack gap={8} w={240} role="group" aria-label={field.label}>
      <Group grow gap={8} align="flex-start">
        {side('from', `${field.label} from`)}
        {side('to', 'to')}
      </Group>
      <Button size="xs" onClick={apply} disabled={isInvalid}>
        Apply
      </Button>
    </Stack>
  )
}
