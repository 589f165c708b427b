import { Combobox, ScrollArea, UnstyledButton, useCombobox } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import { useNearby } from './LateMenu.tsx'
import { matching } from './matching.ts'
import classes from './PickOne.module.css'

export type Option = { id: string; name: string }

type Props = { label: string; chosen: string; options: readonly Option[]; choose: (id: string) => void }

/**
 * A button that shows the choice and opens a searchable list; the search is a case-insensitive part of the name. The list
 * is rendered once somebody comes near the button.
 */
export function PickOne({ label, chosen, options, choose }: Props) {
  const [search, setSearch] = useState('')
  const { isNear, notice, handlers } = useNearby()
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setSearch('')
    },
    onDropdownOpen: () => {
      notice()
      combobox.focusSearchInput()
    },
  })
  const found = matching(options, search)
  return (
    <Combobox
      store={combobox}
      width={260}
      position="bottom-start"
      onOptionSubmit={(id) => {
        choose(id === none ? '' : id)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <UnstyledButton
          {...handlers}
          className={classes['button']!}
          onClick={() => combobox.toggleDropdown()}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
        >
          <span className={classes['label']}>{label}</span> <span className={classes['chosen']}>{chosen}</span>
          <IconSelector size={14} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Combobox.Target>
      {isNear && (
        <Combobox.Dropdown>
          <Combobox.Search
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            placeholder={`Search ${label.toLowerCase()}`}
            aria-label={`Search ${label.toLowerCase()}`}
          />
          <Combobox.Options aria-label={label}>
            <ScrollArea.Autosize mah={280} type="auto" scrollbarSize={6}>
              {found.length === 0 ? <Combobox.Empty>Nothing found</Combobox.Empty> : null}
              {found.map(({ id, name }) => (
                <Combobox.Option key={id} value={id || none} selected={name === chosen} active={name === chosen}>
                  {name}
                </Combobox.Option>
              ))}
            </ScrollArea.Autosize>
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  )
}

const none = '(none)'
