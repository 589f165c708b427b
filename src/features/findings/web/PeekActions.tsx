import { Button, Kbd, Menu } from '@mantine/core'
import { type Icon, IconChevronDown, IconCopy, IconExternalLink, IconMessage } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { StatusMark } from '#kit/web/cells.tsx'
import type { StatusCode } from '#vocabulary/statuses.ts'
import type { DecisionKey } from './decision-keys.ts'
import classes from './Peek.module.css'
import { texts } from './texts.ts'
import { toolProps } from './tool-props.tsx'

type Props = {
  offered: readonly DecisionKey[]
  /** The statuses without a key. */
  others: readonly StatusCode[]
  decide: (status: string) => void
  comment: (() => void) | undefined
  open: (() => void) | undefined
  copy: () => void
  children: ReactNode
}

/** What may be done next, each with its key. From one finding to the next most of it stays, and is not rendered again. */
export function PeekActions({ offered, others, decide, comment, open, copy, children }: Props) {
  return (
    <div className={classes.actions} role="group" aria-label={texts.decideOn}>
      <Decisions offered={offered} decide={decide} />
      {others.length > 0 && <OtherDecisions others={others} decide={decide} />}
      {offered.length === 0 && others.length === 0 && <span className={classes.quiet}>{texts.fixedStatus}</span>}
      <span className={classes.tools}>
        {comment && <Tool label={texts.comment} shortcut="c" icon={IconMessage} onClick={comment} />}
        {open && <Tool label={texts.openAddress} shortcut="o" icon={IconExternalLink} onClick={open} />}
        <Tool label={texts.copyAddress} shortcut="y" icon={IconCopy} onClick={copy} />
        {children}
      </span>
    </div>
  )
}

const Decisions = memo(function Decisions({ offered, decide }: Pick<Props, 'offered' | 'decide'>) {
  return offered.map(({ status, key }) => (
    <Button
      key={status}
      size="compact-sm"
      variant="default"
      aria-keyshortcuts={key}
      rightSection={
        <Kbd size="xs" aria-hidden>
          {key.toUpperCase()}
        </Kbd>
      }
      onClick={() => decide(status)}
      data-decision={status}
    >
      <StatusMark code={status} />
    </Button>
  ))
})

/** Every other status to which the finding may be moved. */
const OtherDecisions = memo(function OtherDecisions({ others, decide }: Pick<Props, 'others' | 'decide'>) {
  return (
    <Menu position="bottom-start" returnFocus>
      <Menu.Target>
        <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={12} aria-hidden />}>
          {texts.otherDecisions}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map((status) => (
          <Menu.Item key={status} onClick={() => decide(status)} data-decision={status}>
            <StatusMark code={status} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
})

type ToolProps = { label: string; shortcut: string; icon: Icon; onClick: () => void }

const Tool = memo(function Tool({ label, shortcut, icon: Icon, onClick }: ToolProps) {
  return (
    <Button {...toolProps({ label, shortcut })} onClick={onClick}>
      <Icon size={15} aria-hidden />
    </Button>
  )
})
