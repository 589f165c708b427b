import { Button, Pill, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { FilterControl } from './FilterControl.tsx'
import { filterSummary, type FilterField, type FilterTexts } from './filter-fields.ts'
import { SearchBox } from './SearchBox.tsx'
import { useGatheredFilters } from './use-gathered-filters.ts'
import classes from './FilterBar.module.css'

type Props = {
  fields: readonly FilterField[]
  texts: FilterTexts
  /** The filters changed: gathered for a second, or at once when they are typed or cleared. */
  onFilters: (texts: FilterTexts) => void
  /** The text filter that is shown as the search box; `/` focuses it. */
  searchBy: string
  /** Rendered after the filters. */
  children?: ReactNode
}

/** The filters of a list: one search box, a button for each other filter, and the active filters as chips. */
export function FilterBar({ fields, texts: applied, onFilters, searchBy, children }: Props) {
  const { texts, change, changeNow, clear } = useGatheredFilters(applied, onFilters)
  const search = fields.find((field) => field.name === searchBy)
  const active = fields.filter((field) => texts[field.name])
  return (
    <section className={classes.bar} aria-label="Filters">
      <div className={classes.controls}>
        {search && (
          <SearchBox
            label={`Search ${search.label}`}
            text={texts[search.name] ?? ''}
            onText={(text) => changeNow(search.name, text)}
          />
        )}
        {fields
          .filter((field) => field.name !== searchBy)
          .map((field) => (
            <FilterButton
              key={field.name}
              field={field}
              text={texts[field.name] ?? ''}
              // Typed text has waited a second already.
              onText={(text) => (field.search === 'part' ? changeNow : change)(field.name, text)}
            />
          ))}
        {children}
      </div>
      {active.length > 0 && (
        <div className={classes.chips}>
          {active.map((field) => (
            <Pill
              key={field.name}
              withRemoveButton
              onRemove={() => change(field.name, '')}
              removeButtonProps={{ 'aria-label': `Remove filter ${field.label}`, tabIndex: 0, 'aria-hidden': false }}
              className={classes.chip}
              data-filter={field.name}
            >
              <span className={classes.chipName}>{field.label}:</span> {filterSummary(field, texts[field.name]!)}
            </Pill>
          ))}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={clear}>
            Clear all
          </Button>
        </div>
      )}
    </section>
  )
}

function FilterButton({ field, text, onText }: { field: FilterField; text: string; onText: (text: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant={text ? 'light' : 'default'}
          className={classes.button}
          rightSection={<IconChevronDown size={13} aria-hidden />}
          onClick={() => setOpen(!open)}
          data-filter-button={field.name}
          aria-label={text ? `${field.label}: ${filterSummary(field, text)}` : field.label}
        >
          {field.label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <FilterControl field={field} text={text} onText={onText} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
