import '@mantine/dates/styles.css'
import { Button, Group, NativeSelect, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { betweenText, separator, sidesIn, textsIn } from '#columns/conditions.ts'
import { calendarLabels } from './calendar-labels.ts'
import { DayInput } from './DayInput.tsx'
import { delays } from './delays.ts'
import { carriedText, modeOf, modesOf, parameterOf, type Mode } from './filter-conditions.ts'
import { sidesOf, rangeText, type CountSource, type FilterField, type FilterTexts } from './filter-fields.ts'
import { FilterChoices } from './FilterChoices.tsx'
import { useInputText } from './use-input-text.ts'

type Props = {
  field: FilterField
  texts: FilterTexts
  /** Sets a parameter; an empty text removes it. */
  onText: (parameter: string, text: string) => void
  onDone: () => void
  counts: CountSource | undefined
}

/** The control of a filter: how it compares, where there is a choice, and with what. */
export function FilterControl({ field, texts, onText, onDone, counts }: Props) {
  const modes = modesOf(field)
  const [mode, setMode] = useState(() => modeOf(field, texts))
  const parameter = parameterOf(field, mode)
  const text = texts[parameter] ?? ''
  const changeMode = (next: Mode) => {
    const nextParameter = parameterOf(field, next)
    if (nextParameter !== parameter && text) onText(parameter, '')
    onText(nextParameter, carriedText(field, text, { from: mode, to: next }))
    setMode(next)
  }
  const part = { field, text, onDone, onText: (value: string) => onText(parameter, value) }
  return (
    <Stack gap={6}>
      {modes.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={`How ${field.label} is compared`}
          data={modes}
          value={mode}
          onChange={(event) => changeMode(event.currentTarget.value as Mode)}
        />
      )}
      {mode === 'empty' || mode === 'filled' ? null : field.search === 'many' ? (
        <FilterChoices
          {...part}
          mode={mode}
          texts={texts}
          onEmpty={modes.some(({ value }) => value === 'empty') ? () => changeMode('empty') : undefined}
          counts={counts}
        />
      ) : (
        <ValueControl {...part} mode={mode} />
      )}
    </Stack>
  )
}

type ValueProps = { field: FilterField; text: string; onText: (text: string) => void; onDone: () => void }

function ValueControl({ mode, ...props }: ValueProps & { mode: Mode }) {
  if (props.field.search === 'part') return mode === 'plain' ? <PartControl {...props} /> : <PartsControl {...props} />
  if (props.field.search === 'day') return mode === 'plain' ? <DayControl {...props} /> : <DaysControl {...props} />
  return <RangeControl {...props} isPlain={mode === 'plain'} />
}

function PartControl({ field, text, onText, onDone }: ValueProps) {
  const { typed, setTyped, noteSent } = useInputText(text)
  const apply = (value: string) => {
    noteSent(value.trim())
    onText(value.trim())
  }
  const applyDebounced = useDebouncedCallback(apply, { delay: delays.fetch, flushOnUnmount: true })
  return (
    <TextInput
      size="xs"
      w={240}
      label={`${field.label} contains`}
      value={typed}
      data-autofocus
      // Before another way to compare is chosen, which takes the text over.
      onBlur={() => applyDebounced.flush()}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        applyDebounced(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        applyDebounced.cancel()
        apply(typed)
        onDone()
      }}
    />
  )
}

/** Several texts, one per tag. */
function PartsControl({ field, text, onText }: ValueProps) {
  return (
    <TagsInput
      size="xs"
      w={260}
      label={`Texts of ${field.label}`}
      placeholder="Type a text, then Enter"
      description={'In quotes, "as here", it is the whole value.'}
      maxTags={20}
      splitChars={[separator]}
      value={textsIn(text)}
      data-autofocus
      onChange={(texts) => onText(texts.join(separator))}
    />
  )
}

/** First and last day; either may be left open. */
function DaysControl({ field, text, onText }: ValueProps) {
  const [sides, setSides] = useState(sidesIn(text))
  const isInvalid = sides.from !== '' && sides.to !== '' && sides.from > sides.to
  const change = (next: typeof sides) => {
    setSides(next)
    if (next.from === '' || next.to === '' || next.from <= next.to) onText(betweenText(next.from, next.to))
  }
  return (
    <Group gap={8} align="flex-start" wrap="nowrap" role="group" aria-label={field.label}>
      <DayInput
        isNested
        size="xs"
        label={`${field.label} from`}
        w={150}
        value={sides.from}
        onDay={(from) => change({ ...sides, from })}
      />
      <DayInput
        isNested
        size="xs"
        label="to"
        w={150}
        value={sides.to}
        error={isInvalid && 'Must not be before the first day'}
        onDay={(to) => change({ ...sides, to })}
      />
    </Group>
  )
}

function DayControl({ text, onText, onDone }: ValueProps) {
  return (
    <DatePicker
      size="xs"
      ariaLabels={calendarLabels}
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

function RangeControl({ field, text, onText, onDone, isPlain }: ValueProps & { isPlain: boolean }) {
  const [sides, setSides] = useState(isPlain ? sidesOf(text) : sidesIn(text))
  const isInvalid = sides.from !== '' && sides.to !== '' && Number(sides.from) > Number(sides.to)
  const apply = () => {
    if (isInvalid) return
    onText((isPlain ? rangeText : betweenText)(sides.from, sides.to))
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
      <Group grow gap={8} align="flex-end">
        {side('from', `${field.label} from`)}
        {side('to', 'to')}
      </Group>
      <Button size="xs" onClick={apply} disabled={isInvalid}>
        Apply
      </Button>
    </Stack>
  )
}
