import { Button, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { Mark } from './cells.tsx'
import { ChoiceCount, countOf, shownCount, useChoiceCounts } from './choice-counts.tsx'
import { setParameters, textOfValues, valuesOf, type Mode } from './filter-conditions.ts'
import type { ChoiceCounts, CountSource, FilterField, FilterTexts, Option } from './filter-fields.ts'
import { allOf, optionsOfGroup, stateOf, toggledGroup } from './option-groups.ts'
import { useNarrow } from './narrow.ts'
import classes from './FilterBar.module.css'

type Props = {
  field: FilterField
  mode: Mode
  text: string
  texts: FilterTexts
  onText: (text: string) => void
  /** Filters by having no value. */
  onEmpty: (() => void) | undefined
  counts: CountSource | undefined
}

/** The choices of a filter to tick, groups with theirs, each with how many records it would leave. */
export function FilterChoices({ field, mode, text, texts, onText, onEmpty, counts: source }: Props) {
  const [search, setSearch] = useState('')
  const isNarrow = useNarrow()
  const own = new Set(setParameters(field, texts))
  const others = Object.fromEntries(Object.entries(texts).filter(([name]) => !own.has(name)))
  const counts = useChoiceCounts({ source, column: field.counted, texts: others })
  const chosen = valuesOf(mode, text)
  const options = allOf(field.options ?? [], chosen)
  const wanted = search.trim().toLowerCase()
  const shown = options.filter((option) => option.label.toLowerCase().includes(wanted) || option.value.includes(wanted))
  const set = (values: readonly string[]) => onText(textOfValues(mode, values))
  return (
    <Stack gap={6} w={300}>
      {options.length > 8 && (
        <TextInput
          size="xs"
          aria-label={`Find ${field.label}`}
          placeholder="Find…"
          value={search}
          // On a phone the keyboard would cover the choices.
          data-autofocus={!isNarrow || undefined}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ScrollArea.Autosize mah="min(300px, 38dvh)" type="auto" offsetScrollbars viewportProps={{ tabIndex: -1 }}>
        <Stack gap={2} w={284} role="group" aria-label={field.label}>
          {shown.map((option) => (
            <Choice key={option.value} option={option} options={options} chosen={chosen} set={set} counts={counts} />
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
        {counts && counts.empty > 0 && onEmpty && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onEmpty}>
            No value: {shownCount(counts.empty, counts)}
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" disabled={chosen.length === 0} onClick={() => onText('')}>
          Clear
        </Button>
      </Group>
    </Stack>
  )
}

type ChoiceProps = {
  option: Option
  options: readonly Option[]
  chosen: readonly string[]
  set: (values: readonly string[]) => void
  counts: ChoiceCounts | undefined
}

/** One choice with its count. That of a group ticks all of the group; it can also be ticked alone. */
function Choice({ option, options, chosen, set, counts }: ChoiceProps) {
  const id = useId()
  const members = optionsOfGroup(options, option.value)
  const isGroup = members.length > 1
  const state = stateOf(members, chosen)
  const count = countOf(counts, members)
  return (
    <div className={classes.choice} data-within={option.within} data-choice={option.value}>
      <Checkbox
        size="xs"
        classNames={{ body: classes.choiceBody!, labelWrapper: classes.choiceLabel! }}
        checked={state === 'all'}
        indeterminate={state === 'some'}
        onChange={() => set(toggledGroup(members, chosen))}
        aria-describedby={count === undefined ? undefined : id}
        label={option.colour ? <Mark name={option.label} colour={option.colour} /> : <span>{option.label}</span>}
      />
      {isGroup && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          className={classes.only}
          aria-label={`Only ${option.label} itself`}
          onClick={() => set([option.value])}
        >
          only
        </Button>
      )}
      {count !== undefined && <ChoiceCount id={id} count={count} counts={counts!} />}
    </div>
  )
}
