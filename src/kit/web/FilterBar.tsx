import { Button, Pill } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { Dropdown, useDropdown } from './Dropdown.tsx'
import { conditionSummary, setParameters } from './filter-conditions.ts'
import type { CountSource, FilterField, FilterTexts } from './filter-fields.ts'
import { lazyPart } from './lazy-part.tsx'
import { MoreFilters } from './MoreFilters.tsx'
import { SearchBox } from './SearchBox.tsx'
import { useFittingCount } from './use-fitting-count.ts'
import { useGatheredFilters } from './use-gathered-filters.ts'
import classes from './FilterBar.module.css'

/** Calendar, numbers and tags: fetched when somebody comes near the filters, as most visits of a list need none. */
const FilterControl = lazyPart(() => import('./FilterControl.tsx').then((module) => module.FilterControl))
const preload = () => void FilterControl.preload()

type Props = {
  fields: readonly FilterField[]
  texts: FilterTexts
  /** The filters changed: gathered for a second, or at once when they are typed or cleared. */
  onFilters: (texts: FilterTexts) => void
  /** The text filter that is shown as the search box; `/` focuses it. */
  searchBy: string
  /** How many records each choice leaves; undefined where nothing counts them. */
  counts?: CountSource | undefined
  /** Rendered after the filters. */
  children?: ReactNode
}

/**
 * The filters of a list on one line: one search box, a button for each other filter that fits, the others behind 'More',
 * and the active filters as chips below.
 */
export function FilterBar({ fields, texts: applied, onFilters, searchBy, counts, children }: Props) {
  const { texts, change, changeNow, clear } = useGatheredFilters(applied, onFilters)
  const search = fields.find((field) => field.name === searchBy)
  const controlOf = (field: FilterField, onDone: () => void) => (
    <FilterControl
      field={field}
      texts={texts}
      // Typed text has waited a second already.
      onText={(name, text) => (field.search === 'part' && name === field.name ? changeNow : change)(name, text)}
      onDone={onDone}
      counts={counts}
    />
  )
  const line = useRef<HTMLDivElement>(null)
  const buttons = fields.filter((field) => field.name !== searchBy && !field.isExtra)
  const fitting = useFittingCount(
    line,
    buttons.map(({ name }) => name),
  )
  const active = fields.flatMap((field) => setParameters(field, texts).map((name) => ({ field, name })))
  return (
    <section className={classes.bar} aria-label="Filters" onPointerEnter={preload} onFocus={preload}>
      <div className={classes.controls} data-measured={fitting !== undefined} ref={line}>
        {search && (
          <SearchBox
            label={`Search ${search.label}`}
            text={texts[search.name] ?? ''}
            onText={(text) => changeNow(search.name, text)}
          />
        )}
        {buttons.slice(0, fitting ?? buttons.length).map((field) => (
          <FilterButton key={field.name} field={field} texts={texts} control={controlOf} />
        ))}
        <MoreFilters
          fields={[
            ...buttons.slice(fitting ?? buttons.length),
            ...fields.filter((field) => field.isExtra || (field.name === searchBy && field.operators)),
          ]}
          control={controlOf}
        />
        {children}
      </div>
      {active.length > 0 && (
        <div className={classes.chips}>
          {active.map(({ field, name }) => {
            const summary = conditionSummary(field, name, texts[name]!)
            return (
              <Pill
                key={name}
                withRemoveButton
                onRemove={() => change(name, '')}
                removeButtonProps={{ 'aria-label': `Remove filter ${field.label}`, tabIndex: 0, 'aria-hidden': false }}
                className={classes.chip}
                data-filter={name}
              >
                <span className={classes.chipName}>{summary.name}</span> {summary.text}
              </Pill>
            )
          })}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={clear}>
            Clear all
          </Button>
        </div>
      )}
    </section>
  )
}

type ButtonProps = {
  field: FilterField
  texts: FilterTexts
  control: (field: FilterField, onDone: () => void) => ReactNode
}

function FilterButton({ field, texts, control }: ButtonProps) {
  const dropdown = useDropdown({ preload: FilterControl.preload })
  const set = setParameters(field, texts).map((name) => conditionSummary(field, name, texts[name]!))
  return (
    <Dropdown
      dropdown={dropdown}
      position="bottom-start"
      shadow="md"
      padding="xs"
      target={
        <Button
          {...dropdown.button}
          size="xs"
          variant={set.length > 0 ? 'light' : 'default'}
          className={classes.button}
          rightSection={<IconChevronDown size={13} aria-hidden />}
          data-filter-button={field.name}
          data-fits={field.name}
          aria-label={set.length > 0 ? set.map(({ name, text }) => `${name} ${text}`).join('; ') : field.label}
        >
          {field.label}
        </Button>
      }
    >
      {control(field, dropdown.close)}
    </Dropdown>
  )
}
