import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { delays } from './delays.ts'
import { useInputText } from './use-input-text.ts'
import { useKeys } from './use-key.ts'
import classes from './SearchBox.module.css'

type Props = { label: string; text: string; onText: (text: string) => void; hasButton?: boolean }

/**
 * Search input. Searches one second after the last key, or at once with Enter or the button (C-337, A-150); `/` focuses
 * it.
 */
export function SearchBox({ label, text, onText, hasButton = false }: Props) {
  const { typed, setTyped, noteSent } = useInputText(text)
  const input = useRef<HTMLInputElement>(null)
  const search = (value: string) => {
    noteSent(value.trim())
    onText(value.trim())
  }
  const searchDebounced = useDebouncedCallback(search, delays.fetch)
  useKeys({ '/': () => input.current?.focus() })
  const searchNow = (value: string) => {
    searchDebounced.cancel()
    search(value)
  }
  const box = (
    <TextInput
      ref={input}
      size="xs"
      className={classes.search}
      style={{ '--label-length': label.length }}
      maxLength={200}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        typed ? (
          <ActionIcon size={24} variant="subtle" color="gray" aria-label="Clear search" onClick={() => clear()}>
            <IconX size={13} />
          </ActionIcon>
        ) : (
          <kbd className={classes.key} aria-hidden>
            /
          </kbd>
        )
      }
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        searchDebounced(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') searchNow(typed)
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
  if (!hasButton) return box
  return (
    <Group gap={4} wrap="nowrap" className={classes.withButton}>
      {box}
      <Button size="xs" variant="default" onClick={() => searchNow(typed)}>
        Search
      </Button>
    </Group>
  )

  function clear() {
    setTyped('')
    searchNow('')
    input.current?.focus()
  }
}
