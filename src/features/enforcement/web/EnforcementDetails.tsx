import { ActionIcon, Button, Group, Modal, Text, Tooltip } from '@mantine/core'
import { IconHistory, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enforcementCalls } from '#features/enforcement/contract.ts'
import type { EnforcementRecord } from '#features/enforcement/contract-schemas.ts'
import type { NamedHost } from '#features/replies/contract.ts'
import { call } from '#kit/web/call.ts'
import { delays } from '#kit/web/delays.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import classes from './Enforcement.module.css'
import type { EnforcedFinding } from './enforced-finding.ts'
import { expandedSections, expandedTools, findingSections, findingTools } from './slots.ts'
import { RecordsTable } from './RecordsTable.tsx'
import { texts } from './texts.ts'

/** How many records an opened row shows; the others are in the history. */
const maxShown = 5

type Props = {
  platform: FindingPlatformDefinition
  row: EnforcedFinding
  /** Records an enforcement, by a notice to this host. */
  onAdd: (host?: NamedHost) => void
  /** In the expanded row, which has no other place for what the open finding has elsewhere. */
  isExpanded?: boolean
}

/** The enforcement records of an opened finding, and the button that adds one (S-040, S-041, S-049). */
export function EnforcementDetails({ platform, row, onAdd, isExpanded = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  const records = useRecords(platform, row)
  const comment = row['clientComment']
  return (
    <section className={classes['data']} aria-label={texts.data}>
      <Group gap={6}>
        <Text fw={600} size="sm">
          {texts.data}
        </Text>
        <Tooltip label={texts.add}>
          <ActionIcon size={26} variant="light" aria-label={texts.add} onClick={() => onAdd()}>
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {records.length > 0 ? (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconHistory size={14} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            History ({records.length})
          </Button>
        ) : null}
        <findingTools.Outlet platform={platform} row={row} />
        {isExpanded ? <expandedTools.Outlet platform={platform} row={row} /> : null}
      </Group>
      {platform.detailed.includes('clientComment') ? (
        <Text size="sm">
          <Text span c="dimmed" inherit>
            Client Comment:
          </Text>{' '}
          {typeof comment === 'string' && comment !== '' ? comment : '–'}
        </Text>
      ) : null}
      <RecordsTable
        platform={platform}
        records={records.slice(0, maxShown)}
        label={`${texts.data}, latest`}
        onHost={onAdd}
      />
      <findingSections.Outlet platform={platform} row={row} />
      {isExpanded ? <expandedSections.Outlet platform={platform} row={row} /> : null}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={texts.data} size="xl">
        <RecordsTable
          platform={platform}
          records={records}
          label={`${texts.data}, all`}
          onHost={(host) => {
            setOpen(false)
            onAdd(host)
          }}
        />
      </Modal>
    </section>
  )
}

/** The records of the row; polled while an email is being sent. */
function useRecords(platform: FindingPlatformDefinition, row: EnforcedFinding): readonly EnforcementRecord[] {
  const { data } = useQuery({
    queryKey: ['enforcement', 'records', row.id, row.enforcementData],
    queryFn: async ({ signal }) => (await call(enforcementCalls[platform.value].list, { id: row.id }, { signal })).data,
    initialData: row.enforcementData,
    staleTime: Infinity,
    refetchInterval: ({ state }) =>
      state.data?.some((record) => record.mail?.state === 'waiting') ? delays.mail : false,
  })
  return data
}
