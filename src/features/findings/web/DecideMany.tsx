import { Button, Kbd, Menu, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import { type BulkDecision, bulkDecisionCap, type DecisionPreview } from '#features/findings/contract-schemas.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { BulkBar } from '#kit/web/BulkBar.tsx'
import { StatusMark } from '#kit/web/cells.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { decisionsOn } from './decision-keys.ts'
import { texts } from './texts.ts'
import type { Approving } from './use-approving.ts'
import type { ListSelection } from './use-list-selection.ts'

const BulkDecisionDialog = lazyPart(() =>
  import('./BulkDecisionDialog.tsx').then((module) => module.BulkDecisionDialog),
)
const RecentDecisions = lazyPart(() => import('./RecentDecisions.tsx').then((module) => module.RecentDecisions))

/** The move to be made, and why an Admin makes it without a required approval. */
export type Move = { status: string; overrideReason?: string | undefined }

/** How a decision is previewed and made. */
export type DecisionCalls = {
  preview: (move: Move, signal: AbortSignal) => Promise<DecisionPreview>
  start: (move: Move & { changes: number }) => Promise<{ decision: BulkDecision }>
}

/**
 * The records to be decided on: by their ids, everything a list of findings matches, or what a list of another feature
 * matches, by its own calls.
 */
export type Selected =
  | { ids: readonly string[] }
  | { list: Readonly<Record<string, string>> }
  | { calls: () => DecisionCalls }

/** The records to which a status is to be given, or the list of what was decided; undefined while neither is open. */
export type ManyDialog = { kind: 'decide'; status: string } | { kind: 'recent' } | undefined

type MenuProps = {
  platform: FindingPlatformDefinition
  count: number
  open: (dialog: ManyDialog) => void
  /** As high as the buttons beside it. */
  size?: 'xs' | 'compact-sm'
}

/** 'Move to…' with every status to which the person may move something, and what was decided before. */
export function DecideMenu({ platform, count, open, size = 'xs' }: MenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size={size} variant="default" leftSection={<IconArrowsExchange size={15} aria-hidden />}>
          {texts.decideMany}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <DecideItems platform={platform} count={count} open={open} />
        <Menu.Divider />
        <Menu.Item onClick={() => open({ kind: 'recent' })}>{texts.recentDecisions}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function DecideItems({ platform, count, open }: MenuProps) {
  const { role } = useSession()
  return decisionsOn(role, platform.value).map(({ status, key }) => (
    <Menu.Item
      key={status}
      disabled={count === 0}
      rightSection={key && <Kbd size="xs">{key.toUpperCase()}</Kbd>}
      onClick={() => open({ kind: 'decide', status })}
      data-status={status}
    >
      <StatusMark code={status} />
    </Menu.Item>
  ))
}

type BarProps = {
  platform: FindingPlatformDefinition
  approving: Approving
  loaded: number
  total: number
  open: (dialog: ManyDialog) => void
  end: () => void
}

/** Above a list in which rows are being selected, whatever their status. */
export function DecideBar({ platform, approving, loaded, total, open, end }: BarProps) {
  const { ids, matching } = approving
  return (
    <BulkBar
      summary={matching === 'selected' ? texts.allSelected(total) : texts.selected(ids.length, loaded)}
      {...(ids.length > 0 ? { onClear: approving.selectNone } : {})}
    >
      <AllMatching selecting={approving} total={total} />
      <DecideMenu platform={platform} count={ids.length} open={open} />
      <Button
        size="xs"
        variant="subtle"
        onClick={() => {
          approving.selectNone()
          end()
        }}
      >
        {texts.endSelecting}
      </Button>
    </BulkBar>
  )
}

type AllProps = { selecting: Pick<ListSelection, 'matching' | 'selectMatching'>; total: number }

/** Offers to select everything that a list matches, or says that it is too much. Nothing while not all loaded rows are. */
export function AllMatching({ selecting: { matching, selectMatching }, total }: AllProps) {
  if (matching === 'offered')
    return (
      <Button size="compact-sm" variant="light" onClick={selectMatching}>
        {texts.selectMatching(total)}
      </Button>
    )
  if (matching !== 'too many') return null
  return (
    <Text size="sm" c="dimmed" component="span">
      {texts.tooManyToDecide(total, bulkDecisionCap)}
    </Text>
  )
}

type DialogProps = {
  platform: FindingPlatformDefinition
  dialog: ManyDialog
  selected: Selected
  close: () => void
  /** Called after findings were changed or restored. */
  onChanged: () => void
}

/** The dialog of a decision on many findings, or the list of those made before. */
export function ManyDecisions({ platform, dialog, selected, close, onChanged }: DialogProps) {
  const [count, setCount] = useState(0)
  const changed = () => {
    setCount(count + 1)
    onChanged()
  }
  if (dialog?.kind === 'recent') return <RecentDecisions key={count} close={close} onChanged={changed} />
  if (dialog?.kind !== 'decide') return null
  return (
    <BulkDecisionDialog
      platform={platform}
      status={dialog.status}
      selected={selected}
      close={close}
      onChanged={onChanged}
    />
  )
}
