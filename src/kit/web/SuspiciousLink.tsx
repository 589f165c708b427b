import { ActionIcon, Button, Group, Modal, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { isWebAddress } from '#vocabulary/addresses.ts'
import { CutText } from './cells.tsx'
import { copyText } from './copy-text.ts'
import classes from './SuspiciousLink.module.css'

const warnedKey = 'warned-of-suspicious-addresses'

/** The http(s) address to open for a suspicious host or address; undefined when a browser must not open it. */
export function openable(address: string): string | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `http://${address}`
  return isWebAddress(whole) ? whole : undefined
}

type Props = { address: string; isShort?: boolean; children?: ReactNode }

/**
 * An address that may be dangerous: shown as text that can be copied, opened only by its button, and the first time in
 * a session only after a warning. The opened page gets no referrer and no opener. Children are shown as the address,
 * where parts of it are marked; `isShort` leaves out https://, in narrow columns of lists.
 */
export function SuspiciousLink({ address, isShort, children }: Props) {
  const [copied, setCopied] = useState(false)
  // undefined until it is opened for the first time, so that a thousand cells do not mount a thousand dialogs.
  const [isWarningOpen, setWarningOpen] = useState<boolean>()
  const target = openable(address)

  const open = () => {
    sessionStorage.setItem(warnedKey, 'yes')
    setWarningOpen(false)
    visit(target!)
  }
  const copy = async () => {
    if (!(await copyText(address))) return
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }

  return (
    <span className={classes.line} data-address>
      {children ?? <CutText text={isShort ? address.replace(/^https:\/\//i, '') : address} title={address} />}
      <span className={classes.tools}>
        <ActionIcon size={24} variant="subtle" color="gray" aria-label={`Copy ${address}`} onClick={() => void copy()}>
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
        {target && (
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            aria-label={`Open ${address} in a new tab`}
            onClick={() => (sessionStorage.getItem(warnedKey) ? visit(target) : setWarningOpen(true))}
          >
            <IconExternalLink size={14} />
          </ActionIcon>
        )}
      </span>
      {isWarningOpen !== undefined && (
        <Modal
          opened={isWarningOpen}
          onClose={() => setWarningOpen(false)}
          title="Open a suspicious address?"
          centered
          size="md"
        >
          <Text size="sm">This address was reported as suspicious. Do not enter anything on it.</Text>
          <Text size="sm" my="sm" className={classes.address}>
            {address}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setWarningOpen(false)} data-autofocus>
              Stay here
            </Button>
            <Button onClick={open} rightSection={<IconExternalLink size={14} />}>
              Open it
            </Button>
          </Group>
        </Modal>
      )}
    </span>
  )
}

/** Opens a suspicious address in a new tab by a key; the first time in a session only after a warning. */
export function openSuspicious(address: string, warning: string): void {
  const target = openable(address)
  if (!target) return
  if (!sessionStorage.getItem(warnedKey) && !window.confirm(warning)) return
  sessionStorage.setItem(warnedKey, 'yes')
  visit(target)
}

function visit(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
  link.click()
}
