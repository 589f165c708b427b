import { Alert, Badge, Box, Button, Group, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { enforcement } from '#features/enforcement/contract.ts'
import type { SendGroup } from '#features/enforcement/contract-schemas.ts'
import { call } from '#kit/web/call.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { EnforcedFinding } from './enforced-finding.ts'
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

type Props = { platform: FindingPlatformDefinition; row: EnforcedFinding; group: SendGroup; form: EnforcementForm }

/** Which desk to ask first, where its address comes from, and what contradicts the registry. */
export function DeskHint({ platform, row, group, form }: Props) {
  const [isSheetOpen, setSheetOpen] = useState(false)
  const { desk } = group
  const mismatches = group.findings.flatMap((one) => one.mismatches)
  if (!desk && mismatches.length === 0) return null
  return (
    <Alert variant="default" mt="sm" p="xs">
      <Stack gap={4}>
        {desk ? (
          <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
            <Box miw={0}>
              <Group gap={6}>
                <Text size="sm" fw={600}>
                  {texts.askFirst(texts.desks[desk.kind], desk.name)}
                </Text>
                {desk.bounced ? (
                  <Badge size="xs" color="red" variant="light">
                    Bounced
                  </Badge>
                ) : null}
              </Group>
              <Text size="xs" c="dimmed">
                {[desk.email ?? (desk.form ? texts.takesForm : ''), desk.source].filter(Boolean).join(' · ')}
              </Text>
              {desk.isCdn ? <Text size="xs">{texts.cdn}</Text> : null}
            </Box>
            <Group gap={6} justify="flex-end">
              {desk.form ? (
                <Button size="compact-xs" variant="default" onClick={() => setSheetOpen(true)}>
                  {texts.openSheet}
                </Button>
              ) : null}
              {desk.email ? (
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={form.fields.abuseEmail === desk.email}
                  onClick={() => form.set('abuseEmail', desk.email ?? '')}
                >
                  {texts.useAddress}
                </Button>
              ) : null}
            </Group>
          </Group>
        ) : null}
        {desk?.email ? <DeskScores scores={group.scores} /> : null}
        {mismatches.length > 0 ? (
          <List size="sm" aria-label={texts.mismatched(mismatches.length)}>
            {mismatches.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        ) : null}
      </Stack>
      {isSheetOpen && desk?.form ? (
        <FormSheet platform={platform} row={row} desk={desk} form={form} close={() => setSheetOpen(false)} />
      ) : null}
    </Alert>
  )
}
