import { Box, Button, Kbd, Loader, Menu } from '@mantine/core'
import { IconChevronDown, IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { EnforcedFinding } from '#features/enforcement/web/enforced-finding.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { work } from '#features/work/contract.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { usePaletteActions } from '#kit/web/palette-actions.ts'
import { useKeys } from '#kit/web/use-key.ts'
import { texts } from './texts.ts'
import { useBoard, useWorkChange } from './use-work.ts'

/** Button of an opened finding that assigns it. */
export function AssignFinding({ row }: { row: EnforcedFinding }) {
  return <AssignMenu ids={[row.id]} isQuiet />
}

/** The key that assigns the finding that is open beside a list. */
const assignKey = 'm'

/** Button of a finding that is open beside a list: staff assign it, also by its key. */
export function AssignOpenFinding({ row }: { row: { id: string } }) {
  const { role } = useSession()
  return role === 'Client' ? null : <AssignMenu ids={[row.id]} isQuiet shortcut={assignKey} />
}

/** Button above a list that assigns the selected findings. */
export function AssignSelection({ ids }: { ids: readonly string[] }) {
  return <AssignMenu ids={ids} />
}

type AssignProps = {
  ids: readonly string[]
  from?: string
  isQuiet?: boolean
  /** The key that opens the menu. */
  shortcut?: string
  onDone?: () => void
}

/** Assigns findings to a member of staff or returns them to the queue. With `from` only those that person still has. */
export function AssignMenu({ ids, from, isQuiet = false, shortcut, onDone }: AssignProps) {
  const change = useWorkChange()
  const assign = async (to: string | null) => {
    const input = { ids: [...ids], to, ...(from === undefined ? {} : { from }) }
    if (await change(() => call(work.assign, input))) onDone?.()
  }
  const shown = { label: texts.assign, isQuiet, ...(shortcut === undefined ? {} : { shortcut }) }
  return <PersonMenu {...shown} choose={(to) => void assign(to)} />
}

type PersonMenuProps = {
  label: string
  isQuiet?: boolean
  /** On a phone the button shows its icon without the label. */
  isIconOnPhone?: boolean
  shortcut?: string
  except?: string
  choose: (to: string | null) => void
}

/** A menu of the members of staff with the open work of each, oneself first, and the queue. */
export function PersonMenu({
  label,
  isQuiet = false,
  isIconOnPhone = false,
  shortcut,
  except,
  choose,
}: PersonMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useKeys(shortcut === undefined ? {} : { [shortcut]: open })
  usePaletteActions(shortcut === undefined ? [] : [{ id: 'assign', label, shortcut, run: open }])
  const { user } = useSession()
  const { data, error, isFetching, refetch } = useBoard(isOpen)
  const people = (data?.people ?? []).filter(({ id }) => id !== except)
  const own = people.find(({ id }) => id === user?.id)
  const others = people.filter(({ id }) => id !== user?.id)
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" width={240} returnFocus>
      <Menu.Target>
        <Button
          size={isQuiet ? 'compact-xs' : 'compact-sm'}
          variant={isQuiet ? 'subtle' : 'default'}
          leftSection={<IconUserCheck size={14} aria-hidden />}
          {...(shortcut === undefined ? {} : { 'aria-keyshortcuts': shortcut })}
          {...(shortcut === undefined ? {} : { color: 'gray' })}
          {...(isIconOnPhone ? { 'aria-label': label, title: label } : {})}
          rightSection={
            shortcut === undefined ? (
              <IconChevronDown size={12} aria-hidden />
            ) : (
              <Kbd size="xs" aria-hidden>
                {shortcut.toUpperCase()}
              </Kbd>
            )
          }
        >
          {isIconOnPhone ? (
            <Box component="span" visibleFrom="sm">
              {label}
            </Box>
          ) : (
            label
          )}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>{texts.assignTo}</Menu.Label>
        {!data && isFetching ? <Loader size="xs" m="xs" role="status" aria-label="Loading" /> : null}
        {!data && !isFetching && error ? (
          <>
            <Menu.Label>
              {texts.noPeople} {sentenceOf(error)}
            </Menu.Label>
            <Menu.Item closeMenuOnClick={false} onClick={() => void refetch()}>
              {texts.tryAgain}
            </Menu.Item>
          </>
        ) : null}
        {own ? <Menu.Item onClick={() => choose(own.id)}>{texts.me}</Menu.Item> : null}
        {others.map(({ id, name, open }) => (
          <Menu.Item key={id} rightSection={<small className="tabular">{open}</small>} onClick={() => choose(id)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => choose(null)}>{texts.toQueue}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
