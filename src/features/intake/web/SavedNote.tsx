import { Anchor, CloseButton, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import { uploadTexts } from './texts.ts'

/** What one save stored: how many rows, whether they are new findings or changed ones, and their batch. */
export type SavedRows = { rows: number; isNew: boolean; scope: StaffScope; batch: string }

/** How many rows were saved and how many of them are new, with a link to exactly these on Enforcement. */
export function SavedNote({ saved, onClose }: { saved: SavedRows | undefined; onClose: () => void }) {
  if (!saved) return null
  const { companyId: company, brandId: brand, platform } = saved.scope
  const search = { company, brand, platform, saved: saved.batch }
  return (
    <Group gap="xs" role="status" wrap="nowrap">
      <Text size="sm">{uploadTexts.savedNote(saved)}</Text>
      <Anchor
        size="sm"
        fw={600}
        style={{ whiteSpace: 'nowrap' }}
        renderRoot={(props) => (
          // The routes are built from a list, so the router cannot type their search parameters.
          <Link to={'/enforcement' as string} search={search as never} {...props} />
        )}
      >
        {uploadTexts.showSaved(saved.rows)}
      </Anchor>
      <CloseButton size="sm" aria-label="Close" onClick={onClose} />
    </Group>
  )
}
