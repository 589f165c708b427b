import { Button, Group, Text } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { takeCollectedKeys } from './early-keys.ts'
import { texts } from './texts.ts'
import { usePaletteFilters } from './use-palette-filters.tsx'
import { useFoundRecords } from './use-found-records.tsx'
import classes from './Palette.module.css'
import { type PaletteGroup, type PaletteItem, usePaletteItems } from './use-palette-items.tsx'

const [store, palette] = createSpotlight()

/**
 * What a person may do on this screen, every screen and theme, and records by what names them. It opens whenever
 * `openCount` changes.
 */
export function Palette({ openCount }: { openCount: number }) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => palette.open(), [openCount])
  const filters = usePaletteFilters(text, isOpen)
  const offered = [...usePaletteItems(openCount), ...filters]
  const records = useFoundRecords(text, isOpen)
  const matching = offered.map(({ name, items }) => ({ name, items: items.filter((one) => matches(one, text)) }))
  // What is there at once stands first: what the server finds never moves it.
  const ordered = text.trim() === '' ? [...records.groups, ...matching] : [...matching, ...records.groups]
  const groups = ordered.filter(({ items }) => items.length > 0)
  const count = groups.reduce((all, { items }) => all + items.length, 0)
  useEffect(() => {
    if (text.trim() !== '') selectFirst()
  })
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      shortcut={null}
      classNames={{
        action: classes['action']!,
        actionBody: classes['body']!,
        actionDescription: classes['description']!,
        actionSection: classes['section']!,
      }}
      attributes={{ content: { 'aria-label': texts.searchPalette } }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        placeholder={texts.searchPalette}
        aria-label={texts.searchPalette}
        maxLength={2048}
        onFocus={() => {
          const typed = takeCollectedKeys()
          if (typed !== '') setText((before) => before + typed)
        }}
      />
      <span className="visually-hidden" role="status">
        {text.trim() === '' ? '' : records.state === 'searching' ? texts.palette.searching : texts.palette.found(count)}
      </span>
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Entries key={group.name} group={group} />
        ))}
        {count === 0 && records.state !== 'failed' ? (
          <Spotlight.Empty>
            {records.state === 'searching' ? texts.palette.searching : texts.palette.nothing}
          </Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
      {records.state === 'failed' ? <Failed retry={records.retry} /> : null}
    </Spotlight.Root>
  )
}

/** Enter opens the first entry, also when it came from the server after the last key. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId)
  if (!list || list.querySelector('[data-selected]')) return
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}

function Entries({ group: { name, items } }: { group: PaletteGroup }) {
  return (
    <Spotlight.ActionsGroup label={name}>
      {items.map(({ id, label, description, icon, aside, run }) => (
        <Spotlight.Action
          key={id}
          label={label}
          {...(description ? { description } : {})}
          leftSection={icon}
          rightSection={aside}
          dimmedSections={false}
          highlightQuery
          onClick={run}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

function Failed({ retry }: { retry: () => void }) {
  return (
    <Spotlight.Footer>
      <Group gap="sm" role="alert">
        <Text size="sm">{texts.palette.failed}</Text>
        <Button size="compact-xs" variant="default" onClick={retry}>
          {texts.palette.tryAgain}
        </Button>
      </Group>
    </Spotlight.Footer>
  )
}

/** Every word of the text is in the label or a keyword. */
function matches({ label, keywords = [] }: PaletteItem, text: string): boolean {
  const searched = [label, ...keywords].join(' ').toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}
