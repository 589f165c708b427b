import { Alert, Badge, Box, Button, Group, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enforcement } from '#features/enforcement/contract.ts'
import type { AbuseDesk } from '#features/contacts/contract.ts'
import type { SendGroup } from '#features/enforcement/contract-schemas.ts'
import { call } from '#kit/web/call.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import classes from './Enforcement.module.css'
import { DeskScores } from './DeskScores.tsx'
import { FormSheet } from './FormSheet.tsx'
import { texts } from './texts.ts'
import type { EnforcementForm } from './use-enforcement-form.ts'

/** The desk to ask about a finding; undefined while it is read, without a finding, or when that failed. */
export function useDeskOf(platform: FindingPlatformDefinition, id: string | undefined): SendGroup | undefined {
  const { data } = useQuery({
    queryKey: ['enforcement', 'plan', id],
    queryFn: ({ signal }) => call(enforcement.plan, { platform: platform.value, recordIds: [id ?? ''] }, { signal }),
    enabled: id !== undefined,
    staleTime: 0,
    retry: false,
  })
  return data?.groups[0]
}

type Props = { platform: FindingPlatformDefinition; id: string; group: SendGroup; form: EnforcementForm }

/**
 * Which desk to ask first and which else there is, each with its address or web form and where that comes from; and what
 * contradicts the registry.
 */
export function DeskHint({ platform, id, group, form }: Props) {
  const [sheet, setSheet] = useState<AbuseDesk>()
  const { desk, others } = group
  const mismatches = group.findings.flatMap((one) => one.mismatches)
  if (!desk && !platform.abilities.includes('mail'))
    return (
      <Text size="sm" c="dimmed" mt="sm">
        {texts.noForm}
      </Text>
    )
  if (!desk && mismatches.length === 0) return null
  const { registrar, ipAddress, hosting, date } = form.fields
  return (
    // It is read with the form, not announced over it.
    <Alert role="note" variant="default" mt="sm" p="xs">
      <Stack gap={6}>
        {desk ? <DeskLine desk={desk} isFirst form={form} openSheet={() => setSheet(desk)} /> : null}
        {desk && (desk.email || desk.form) ? <DeskScores scores={group.scores} /> : null}
        {others.map((one) => (
          <DeskLine key={`${one.kind} ${one.name}`} desk={one} form={form} openSheet={() => setSheet(one)} />
        ))}
        {mismatches.length > 0 ? (
          <List size="sm" aria-label={texts.mismatched(mismatches.length)}>
            {mismatches.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        ) : null}
      </Stack>
      {sheet?.form ? (
        <FormSheet
          subject={{
            platform: platform.value,
            id,
            form: sheet.form,
            name: sheet.name,
            takesEmail: sheet.email !== null,
            facts: { registrar, ipAddress, hosting, date },
          }}
          record={(values) => form.recordForm(sheet.form!, values)}
          close={() => setSheet(undefined)}
        />
      ) : null}
    </Alert>
  )
}

type LineProps = { desk: AbuseDesk; isFirst?: boolean; form: EnforcementForm; openSheet: () => void }

function DeskLine({ desk, isFirst = false, form, openSheet }: LineProps) {
  const kind = texts.desks[desk.kind]
  return (
    <Group gap="xs" className={classes['desk']!} data-desk={desk.kind}>
      <Box miw={0}>
        <Group gap={6}>
          <Text size="sm" fw={isFirst ? 600 : undefined}>
            {(isFirst && desk.acts ? texts.contactFirst : texts.otherDesk)(kind, desk.name)}
          </Text>
          {desk.bounced ? (
            <Badge size="xs" color="red" variant="light">
              Bounced
            </Badge>
          ) : null}
        </Group>
        {desk.acts ? null : <Text size="xs">{texts.doesNotAct}</Text>}
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[desk.email ?? (desk.form ? texts.takesForm : texts.noAddress), desk.source].filter(Boolean).join(' · ')}
        </Text>
        {desk.isCdn ? <Text size="xs">{texts.cdn}</Text> : null}
      </Box>
      <Group gap={6}>
        {desk.form ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={isFirst ? undefined : texts.openSheetOf(desk.name)}
            onClick={openSheet}
          >
            {texts.openSheet}
          </Button>
        ) : null}
        {desk.email ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={isFirst ? undefined : texts.useAddressOf(desk.name)}
            disabled={form.fields.abuseEmail === desk.email}
            onClick={() => form.chooseAddress(desk.email ?? '')}
          >
            {texts.useAddress}
          </Button>
        ) : null}
      </Group>
    </Group>
  )
}
