import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Finding } from '#features/findings/web/finding.ts'
import { toolProps } from '#features/findings/web/tool-props.tsx'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { usePaletteActions } from '#kit/web/palette-actions.ts'
import { useKeys } from '#kit/web/use-key.ts'
import { platformOf } from '#platforms/all.ts'
import type { Platform } from '#platforms/platform.ts'
import { searchOfFinding } from './edit-address.ts'
import { texts } from './texts.ts'

type Props = { platform: Pick<Platform, 'value'>; row: Finding }

const path = '/edit-bulk-data'
const editKey = 'd'

/** Link of an opened finding to its row in Edit Data, for staff. */
export function EditFinding({ platform, row }: Props) {
  const definition = platformOf(platform.value)
  if (useSession().role === 'Client' || !definition) return null
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      component={Link}
      to={path}
      search={searchOfFinding(definition, row) as never}
      leftSection={<IconPencil size={15} aria-hidden />}
    >
      {texts.editFinding}
    </Button>
  )
}

/** The same of a finding that is open beside a list, also by its key. */
export function EditOpenFinding({ platform, row }: Props) {
  const definition = platformOf(platform.value)
  return useSession().role === 'Client' || !definition ? null : <EditByKey search={searchOfFinding(definition, row)} />
}

function EditByKey({ search }: { search: Record<string, string> }) {
  const navigate = useNavigate()
  const open = () => void navigate({ to: path, search: search as never })
  useKeys({ [editKey]: open })
  usePaletteActions([{ id: 'edit-finding', label: texts.editFinding, shortcut: editKey, run: open }])
  return (
    <Button
      {...toolProps({ label: texts.editFinding, shortcut: editKey })}
      component={Link}
      to={path}
      search={search as never}
    >
      <IconPencil size={15} aria-hidden />
    </Button>
  )
}
