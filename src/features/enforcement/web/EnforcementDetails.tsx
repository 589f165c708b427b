import { Button, Group, Modal, Text } from '@mantine/core'
import { IconHistory, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enforcementCalls } from '#features/enforcement/contract.ts'
import type { EnforcementRecord } from '#features/enforcement/contract-schemas.ts'
import type { NamedHost } from '#features/replies/contract.ts'
import { call } from '#kit/web/call.ts'
import { delays } from '#kit/web/delays.ts'
import { usePaletteActions } from '#kit/web/palette-actions.ts'
import { useKeys } from '#kit/web/use-key.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import classes from './Enforcement.module.css'
import type { EnforcedFinding } from './enforced-finding.ts'
import { expandedSections, expandedTools, findingSections, findingTools } from './slots.ts'
import { RecordsTable } from './RecordsTable.tsx'
import { texts } from './texts.ts'

/** How many records an opened row shows; the others are in the history. */
const maxShown = 5

/** Opens Add Enforcement of the finding that is open beside the list. */
const addKey = 't'

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
  const add = () => onAdd()
  // Expanded rows may be several; the finding that is open beside the list is the one that the keys are about.
  useKeys(isExpanded ? {} : { [addKey]: add })
  usePaletteActions(
    isExpanded ? [] : [{ id: 'enforce', label: texts.add, keywords: texts.addKeywords, shortcut: addKey, run: add }],
  )
  const comment = row['clientComment']
  return (
    <section className={classes['data']} aria-label={texts.data}>
      <Group gap={6}>
        <Text fw={600} size="sm">
          {texts.data}
        </Text>
        <Button
          size="compact-xs"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          {...(isExpanded ? {} : { 'aria-keyshortcuts': addKey })}
          onClick={add}
        >
          {texts.add}
        </Button>
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
