import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSettings } from '#kit/web/settings.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { texts } from './texts.ts'
import type { DraftSheetProps } from './draft-sheet-props.ts'
import type { DraftSheetState } from './use-draft-sheet.ts'

type Props = Pick<DraftSheetProps, 'scope' | 'onMove'> & { draft: DraftSheetState }

/** Why an Admin sent the draft back; or who submitted it, with its findings and what was not saved in time. */
export function Heading({ scope, draft: state, onMove }: Props) {
  const { businessZone: zone } = useSettings()
  const { draft, unsaved } = state
  if (!draft) return null
  const when = (at: string | null) => (at ? showMoment(at, zone) : '')
  if (draft.submittedAt)
    return (
      <Alert variant="light" py={8}>
        <Group gap="xs">
          <Text size="sm">{texts.submittedBy(draft.submittedBy ?? '', when(draft.submittedAt))}</Text>
          <Anchor
            size="sm"
            fw={600}
            renderRoot={(props) => (
              // The routes are built from a list, so the router cannot type their search parameters.
              <Link to={'/enforcement' as string} search={{ ...scope, saved: draft.batch } as never} {...props} />
            )}
          >
            {texts.showFindings}
          </Anchor>
        </Group>
        {unsaved > 0 ? (
          <Group gap="xs" mt={6}>
            <Text size="sm">{texts.notInTime(unsaved)}</Text>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => void state.takeUnsaved().then(onMove, (error: unknown) => console.warn(error))}
            >
              {texts.moveToNew}
            </Button>
          </Group>
        ) : null}
      </Alert>
    )
  if (!draft.remark) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      py={8}
      title={texts.sentBack(draft.remarkBy ?? '', when(draft.remarkAt))}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {draft.remark}
      </Text>
    </Alert>
  )
}
