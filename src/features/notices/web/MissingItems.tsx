import { Alert, Button, List, Text } from '@mantine/core'
import { IconGavel, IconShieldExclamation } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Missing } from '#features/notices/contract.ts'
import { type Lack, lacks } from '#features/notices/rules.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { noticeNeeds } from '#vocabulary/harm-names.ts'
import { type OverrideReason, ReasonField } from './ReasonField.tsx'
import { lackingPicture } from './slots.ts'
import { texts } from './texts.ts'

const FilingSheetDialog = lazyPart(async () => (await import('./FilingSheetDialog.tsx')).FilingSheetDialog)

type Props = {
  missing: readonly Missing[]
  /** The server's errors of the last attempt, by field. */
  errors: Readonly<Record<string, string>>
  /** Left out where nobody may override, or where the reason is asked for elsewhere. */
  reason?: OverrideReason | undefined
  /** Whether a reason lets the notices go. */
  mayOverride: boolean
  /** The finding that a filing sheet can be opened for, and that can get the picture that it lacks. */
  finding?: { platform: string; id: string } | undefined
  /** Called once the finding has got its picture: the notice is to be checked again. */
  onPicture?: () => void
}

/** Everything that notices lack, in words: what the check found, and what the last attempt was refused for. */
export function messagesOf({ missing, errors }: Pick<Props, 'missing' | 'errors'>): string[] {
  const found = missing.map(({ message }) => message)
  return [...new Set([...found, ...lacks.flatMap((lack) => errors[lack] ?? [])])]
}

const lacksOf = ({ missing, errors }: Pick<Props, 'missing' | 'errors'>): Lack[] =>
  lacks.filter((one) => one in errors || missing.some(({ lack }) => lack === one))

/** Documents and names can be added; a white list, and harm that nobody acts on, require nothing. */
const titleOf = (found: readonly Lack[]): string =>
  found.every((one) => noticeNeeds.some((need) => need === one)) ? texts.required : texts.against

/** What notices lack before they may be sent; an Admin may give a reason to send them anyway. Nothing if they are complete. */
export function MissingItems({ missing, errors, reason, mayOverride, finding, onPicture }: Props): ReactNode {
  const sentences = messagesOf({ missing, errors })
  if (sentences.length === 0) return null
  const found = lacksOf({ missing, errors })
  const isForSheet = finding !== undefined && found.includes('instrument')
  return (
    <Alert
      color={mayOverride ? 'orange' : 'red'}
      variant="default"
      icon={<IconShieldExclamation aria-hidden />}
      title={titleOf(found)}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <List size="sm" spacing={2}>
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {finding && onPicture && found.includes('evidence') ? (
        <lackingPicture.Outlet finding={finding} onPicture={onPicture} />
      ) : null}
      {isForSheet ? <OpenSheet {...finding} /> : null}
      {mayOverride && reason ? (
        <ReasonField mt="xs" label={texts.overrideReason} {...reason} error={errors['overrideReason']} />
      ) : errors['overrideReason'] && !mayOverride ? (
        <Text size="sm">{errors['overrideReason']}</Text>
      ) : null}
    </Alert>
  )
}

/** Opens the filing sheet of a finding about which no desk acts on an email. */
function OpenSheet({ platform, id }: { platform: string; id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        mt="xs"
        size="compact-sm"
        variant="default"
        leftSection={<IconGavel size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {texts.openSheet}
      </Button>
      {isOpen ? <FilingSheetDialog platform={platform} id={id} close={() => setOpen(false)} /> : null}
    </>
  )
}
